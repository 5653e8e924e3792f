import { type FocalPercent, shareOf } from '../focal-point'
import type { PhotoView } from '../model'
import { Picture } from './picture'

/** Shapes in which the site crops: wide heads, lists, cards, journal thumbnails. */
const SHAPES = [
  { label: '2 : 1', ratio: '2/1' },
  { label: '3 : 2', ratio: '3/2' },
  { label: '4 : 5', ratio: '4/5' },
  { label: 'Square', ratio: '1/1' },
]

/** The photograph as the site crops it around this point. */
export function Crops({ photo, focal }: { photo: PhotoView; focal: FocalPercent }) {
  const shown = { ...photo, focal: { x: shareOf(focal.x), y: shareOf(focal.y) } }
  return (
    <ul className="crops" aria-label="How your site crops it">
      {SHAPES.map(({ label, ratio }) => (
        <li key={ratio}>
          <Picture photo={shown} ratio={ratio} sizes="220px" alt="" />
          <span className="mono ink3">{label}</span>
        </li>
      ))}
    </ul>
  )
}
