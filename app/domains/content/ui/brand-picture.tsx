import { brandAddress } from '../brand-files'
import type { BrandPicture as Picture } from '../model'

/** The uploaded logo, 34 pixels high like the monogram. */
export function BrandPicture({ picture, name }: { picture: Picture; name: string }) {
  const { width, height } = picture
  return (
    <img className="logo__pic" src={brandAddress(picture, 'logo')} alt={name} width={width} height={height} />
  )
}
