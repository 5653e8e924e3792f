import { type ReactNode, useState } from 'react'
import { Form, Link } from 'react-router'
import { TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { Icon } from '~/ui/icon'
import { useSendsMail } from '~/ui/sends-mail'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { NotSent } from '~/ui/studio/no-mail-server'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { RescheduleTimes } from '../../manage/edits.server'
import { type DoneNotice, NOTE_MAX, type StudioBooking } from '../../manage/model'
import { BookingStateTag } from './booking-list'
import {
  CancelSection,
  CloseForm,
  DecideForm,
  type ManageOutcome,
  outcomeFor,
  type SectionProps,
} from './decision-forms'
import { HoldSection } from './hold-section'
import { MessageSection } from './message-section'
import { FeeSection, PaymentSection } from './payment-section'
import { RescheduleSection } from './reschedule-section'

interface BookingDrawerProps {
  booking: StudioBooking
  /** The free times of a day, while rescheduling. */
  openTimes: RescheduleTimes | undefined
  outcome: ManageOutcome | undefined
  /** Success message after an action. */
  notice: DoneNotice | null
  /** Whether contacts' records can be linked. Only owners see them. */
  isOwner: boolean
  /** Its contracts. */
  contracts: ReactNode
}

/** A booking with everything the studio can do with it. Shown beside the calendar, or as a page. */
export function BookingDrawer(props: BookingDrawerProps) {
  const { booking, openTimes, outcome, notice, isOwner, contracts } = props
  const { state, title, day, times, asked, reference, can } = booking
  const isHeld = booking.hold !== null && booking.hold.until !== ''
  return (
    <article className="bkd" aria-labelledby="drawer-title">
      <div className="bkd__h">
        <BookingStateTag state={state} isHeld={isHeld} />
        <span className="mono ink3">{reference}</span>
        <span className="s">{asked}</span>
      </div>
      <div className="bkd__b">
        <div className="bkd__col">
          {notice ? <DoneNote notice={notice} hasEmail={booking.client.email !== ''} /> : null}
          <header>
            <h2 className="t2" id="drawer-title">
              {title}
            </h2>
            <p className="ink2">{day}</p>
            <p className="ink2">{times}</p>
          </header>
          <Warnings warnings={booking.warnings} />
          <BookingFacts booking={booking} isOwner={isOwner} />
          <ClientPhotos booking={booking} />
          <HoldSection booking={booking} outcome={outcome} />
          {can.decisions.includes('confirm') ? <DecideForm booking={booking} outcome={outcome} /> : null}
          <CloseForm booking={booking} outcome={outcome} />
          {can.reschedule ? (
            <RescheduleSection booking={booking} times={openTimes} outcome={outcome} />
          ) : null}
          {can.decisions.includes('cancel') ? <CancelSection booking={booking} outcome={outcome} /> : null}
        </div>
        <div className="bkd__col">
          <FeeSection booking={booking} outcome={outcome} />
          <PaymentSection booking={booking} outcome={outcome} />
          {contracts}
          <NoteForm booking={booking} outcome={outcome} />
          <MessageSection booking={booking} outcome={outcome} />
          <OtherBookings others={booking.others} email={booking.client.email} />
          <BookingHistory history={booking.history} />
        </div>
      </div>
    </article>
  )
}

const Warnings = ({ warnings }: { warnings: string[] }): ReactNode =>
  warnings.map((warning) => (
    <div className="note note--dev" key={warning}>
      <Icon name="alert" />
      <p>{warning}</p>
    </div>
  ))

interface BookingFactsProps {
  booking: StudioBooking
  isOwner: boolean
}

function BookingFacts({ booking: { client, facts, notes, person }, isOwner }: BookingFactsProps) {
  return (
    <dl className="st-facts bkd-facts">
      <div>
        <dt>Client</dt>
        <dd>
          {person && isOwner ? (
            <Link className="txt" to={studioPaths.client(person)}>
              {client.name}
            </Link>
          ) : (
            client.name
          )}
          {client.sessions === '' ? '' : `, ${client.sessions}`}
        </dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          <a className="txt" href={`mailto:${client.email}`}>
            {client.email}
          </a>
        </dd>
      </div>
      {client.phone === '' ? null : (
        <div>
          <dt>Phone</dt>
          <dd>
            <a className="txt" href={`tel:${client.phone.replace(/[^\d+]/g, '')}`}>
              {client.phone}
            </a>
          </dd>
        </div>
      )}
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="bkd-said">{value}</dd>
        </div>
      ))}
      {notes === '' ? null : (
        <div>
          <dt>Note</dt>
          <dd className="bkd-said">“{notes}”</dd>
        </div>
      )}
    </dl>
  )
}

