import { addedAnswers, type ReceivedContactMessage, replySubjectOf } from '~/domains/contact-messages/model'
import type { ReceivedDoNotSell } from '~/domains/privacy/model'
import type { Answer } from '~/platform/answerable'
import { dateOf, fullDate, momentLabel } from '~/platform/time'
import type { WholeMessage } from './model'

/** The studio's time zone and the current time. */
export interface Reader {
  zone: string
  now: number
}

const EXCERPT_LENGTH = 140

export function messageOfContact(contactMessage: ReceivedContactMessage, reader: Reader): WholeMessage {
  const { id, name, email, phone, subject, message, receivedAt } = contactMessage
  return {
    kind: 'messages',
    id,
    from: name,
    email,
    title: subject === '' ? 'Message' : subject,
    excerpt: excerptOf(message),
    ...timesOf(receivedAt, contactMessage.answer, reader),
    stage: contactMessage.stage,
    due: null,
    facts: known([
      ['Name', name],
      ['Email', email],
      ['Phone', phone],
      ['Subject', subject],
      ...addedAnswers(contactMessage),
    ]),
    text: message,
    replySubject: replySubjectOf(contactMessage),
    inquiry: {
      ...{ lostReason: contactMessage.lostReason, bookingId: contactMessage.bookingId },
      event: {
        eventDate: contactMessage.eventDate ?? '',
        shootKind: contactMessage.shootKind ?? '',
        place: contactMessage.place ?? '',
      },
      version: contactMessage.version,
    },
  }
}

export function messageOfDoNotSell(request: ReceivedDoNotSell, reader: Reader): WholeMessage {
  const { id, email, dueDate, gpc, requestDate, answer } = request
  const label = fullDate(dueDate)
  return {
    kind: 'do-not-sell',
    id,
    from: email,
    email,
    title: 'Do not sell or share',
    excerpt: `Due by ${label}`,
    ...timesOf(requestDate, answer, reader),
    stage: answer ? 'answered' : 'waiting',
    due: answer ? null : { label, isOverdue: dueDate < dateOf(reader.now, reader.zone) },
    facts: known([
      ['Email', email],
      ['Due by', label],
      ['Global Privacy Control', gpc ? 'Sent by their browser' : 'Not sent by their browser'],
    ]),
    text: '',
    replySubject: 'Your do-not-sell request',
  }
}

const timesOf = (at: number, answer: Answer | null, { zone }: Reader) => ({
  at,
  received: momentLabel(at, zone),
  answer: answer && { by: answer.by, when: momentLabel(answer.at, zone) },
})

/** The beginning of a text on one line, cut between words. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= EXCERPT_LENGTH) return line
  const cut = line.slice(0, EXCERPT_LENGTH).toWellFormed()
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), EXCERPT_LENGTH / 2))}…`
}

const known = (facts: [label: string, value: string][]) =>
  facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))
