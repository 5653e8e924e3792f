import type { NewMail } from '~/domains/outbox/model'
import { Facts, Letter, Paragraph, Quoted } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { renderMail } from '~/platform/mail/render.server'
import { greetableName } from '~/platform/person-fields'
import { dayLabel, fullDate } from '~/platform/time'
import type { DateRequest, DayPart } from './date-request'

export interface SentRequest extends DateRequest {
  reference: string
  /** Such as "Eastern Time". */
  zoneName: string
}

const PART_OF_DAY: Record<DayPart, string> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
  any: 'Morning or afternoon',
}

/** What was asked for, and what happens next. */
export async function dateRequestReceived(letterhead: Letterhead, request: SentRequest): Promise<NewMail> {
  const name = greetableName(request.name)
  return {
    kind: 'date-request-received',
    to: { name: '', email: request.email },
    replyTo: { name: letterhead.name, email: letterhead.email },
    subject: `Your request ${request.reference}: ${request.type.title}, ${dayLabel(request.date)}`,
    ...(await renderMail(
      <Letter
        letterhead={letterhead}
        preview="We answer within one working day. Nothing is charged now."
        title="We have your request"
        footnote="You get this because this address was entered in our booking form. If that wasn’t you, you need to do nothing."
      >
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>
          Thank you. This is what you asked for. It is not booked yet, and nothing has been charged.
        </Paragraph>
        <Facts rows={factsOf(request)} />
        <Paragraph>
          Within one working day we write back with a time on that day, or with the nearest days that are
          free. When you say yes, the session is yours.
        </Paragraph>
        <Paragraph>To change something, reply to this message or call {letterhead.phone}.</Paragraph>
      </Letter>,
    )),
  }
}

/** The request for the studio. A reply goes to the client. */
export async function dateRequestForStudio(letterhead: Letterhead, request: SentRequest): Promise<NewMail> {
  return {
    kind: 'date-request-for-studio',
    to: { name: letterhead.name, email: letterhead.email },
    replyTo: { name: request.name, email: request.email },
    subject: `${request.reference}: ${request.type.title}, ${dayLabel(request.date)}, ${request.name}`,
    ...(await renderMail(
      <Letter
        letterhead={letterhead}
        preview={`${request.name} asks for ${fullDate(request.date)}.`}
        title="Somebody asks for a date"
        footnote="The client has been told to expect an answer within one working day. A reply goes to the client."
      >
        <Facts
          rows={[
            ...factsOf(request),
            ['Name', request.name],
            ['Email', request.email],
            ['Phone', request.phone],
          ]}
        />
        {request.notes === '' ? null : <Quoted>{request.notes}</Quoted>}
      </Letter>,
    )),
  }
}

const factsOf = (request: SentRequest): [string, string][] => [
  ['Reference', request.reference],
  ['Session', request.type.title],
  ['Place', request.place.title],
  ['Day', fullDate(request.date)],
  ['Time of day', `${PART_OF_DAY[request.dayPart]} (${request.zoneName})`],
  ['People', String(request.partySize)],
]
