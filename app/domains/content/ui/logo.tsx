import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import { brandAddress } from '../brand-files'
import type { BrandPicture as Picture, Shell } from '../model'

/** The monogram, each letter in a frame, or the uploaded logo. */
export function Logo({ studio, onClick }: { studio: Shell['studio']; onClick?: (() => void) | undefined }) {
  const label = `${studio.name}, home`
  return (
    <Link className="logo" to={paths.home()} onClick={onClick}>
      {studio.picture ? (
        <BrandPicture picture={studio.picture} name={label} />
      ) : (
        <Letters studio={studio} label={label} />
      )}
    </Link>
  )
}

/** The name beside the monogram, which contains it for screen readers, as a logo does. */
function Letters({ studio, label }: { studio: Shell['studio']; label: string }) {
  const [first = '', ...rest] = studio.name.split(' ')
  return (
    <>
      <svg viewBox="0 0 58 34" role="img" aria-label={label}>
        {studio.logo.map((letter, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two letters that may be the same
          <g key={at} transform={`translate(${at * 30})`}>
            <rect className="r" width="28" height="34" rx="1" />
            <LogoInitial letter={letter} />
          </g>
        ))}
      </svg>
      <span aria-hidden="true">
        {first}
        <br />
        {rest.join(' ')}
      </span>
    </>
  )
}

/** The default initials have drawn shapes, so that the logo needs no font. Others are text. */
function LogoInitial({ letter }: { letter: string }) {
  const drawn = outlines[letter]
  if (drawn) return <path className="l" d={drawn} />
  return (
    <text className="l" x="14" y="27" textAnchor="middle" fontFamily="var(--font-display)" fontSize="29">
      {letter}
    </text>
  )
}

const outlines: Record<string, string | undefined> = {
  D: 'M5.87 27.2V26.3L7.7 25.79V8.15L5.87 7.66V6.8H11.52Q14.21 6.8 15.91 7.23Q17.6 7.66 18.85 8.73Q20.36 10.03 21.25 12.17Q22.13 14.31 22.13 16.99Q22.13 19.75 21.19 22.04Q20.26 24.33 18.69 25.63Q17.67 26.48 16.46 26.84Q15.26 27.2 13.52 27.2ZM13.1 25.89Q15.71 25.89 16.97 24Q18.46 21.78 18.46 16.9Q18.46 12.25 16.96 10.05Q15.63 8.14 12.77 8.14H10.93V24.29Q10.93 25.15 11.42 25.52Q11.91 25.89 13.1 25.89Z',
  E: 'M7.3 27.2V26.33L9.12 25.81V8.15L7.3 7.66V6.8H19.94L20.33 12.63H19.55Q19.27 11.56 18.88 10.39Q18.49 9.22 17.94 8.15H12.35V15.76H15.35Q15.68 15 15.89 14.23Q16.1 13.46 16.23 12.71H17.01V20.13H16.23Q16.11 19.38 15.89 18.61Q15.67 17.84 15.35 17.09H12.35V25.82H17.82Q18.49 24.61 18.92 23.41Q19.35 22.2 19.73 21H20.7L19.83 27.2Z',
}

/** The uploaded logo, 34 pixels high like the monogram. */
export function BrandPicture({ picture, name }: { picture: Picture; name: string }) {
  const { width, height } = picture
  return (
    <img className="logo__pic" src={brandAddress(picture, 'logo')} alt={name} width={width} height={height} />
  )
}
