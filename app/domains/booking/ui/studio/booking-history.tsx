import type { StudioBooking } from '../../manage/model'

/** What happened to a booking, newest first. */
export function BookingHistory({ history }: Pick<StudioBooking, 'history'>) {
  return (
    <section aria-labelledby="booking-history">
      <h3 className="st-h2" id="booking-history">
        History
      </h3>
      <ol className="bkd-hist">
        {history.map(({ id, when, what, words }) => (
          <li key={id}>
            <p>{what}</p>
            {words === '' ? null : <p className="bkd-said ink2">“{words}”</p>}
            <p className="mono ink3">{when}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
