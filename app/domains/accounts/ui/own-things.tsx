import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { WithTimes } from '~/platform/with-times'
import { ButtonLink } from '~/ui/button-link'
import { Facts } from '~/ui/facts'
import { paths } from '~/ui/paths'
import { AccountSection } from './account-section'

export interface BookingLine {
  reference: string
  /** "Portrait · In the studio" */
  what: string
  /** "Saturday, December 5, 2026, 10:30 – 11:15 AM, Eastern Time" */
  when: string
  /** "Confirmed" */
  state: string
  /** "$285 due"; empty: nothing was paid or is due. */
  balance: string
}

interface BookingsSectionProps {
  bookings: { coming: BookingLine[]; past: BookingLine[] }
}

export function BookingsSection({ bookings: { coming, past } }: BookingsSectionProps) {
  if (coming.length + past.length === 0) return <NoBookings />
  return (
    <AccountSection id="bookings" title="Bookings">
      {coming.length > 0 ? <BookingRows title="Upcoming" bookings={coming} /> : null}
      {past.length > 0 ? <BookingRows title="Past and canceled" bookings={past} /> : null}
    </AccountSection>
  )
}

function BookingRows({ title, bookings }: { title: string; bookings: BookingLine[] }) {
  return (
    <div>
      <h3 className="t3">{title}</h3>
      <ul className="acct__rows">
        {bookings.map(({ reference, what, when, state, balance }) => (
          <li key={reference}>
            <p>
              <Link className="txt" to={paths.clientBooking({ ref: reference })}>
                {what}
              </Link>
              <span className="small ink2">
                <WithTimes>{when}</WithTimes>
              </span>
            </p>
            <p>
              <Facts facts={balance ? [state, balance] : [state]} /> <span className="edge">{reference}</span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const NoBookings = () => (
  <AccountSection id="bookings" title="Bookings">
    <div className="empty">
      <h3 className="t3">No sessions on your account</h3>
      <p className="ui ink2 measure">
        Sessions you book with this email show up here. You can view, reschedule, or cancel them.
      </p>
      <ButtonLink to={paths.bookSession()} variant="line" small>
        Book a session
      </ButtonLink>
    </div>
  </AccountSection>
)

/**
 * R16, R23: The target of `/download`: the galleries shared with this address, or what to do if there are
 * none.
 */
export function DownloadsSection({ children }: { children: ReactNode }) {
  if (children)
    return (
      <section className="acct__galleries" id="downloads" aria-labelledby="downloads-title" tabIndex={-1}>
        <h2 className="t1" id="downloads-title">
          Galleries
        </h2>
        {children}
      </section>
    )
  return (
    <AccountSection id="downloads" title="Galleries">
      <div className="empty">
        <h3 className="t3">No galleries yet</h3>
        <p className="ui ink2 measure">
          No gallery is shared with this email. If you’re waiting for photos, ask us. We may have used a
          different one.
        </p>
        <ButtonLink to={paths.contact({ subject: 'My gallery' })} variant="line" small>
          Ask about my photos
        </ButtonLink>
      </div>
    </AccountSection>
  )
}
