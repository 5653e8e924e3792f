import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import { AccountSection } from './account-section'

export interface RequestLine {
  reference: string
  /** "Headshot · In the studio" */
  what: string
  /** "Saturday, November 28, 2026, in the morning" */
  when: string
}

export function BookingsSection({ requests }: { requests: RequestLine[] }) {
  if (requests.length > 0)
    return (
      <AccountSection id="bookings" title="Bookings">
        <h3 className="t3">Dates that you asked for</h3>
        <ul className="acct__rows">
          {requests.map(({ reference, what, when }) => (
            <li key={reference}>
              <p>
                {what}
                <span className="small ink2">{when}</span>
              </p>
              <p className="edge">{reference}</p>
            </li>
          ))}
        </ul>
        <p className="small ink2 measure">Each is answered by email, within one working day.</p>
      </AccountSection>
    )
  return (
    <AccountSection id="bookings" title="Bookings">
      <div className="empty">
        <h3 className="t3">No sessions on your account</h3>
        <p className="ui ink2 measure">
          Dates that you ask for with this email address are listed here, and answered by email.
        </p>
        <ButtonLink to={paths.bookSession()} variant="line" small>
          Book a session
        </ButtonLink>
      </div>
    </AccountSection>
  )
}

/** R16, R23: where `/download` leads. */
export function DownloadsSection() {
  return (
    <AccountSection id="downloads" title="Downloads">
      <div className="empty">
        <h3 className="t3">Nothing to download</h3>
        <p className="ui ink2 measure">
          No gallery is shared with this address. If you are waiting for pictures, ask us: perhaps they were
          sent to another one.
        </p>
        <ButtonLink to={paths.contact({ subject: 'My gallery' })} variant="line" small>
          Ask for my pictures
        </ButtonLink>
      </div>
    </AccountSection>
  )
}
