import type { CSSProperties } from 'react'
import type { PhotoProgress } from '../library/model'

/** How far a photograph is that is not ready; nothing when it is. */
export function PhotoState({ state, made, sizes, isLate }: PhotoProgress) {
  if (state === 'failed') return <span className="tag tag--stop">Failed</span>
  if (state === 'ready') return null
  return (
    <span className="pmade">
      <span className="pmade__b" style={{ '--v': `${(100 * made) / sizes}%` } as CSSProperties} />
      {isLate ? 'Delayed, ' : ''}
      {made} of {sizes} sizes
    </span>
  )
}
