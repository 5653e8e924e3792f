import type { NewRow } from '../app/platform/db/schema.ts'

/** Records of each kind. */
export const COUNT = 100_000
/** A name that exactly three records of each kind have. */
export const RARE = 'Quillfeather'
/** The first name of one in twenty records. */
export const BROAD = 'Ann'

const FIRST =
  'Ann Ben Carla David Elena Farid Grace Hugo Ines Jaylen Kofi Lucia Marisol Noor Omar Priya Quinn Renée Sofia Tomás'
const LAST =
  'Abbott Brooks Cole Diaz Evans Fischer Gupta Hughes Ito Jensen Kaplan Lee Murphy Novak Okafor Perez Raman Silva Tran Ueda Vega Whitfield Xu Young Zhang'
const NAMES = { first: FIRST.split(' '), last: LAST.split(' ') }
const BEGIN = Date.UTC(2024, 0, 1)
const APART = 900_000

/**
 * UUIDs of version 7 in chronological order, like the product's own. @param kind makes the ids of two tables
 * differ
 */
const idOf = (n: number, kind: number): string => {
  const time = (BEGIN + n * APART).toString(16).padStart(12, '0')
  const rest = (n * 2_654_435_761 + kind).toString(16).padStart(14, '0').slice(-12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16).padStart(3, '0')}-8000-${rest}`
}

/** Returns the same person for the same number. */
function personOf(n: number) {
  const first = NAMES.first[(n * 7) % NAMES.first.length]
  const last = n % 33_333 === 5 ? RARE : NAMES.last[(n * 11) % NAMES.last.length]
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}.${n}@example.com`.toLowerCase().replace(/[^a-z0-9.@]/g, ''),
    phone: `(973) 555-${String(n % 10_000).padStart(4, '0')}`,
    at: BEGIN + n * APART,
  }
}

/** One in ten is unanswered, including the newest. */
const answerOf = (n: number, at: number) =>
  n % 10 === 9
    ? { answered_at: null, answered_by: null }
    : { answered_at: at + APART, answered_by: 'Dorian Ellis' }

export const contactMessageOf = (n: number): NewRow<'contact_messages'> => {
  const { name, email, phone, at } = personOf(n)
  return {
    ...{ id: idOf(n, 1), name, email, phone, subject: n % 3 === 0 ? 'Wedding' : 'A question' },
    message: 'Is the north gate the one by the cathedral? We would be five people and a dog.',
    received_at: at,
    ...answerOf(n, at),
  }
}

export const doNotSellOf = (n: number): NewRow<'do_not_sell_requests'> => {
  const { email, at } = personOf(n)
  return {
    ...{ id: idOf(n, 3), email, email_key: email, request_date: at, gpc: n % 2 },
    due_date: new Date(at + 21 * 86_400_000).toISOString().slice(0, 10),
    ...answerOf(n, at),
  }
}

export const mailOf = (n: number): NewRow<'outbox'> => {
  const { name, email, at } = personOf(n)
  const isFailed = n % 100 === 1
  return {
    ...{ id: idOf(n, 4), kind: 'bench', to_address: `${name} <${email}>`, reply_to: null },
    ...{ subject: 'We have your message', html: '<p>Hello.</p>', text: 'Hello.', headers: '{}' },
    ...{ message_id: `<${n}@bench.example.com>`, state: isFailed ? 'failed' : 'sent' },
    ...{ failure: isFailed ? '550 No such mailbox' : null, created_at: at, sent_at: isFailed ? null : at },
  }
}

export const auditOf = (n: number): NewRow<'audit'> => ({
  ...{ id: idOf(n, 5), at: personOf(n).at, author_id: 'bench', author_name: 'Dorian Ellis' },
  ...{ action: 'answered', subject: `Message from ${personOf(n).name}`, changes: '[]' },
  ...{ seq: null, prev: null, hash: null },
})

/** Every tenth has unsubscribed. */
export const subscriberOf = (n: number): NewRow<'newsletter'> => {
  const { email, at } = personOf(n)
  return {
    ...{ id: idOf(n, 6), email, email_key: email, request_date: at, unsubscribe_token: `bench-${n}` },
    unsubscribed_at: n % 10 === 3 ? at : null,
  }
}

/** An id from the middle of the period, where a deep page begins. */
export const deepId = idOf(COUNT / 2, 1)
/** A contact from the middle of the period, where a deep page begins. */
export const deepContact = `${BEGIN + (COUNT / 2) * APART}.z`
