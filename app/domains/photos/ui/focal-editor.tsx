import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useHydrated } from '~/ui/hydrated'
import { type FocalPercent, focalLabel, moved, pointAt, shareOf } from '../focal-point'
import type { PhotoView } from '../model'
import { Picture } from './picture'

const STEPS: Record<string, [x: number, y: number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface FocalEditorProps {
  photo: PhotoView
  focal: FocalPercent
  onMove: (focal: FocalPercent) => void
  /** The `sizes` attribute of the image. */
  sizes?: string
}

/** The photo with its focal point, set by pressing, dragging or the arrow keys. */
export function FocalEditor({
  photo,
  focal,
  onMove,
  sizes = '(min-width: 80rem) 55vw, 96vw',
}: FocalEditorProps) {
  const frame = useRef<HTMLDivElement>(null)
  const ring = useRef<HTMLSpanElement>(null)
  const isAlive = useHydrated()
  const follow = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = frame.current?.getBoundingClientRect()
    if (box) onMove(pointAt({ x: clientX, y: clientY }, box))
  }
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    // Touching the photo scrolls. Only the ring can be dragged by touch.
    if (event.button !== 0 || (event.pointerType === 'touch' && event.target !== ring.current)) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    ring.current?.focus({ preventScroll: true })
    if (event.target !== ring.current) follow(event)
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const far = event.shiftKey ? 10 : 1
    onMove(moved(focal, step[0] * far, step[1] * far))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the ring handles the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: the ring handles the keys
    <div
      className="foc"
      ref={frame}
      style={{ '--r': photo.width / photo.height } as CSSProperties}
      onPointerDown={begin}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event)
      }}
      onClick={(event) => {
        if (event.target !== ring.current) follow(event)
      }}
      onDragStart={(event) => event.preventDefault()}
    >
      <Picture photo={photo} sizes={sizes} priority />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: has the role slider once it is interactive */}
      <span
        className="foc__ring"
        ref={ring}
        style={{ left: `${focal.x}%`, top: `${focal.y}%` }}
        onKeyDown={press}
        {...(isAlive
          ? {
              role: 'slider',
              tabIndex: 0,
              'aria-label': 'Focal point',
              'aria-describedby': 'focal-help',
              'aria-valuemin': 0,
              'aria-valuemax': 100,
              'aria-valuenow': focal.x,
              'aria-valuetext': focalLabel(focal),
            }
          : { 'aria-hidden': true })}
      />
    </div>
  )
}

/** Aspect ratios in which the site crops: page heads, lists, cards and blog thumbnails. */
const SHAPES = [
  { label: '2 : 1', ratio: '2/1' },
  { label: '3 : 2', ratio: '3/2' },
  { label: '4 : 5', ratio: '4/5' },
  { label: 'Square', ratio: '1/1' },
]

/** The photo cropped as on the site, around this point. */
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
