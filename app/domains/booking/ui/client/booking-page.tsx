import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { FormRefusal } from '~/ui/form-refusal'
import { Icon } from '~/ui/icon'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import { useSendsMail } from '~/ui/sends-mail'
import type { BookingView } from '../../client/booking-view'

interface BookingPageProps {
  view: BookingView
  /** How the address names the booking; null: a link opened it. */
  reference: string | null
  /** What has just been done. */
  news: string | undefined
  /** Why something was not done. */
  sentence: string | undefined
  /** Links to add the session to other calendars; null: it doesn't take place. */
  calendars: Omit<CalendarTargets, 'file'> | null
}

/** A booking as its client sees it: how it stands, and what can be done about it now. */
export function BookingPage({ view, reference, news, sentence, calendars }: BookingPageProps) {
  return (
    <>
      <PageHead
        title={view.title}
        lede={view.lede}
        before={<p className="edge mng__ref">Booking {view.reference}</p>}
      />
      <div className="wrap acct__all">
        <Refused>{sentence}</Refused>
        {news && !sentence ? (
          <div className="note note--fix" role="status">
            <Icon name="check" />
            <p>{news}</p>
          </div>
        ) : null}
        {view.words ? (
          <div className="mng__words">
            <p className="edge">{view.wordsFrom === 'client' ? 'You wrote' : 'We wrote'}</p>
            <p>{view.words}</p>
          </div>
        ) : null}
        {view.asksToAccept ? <AcceptForm version={view.version} reference={reference} /> : null}
        {view.isOpen ? null : (
          <div className="mng__again">
            <ButtonLink to={paths.bookSession()} variant="line">
              Book another session
            </ButtonLink>
          </div>
        )}
        <ManagingSection id="session" title="Your session">
          <BookingFacts
            view={view}
            change={view.isOpen ? paths.clientBookingDetails({ ref: reference }) : null}
          />
        </ManagingSection>
        {view.isOpen ? (
          <ManagingSection id="change" title="Reschedule or cancel">
            <BookingTerms view={view} reference={reference} />
          </ManagingSection>
        ) : null}
        {calendars ? (
          <ManagingSection id="calendar" title="Add to calendar">
            <CalendarLinks
              targets={{ ...calendars, file: paths.clientBookingCalendar({ ref: reference }) }}
            />
          </ManagingSection>
        ) : null}
        <ManagingSection id="history" title="History">
          <BookingHistory lines={view.history} />
        </ManagingSection>
        <ManagingSection id="link" title="Your private link">
          <NewLinkForm version={view.version} reference={reference} />
        </ManagingSection>
      </div>
    </>
  )
}

/** The answer to a date that the studio moved a session to. */
export function AcceptForm({ version, reference }: { version: number; reference: string | null }) {
  const busy = useNavigation().formData?.get('intent') === 'accept'
  return (
    <Form
      method="post"
      action={paths.clientBooking({ ref: reference })}
      id="accept"
      className="bk__act mng__answer"
      aria-label="Confirm the new time"
    >
      <input type="hidden" name="intent" value="accept" />
      <input type="hidden" name="version" value={version} />
      <button type="submit" className="btn" aria-busy={busy || undefined}>
        {busy ? 'Confirming…' : 'Confirm new time'}
      </button>
      <ButtonLink to={paths.clientBookingReschedule({ ref: reference })} variant="line">
        Choose another time
      </ButtonLink>
    </Form>
  )
}

interface BookingFactsProps {
  view: BookingView
  /** Where the client's details can be changed; null: too late. */
  change: string | null
}

