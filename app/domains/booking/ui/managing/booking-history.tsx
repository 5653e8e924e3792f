import type { BookingView } from '../../client/booking-view'

export function BookingHistory({ lines }: { lines: BookingView['history'] }) {
  return (
    <ol className="mng__hist">
      {lines.map(({ at, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none moves
        <li key={index}>
          <span className="small ink2">{at}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}
