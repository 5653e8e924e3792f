import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { WithTimes } from '~/platform/with-times'
import { ButtonLink } from '~/ui/button-link'
import { FormRefusal } from '~/ui/form-refusal'
import { Icon } from '~/ui/icon'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import { useSendsMail } from '~/ui/sends-mail'
import type { BookingView } from '../../client/booking-view'
import type { SentTip } from '../../online/tip'
import { PaymentsDue } from './payments-due'
import { StepsLeft } from './steps-left'

interface BookingPageProps {
  view: BookingView
  /** Reference in the URL; null: a manage link opened the booking. */
  reference: string | null
  /** Success message after an action. */
  news: string | undefined
  /** Why an action failed. */
  sentence: string | undefined
  /** The tip in a refused form. */
  refusedTip: SentTip | undefined
  /** Links to add the session to other calendars; null: it doesn't take place. */
  calendars: Omit<CalendarTargets, 'file'> | null
  /** Of the session's location or service. */
  picture: PhotoView | undefined
  /** A section that waits for the client, before what they can look up. */
  asked: ReactNode
  /** More sections, such as invoices. */
  children?: ReactNode
}

/** A booking's page for its client: status, facts, and actions. */
export function BookingPage(props: BookingPageProps) {
  const { view, reference, news, sentence, refusedTip, calendars, picture, asked, children } = props
  const change = view.isOpen ? paths.clientBookingDetails({ ref: reference }) : null
  return (
    <>
      <PageHead
        title={view.title}
        lede={<WithTimes>{view.lede}</WithTimes>}
        before={<p className="edge mng__ref">Booking {view.reference}</p>}
      >
        <SessionFacts view={view} change={change} />
      </PageHead>
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
        {view.steps ? <StepsLeft steps={view.steps} reference={reference} /> : null}
        {view.isOpen ? null : (
          <div className="mng__again">
            <ButtonLink to={paths.bookSession()} variant="line">
              Book another session
            </ButtonLink>
          </div>
        )}
        {asked}
        {view.payments ? (
          <ManagingSection id="payments" title="Payments" isMain>
            <PaymentsDue
              payments={view.payments}
              action={paths.clientBooking({ ref: reference })}
              refused={refusedTip}
            />
          </ManagingSection>
        ) : null}
        <ManagingSection
          id="session"
          title="Details"
          picture={
            picture ? (
              <Picture
                className="mng__ph"
                photo={picture}
                ratio="3/2"
                sizes="(min-width: 64rem) 29vw, 92vw"
                alt=""
                priority
              />
            ) : null
          }
        >
          <BookingDetails view={view} change={change} />
        </ManagingSection>
        {children}
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
        {view.history.length === 0 ? null : (
          <FoldedSection id="history" title="History">
            <BookingHistory lines={view.history} />
          </FoldedSection>
        )}
        <FoldedSection id="link" title="Your private link">
          <NewLinkForm version={view.version} reference={reference} />
        </FoldedSection>
      </div>
    </>
  )
}

/** A button that accepts the time chosen by the studio. */
function AcceptForm({ version, reference }: { version: number; reference: string | null }) {
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
  /** URL of the form for the client's details; null: too late to change them. */
  change: string | null
}

/** What was booked, when, and where. */
function SessionFacts({ view: { session, when, place }, change }: BookingFactsProps) {
  return (
    <dl className="kv2 mng__main">
      <dt className="small">Session</dt>
      <dd>{session}</dd>
      <dt className="small">When</dt>
      <dd>
        {when.day}
        <span className="kv2__s">{when.range}</span>
      </dd>
      <dt className="small">Where</dt>
      <dd>
        {place.title}
        {place.address ? <span className="kv2__s">{place.address}</span> : null}
        {place.isTheirs && change ? (
          <span className="kv2__s">
            <Link className="txt" to={change} aria-label="Change: Where">
              Change
            </Link>
          </span>
        ) : null}
      </dd>
    </dl>
  )
}

function BookingDetails({ view, change }: BookingFactsProps) {
  const { client } = view
  return (
    <dl className="rev mng__facts">
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
          <WithTimes>{text}</WithTimes>
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

function BookingHistory({ lines }: { lines: BookingView['history'] }) {
  return (
    <ol className="mng__hist">
      {lines.map(({ at, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none moves
        <li key={index}>
          <span className="small ink2">{at}</span>
          <span>
            <WithTimes>{text}</WithTimes>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What rescheduling and canceling cost now, with links to both. */
function BookingTerms({ view, reference }: { view: BookingView; reference: string | null }) {
  return (
    <>
      <div className="mng__term" id="move">
        <p className="measure">
          <WithTimes>{view.rescheduling}</WithTimes>
        </p>
        <ButtonLink to={paths.clientBookingReschedule({ ref: reference })} variant="line">
          Reschedule
        </ButtonLink>
      </div>
      <div className="mng__term">
        <p className="measure">
          <WithTimes>{view.canceling}</WithTimes>
        </p>
        <ButtonLink to={paths.clientBookingCancel({ ref: reference })} variant="line">
          {view.state === 'requested' && !view.steps ? 'Withdraw request' : 'Cancel session'}
        </ButtonLink>
      </div>
    </>
  )
}

interface CalendarTargets {
  file: string
  google: string
  outlook: string
}

/** An .ics file, and links to two calendar sites with the session in the URL. */
function CalendarLinks({ targets }: { targets: CalendarTargets }) {
  return (
    <>
      <p className="ui ink2 measure">
        The file works with any calendar. If your session is rescheduled, our email updates it there, too.
      </p>
      <div className="bk__act mng__act mng__cal">
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
  /** What the client is asked for. */
  isMain?: boolean
  /** Shown below the title. */
  picture?: ReactNode
  children: ReactNode
}

/** A section of a booking's page, styled like those of an account. */
export function ManagingSection({ id, title, isMain = false, picture, children }: ManagingSectionProps) {
  return (
    <section className={isMain ? 'acct' : 'acct mng__less'} id={id} aria-labelledby={`${id}-title`}>
      <div>
        <h2 className={isMain ? 't1' : 't3'} id={`${id}-title`}>
          {title}
        </h2>
        {picture}
      </div>
      <div className="acct__body">{children}</div>
    </section>
  )
}

const FoldedSection = ({ id, title, children }: Omit<ManagingSectionProps, 'picture' | 'isMain'>) => (
  <details className="acct__fold mng__fold" id={id}>
    <summary>
      <h2 className="t3">{title}</h2>
    </summary>
    <div className="acct__body">{children}</div>
  </details>
)

/** A button that revokes the links sent so far and emails a new one. */
function NewLinkForm({ version, reference }: { version: number; reference: string | null }) {
  const busy = useNavigation().formData?.get('intent') === 'new-link'
  if (!useSendsMail())
    return (
      <p className="ui ink2 measure">
        Anyone with this link can view, reschedule, or cancel your booking. If you shared it by accident,
        please contact us. This site can’t send email yet, so it can’t send you a new one.
      </p>
    )
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

/** A message about a failed action, which gets the focus. */
function Refused({ children }: { children: string | undefined }) {
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