function ClientPhotos({ booking: { id, photos: answers } }: { booking: StudioBooking }) {
  return answers.map(({ question, photos }) => (
    <section key={question} aria-label={`Photos: ${question}`}>
      <h3 className="st-h2">{question}</h3>
      <ul className="bkd-photos">
        {photos.map((photo) => (
          <li key={photo.id}>
            <a href={studioPaths.bookingPhoto(id, photo.id)} download>
              <img
                src={studioPaths.bookingPhotoPreview(id, photo.id)}
                alt=""
                width={96}
                height={96}
                loading="lazy"
              />
              <span className="txt">
                <span className="vh">Download </span>
                {photo.name}
              </span>
            </a>
            <span className="ink2">{photo.size}</span>
          </li>
        ))}
      </ul>
    </section>
  ))
}

function DoneNote({ notice: { sentence, isEmailed }, hasEmail }: { notice: DoneNotice; hasEmail: boolean }) {
  const sendsMail = useSendsMail()
  const said =
    isEmailed && hasEmail && sendsMail ? `${sentence} An email is on its way to the client.` : sentence
  return (
    <>
      <p className="note note--fix" role="status">
        {said}
      </p>
      {isEmailed && hasEmail ? <NotSent /> : null}
    </>
  )
}

/** A booking's history, newest first. */
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

/** The client's other bookings. */
export function OtherBookings({ others, email }: Pick<StudioBooking, 'others'> & { email: string }) {
  if (others.length === 0) return null
  return (
    <section aria-labelledby="other-bookings">
      <h3 className="st-h2" id="other-bookings">
        Other bookings
      </h3>
      <ul className="bkd-hist">
        {others.map(({ id, title, day, state, isHeld }) => (
          <li key={id} className="bkd-other">
            <span>
              <Link className="txt" to={studioPaths.booking(id)}>
                {title}
              </Link>
              <span className="ink2"> {day}</span>
            </span>
            <BookingStateTag state={state} isHeld={isHeld} />
          </li>
        ))}
      </ul>
      <p>
        <Link className="txt s" to={studioPaths.bookingList({ order: 'all', search: email })}>
          See all
        </Link>
      </p>
    </section>
  )
}

/** The internal note. The key resets the form after saving. */
export function NoteForm({ booking, outcome }: SectionProps) {
  return <OneNote key={booking.note.seen} booking={booking} outcome={outcome} />
}

function OneNote({ booking, outcome }: SectionProps) {
  const [isDirty, setDirty] = useState(false)
  const refusal = outcomeFor(outcome, 'note')
  return (
    <Form
      method="post"
      preventScrollReset
      action={studioPaths.booking(booking.id)}
      className="bkd-form"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal outcome={refusal} order={['note']} ids={{ note: 'booking-note' }} />
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="seen" value={booking.note.seen} />
      <TextArea
        id="booking-note"
        name="note"
        label="Private note"
        optional
        rows={3}
        maxLength={NOTE_MAX}
        hint="Only your team sees this."
        defaultValue={refusal?.values.note ?? booking.note.text}
        error={refusal?.errors.note}
      />
      <div className="st-act">
        <button type="submit" className="btn btn--line">
          Save note
        </button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}