export function BookingFacts({ view, change }: BookingFactsProps) {
  const { when, place, client } = view
  return (
    <dl className="rev mng__facts">
      <Fact label="Session">{view.session}</Fact>
      <Fact label="When">
        {when.day}
        <br />
        {when.range}
      </Fact>
      <Fact label="Where" change={place.isTheirs ? change : null}>
        {place.title}
        {place.address ? (
          <>
            <br />
            {place.address}
          </>
        ) : null}
      </Fact>
      <Fact label="Who" change={change}>
        {client.name}
        <br />
        {client.contact.map((line) => (
          <span key={line} className="mng__line">
            {line}
          </span>
        ))}
        {client.party}
      </Fact>
      {view.answers.map(({ question, answer }) => (
        <Fact key={question} label={question} change={change}>
          <span className="mng__said">{answer}</span>
        </Fact>
      ))}
      {view.notes || change ? (
        <Fact label="Note" change={change}>
          <span className="mng__said">{view.notes || 'None'}</span>
        </Fact>
      ) : null}
      {view.money.map(([label, text], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be alike, and none moves
        <Fact key={at} label={label}>
          {text}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ label, change, children }: { label: string; change?: string | null; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {change ? (
        <dd>
          <Link className="txt" to={change} aria-label={`Change: ${label}`}>
            Change
          </Link>
        </dd>
      ) : null}
    </div>
  )
}

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

/** What rescheduling and canceling mean now, and the way to either. */
export function BookingTerms({ view, reference }: { view: BookingView; reference: string | null }) {
  return (
    <>
      <div className="mng__term" id="move">
        <p className="measure">{view.rescheduling}</p>
        <ButtonLink to={paths.clientBookingReschedule({ ref: reference })} variant="line">
          Reschedule
        </ButtonLink>
      </div>
      <div className="mng__term">
        <p className="measure">{view.canceling}</p>
        <ButtonLink to={paths.clientBookingCancel({ ref: reference })} variant="line">
          {view.state === 'requested' ? 'Withdraw request' : 'Cancel session'}
        </ButtonLink>
      </div>
    </>
  )
}

export interface CalendarTargets {
  file: string
  google: string
  outlook: string
}

/** Plain links: a file, and two sites that take the session from their address. */
export function CalendarLinks({ targets }: { targets: CalendarTargets }) {
  return (
    <>
      <p className="ui ink2 measure">
        The file works with any calendar. If your session is rescheduled, our email updates it there, too.
      </p>
      <div className="bk__act mng__act">
        <a className="btn btn--line" href={targets.file} download>
          <Icon name="calendar" small />
          Calendar file
        </a>
        <a className="btn btn--line" href={targets.google} rel="noreferrer" target="_blank">
          Google <Icon name="external" small />
        </a>
        <a className="btn btn--line" href={targets.outlook} rel="noreferrer" target="_blank">
          Outlook <Icon name="external" small />
        </a>
      </div>
    </>
  )
}

interface ManagingSectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A part of the page of a booking, set like those of an account. */
export function ManagingSection({ id, title, children }: ManagingSectionProps) {
  return (
    <section className="acct" id={id} aria-labelledby={`${id}-title`}>
      <h2 className="t1" id={`${id}-title`}>
        {title}
      </h2>
      <div className="acct__body">{children}</div>
    </section>
  )
}

/** Ends the links that were sent so far. */
export function NewLinkForm({ version, reference }: { version: number; reference: string | null }) {
  const busy = useNavigation().formData?.get('intent') === 'new-link'
  return (
    <>
      <p className="ui ink2 measure">
        Anyone with this link can view, reschedule, or cancel your booking. If you shared it by accident, get
        a new one. We’ll email it to you, and old links will stop working.
      </p>
      <Form
        method="post"
        action={paths.clientBooking({ ref: reference })}
        reloadDocument
        aria-label="Get a new link"
      >
        <input type="hidden" name="intent" value="new-link" />
        <input type="hidden" name="version" value={version} />
        <button type="submit" className="btn btn--line" aria-busy={busy || undefined}>
          Get a new link
        </button>
      </Form>
    </>
  )
}

/** A sentence about a failed action, which takes the focus. */
export function Refused({ children }: { children: string | undefined }) {
  return <FormRefusal outcome={children ? { sentence: children } : undefined} />
}

export function LinkSent() {
  return useSendsMail() ? (
    <PageHead
      title="Check *your email.*"
      lede="We’ve sent a new link to the email on your booking. Older links no longer work, including on this device."
    />
  ) : (
    <PageHead
      title="The new link *wasn’t sent.*"
      lede="This site can’t send email yet, and older links no longer work. Please contact us for a new one."
    />
  )
}
