import type { BrandPicture as Picture } from '../model'
import { BrandPicture } from './logo'

interface StudioLogoProps {
  letters: readonly [string, string]
  picture: Picture | null
  name: string
}

/** The logo in the Studio. */
export function StudioLogo({ letters, picture, name }: StudioLogoProps) {
  if (picture) return <BrandPicture picture={picture} name={name} />
  return (
    <svg viewBox="0 0 58 34" aria-hidden="true">
      {letters.map((letter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two letters that may be the same
        <g key={at} transform={`translate(${at * 30})`}>
          <rect className="r" width="28" height="34" rx="1" />
          <text
            className="l"
            x="14"
            y="27"
            textAnchor="middle"
            fontFamily="var(--font-display)"
            fontSize="29"
          >
            {letter}
          </text>
        </g>
      ))}
    </svg>
  )
}
