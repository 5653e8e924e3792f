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
  D: 'M5.9 27.2V26.3L7.7 25.8V8.2L5.9 7.7V6.8H11.5Q14.2 6.8 15.9 7.2Q17.6 7.7 18.9 8.7Q20.4 10 21.2 12.2Q22.1 14.3 22.1 17Q22.1 19.8 21.2 22Q20.3 24.3 18.7 25.6Q17.7 26.5 16.5 26.8Q15.3 27.2 13.5 27.2ZM13.1 25.9Q15.7 25.9 17 24Q18.5 21.8 18.5 16.9Q18.5 12.2 17 10.1Q15.6 8.1 12.8 8.1H10.9V24.3Q10.9 25.1 11.4 25.5Q11.9 25.9 13.1 25.9Z',
  E: 'M7.3 27.2V26.3L9.1 25.8V8.2L7.3 7.7V6.8H19.9L20.3 12.6H19.6Q19.3 11.6 18.9 10.4Q18.5 9.2 17.9 8.2H12.3V15.8H15.3Q15.7 15 15.9 14.2Q16.1 13.5 16.2 12.7H17V20.1H16.2Q16.1 19.4 15.9 18.6Q15.7 17.8 15.3 17.1H12.3V25.8H17.8Q18.5 24.6 18.9 23.4Q19.4 22.2 19.7 21H20.7L19.8 27.2Z',
}

/** The uploaded logo, 34 pixels high like the monogram. */
export function BrandPicture({ picture, name }: { picture: Picture; name: string }) {
  const { width, height } = picture
  return (
    <img className="logo__pic" src={brandAddress(picture, 'logo')} alt={name} width={width} height={height} />
  )
}
