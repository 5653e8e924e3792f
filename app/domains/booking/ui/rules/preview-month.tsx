import type { MonthPreview } from '../../schedules/model'

/** A month as a client would find it: free starts, or why there are none. */
export function PreviewMonth({ preview }: { preview: MonthPreview | null }) {
  if (!preview)
    return (
      <p className="note" role="status">
        This session isn’t offered at that location. Choose another, or offer it there.
      </p>
    )
  return (
    <div className="pv">
      <div role="status">
        <h3 className="t3">
          {preview.label} <span className="zone">{preview.zoneName}</span>
        </h3>
      </div>
      <ol className="pv__days">
        {preview.days.map(({ date, weekday, label, times, reason }, at) => (
          <li
            key={date}
            className={`pv__day${times.length === 0 ? ' pv__day--none' : ''}${reason === 'Over' ? ' pv__day--over' : ''}`}
            data-first={at === 0 ? weekday : undefined}
          >
            <b>
              <span className="pv__long">{label}</span>
              <span className="pv__short" aria-hidden="true">
                {Number(date.slice(8))}
              </span>
            </b>
            {times.length === 0 ? <span className="pv__why">{reason}</span> : null}
            {times.length > 0 ? (
              <span className="pv__times mono">
                {times.map((time) => time.replace(' ', '\u00a0')).join(', ')}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  )
}
