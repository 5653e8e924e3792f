import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '~/ui/icon'
import { useSendsMail } from '~/ui/sends-mail'
import { NotSent } from '~/ui/studio/no-mail-server'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { MoveChoice } from '../../manage/edits.server'
import type { DoneNotice, StudioBooking } from '../../manage/model'
import { BookingHistory } from './booking-history'
import { BookingStateTag } from './booking-state'
import { CancelSection, CloseForm, DecideForm } from './decision-forms'
import type { ManageOutcome } from './desk-outcome'
import { FeeSection } from './fee-section'
import { MessageSection } from './message-section'
import { MoveSection } from './move-section'
import { NoteForm } from './note-form'
import { OtherBookings } from './other-bookings'
import { PaymentSection } from './payment-section'

interface BookingDrawerProps {
  booking: StudioBooking
  /** The day whose times a move can choose from; undefined: no move has begun. */
  move: MoveChoice | undefined
  outcome: ManageOutcome | undefined
  /** What has just been done. */
  told: DoneNotice | null
  /** May see the records of people. */
  isOwner: boolean
}

/** A booking with all that the studio can do with it: beside the calendar, or as a page. */
export function BookingDrawer({ booking, move, outcome, told, isOwner }: BookingDrawerProps) {
  const { state, title, day, times, asked, reference, can } = booking
  return (
    <article className="bkd" aria-labelledby="drawer-title">
      <div className="bkd__h">
        <BookingStateTag state={state} />
        <span className="mono ink3">{reference}</span>
        <span className="s">{asked}</span>
      </div>
      <div className="bkd__b">
        <div className="bkd__col">
          {told ? <ToldNote told={told} hasEmail={booking.client.email !== ''} /> : null}
          <header>
            <h2 className="t2" id="drawer-title">
              {title}
            </h2>
            <p className="ink2">{day}</p>
            <p className="ink2">{times}</p>
          </header>
          <Warnings warnings={booking.warnings} />
          <BookingFacts booking={booking} isOwner={isOwner} />
          {can.decisions.includes('confirm') ? <DecideForm booking={booking} outcome={outcome} /> : null}
          <CloseForm booking={booking} outcome={outcome} />
          {can.move ? <MoveSection booking={booking} move={move} outcome={outcome} /> : null}
          {can.decisions.includes('cancel') ? <CancelSection booking={booking} outcome={outcome} /> : null}
        </div>
        <div className="bkd__col">
          <FeeSection booking={booking} outcome={outcome} />
          <PaymentSection booking={booking} outcome={outcome} />
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

function ToldNote({ told: { sentence, isEmailed }, hasEmail }: { told: DoneNotice; hasEmail: boolean }) {
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
