import { type PointerEvent, useRef, useState } from 'react'
import { FieldError, fieldId } from '~/ui/field'
import { DRAWING, PATH_MAX } from '../drawing'

/** A field to draw a signature in, with a finger, a pen, or a mouse. Its path is the form's `drawing`. */
export function SignaturePad({ initial, error }: { initial: string; error: string | undefined }) {
  const [path, setPath] = useState(initial)
  const last = useRef<{ x: number; y: number } | null>(null)

  const pointOf = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const scale = (at: number, size: number, units: number) =>
      Math.max(0, Math.min(units, Math.round((at / size) * units)))
    return {
      x: scale(event.clientX - box.left, box.width, DRAWING.width),
      y: scale(event.clientY - box.top, box.height, DRAWING.height),
    }
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = pointOf(event)
    const { x, y } = last.current
    // A drawing also corrects a name that is missing.
    for (const name of ['drawing', 'name'])
      document.getElementById(fieldId(name))?.dispatchEvent(new Event('input', { bubbles: true }))
    // A dot is a short line.
    setPath((before) => added(before, `M${x} ${y}L${Math.min(DRAWING.width, x + 1)} ${y}`))
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (!last.current) return
    const { x, y } = pointOf(event)
    if (Math.abs(x - last.current.x) + Math.abs(y - last.current.y) < 3) return
    last.current = { x, y }
    setPath((before) => added(before, `L${x} ${y}`))
  }
  const end = () => {
    last.current = null
  }
  return (
    <div className="field">
      <p className="ctr-label" id="pad-label">
        Or draw your signature <span className="opt">(optional)</span>
      </p>
      <svg
        className="ctr-pad"
        id={fieldId('drawing')}
        tabIndex={-1}
        role="img"
        aria-labelledby="pad-label"
        aria-describedby={error ? 'drawing-error' : undefined}
        viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <title>{path === '' ? 'Empty' : 'Drawn'}</title>
        <path d={path} />
      </svg>
      <input type="hidden" name="drawing" value={path} />
      <p className="hint">
        {path === '' ? 'Use a finger, a pen, or a mouse.' : 'This drawing is your signature.'}{' '}
        {path === '' ? null : (
          <button type="button" className="txt tap" onClick={() => setPath('')}>
            Clear drawing
          </button>
        )}
      </p>
      {error ? <FieldError id="drawing-error">{error}</FieldError> : null}
    </div>
  )
}

const added = (path: string, more: string): string =>
  path.length + more.length > PATH_MAX ? path : path + more
