import type { Author } from '~/domains/audit/model'
import { isOutcome, type Stage } from '~/domains/contact-messages/handling'
import {
  countWaitingContactMessages,
  findContactMessage,
  listContactMessages,
  markContactMessage,
} from '~/domains/contact-messages/operations.server'
import { readZone } from '~/domains/content/operations.server'
import {
  countWaitingDoNotSell,
  findDoNotSell,
  listDoNotSell,
  markDoNotSell,
} from '~/domains/privacy/operations.server'
import type { ListQuery } from '~/platform/answerable'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { messageOfContact, messageOfDoNotSell, type Reader } from './message'
import { INBOX_KINDS, type InboxKind, type InboxMessage, type InboxState, type WholeMessage } from './model'

const PAGE_SIZE = 50

interface ReadDeps {
  db: Db
  clock: Clock
}

type Listed = Omit<ListQuery, 'state'> & { state: InboxState }

interface Source {
  list(deps: { db: Db }, query: Listed, reader: Reader): Promise<WholeMessage[]>
  find(deps: { db: Db }, id: string, reader: Reader): Promise<WholeMessage | undefined>
  count(deps: { db: Db }): Promise<number>
  mark: typeof markContactMessage
}

/** The search function of each domain. */
const SOURCES: Record<InboxKind, Source> = {
  messages: sourceOf(
    listContactMessages,
    findContactMessage,
    messageOfContact,
    countWaitingContactMessages,
    markContactMessage,
  ),
  'do-not-sell': sourceOf(
    async (deps, { state, ...query }) =>
      isOutcome(state) ? [] : await listDoNotSell(deps, { ...query, state }),
    findDoNotSell,
    messageOfDoNotSell,
    countWaitingDoNotSell,
    async (deps, id, to) =>
      isOutcome(to) ? { ok: false, reason: 'missing' } : await markDoNotSell(deps, id, to),
  ),
}

function sourceOf<T>(
  list: (deps: { db: Db }, query: Listed) => Promise<T[]>,
  find: (deps: { db: Db }, id: string) => Promise<T | undefined>,
  toMessage: (received: T, reader: Reader) => WholeMessage,
  count: Source['count'],
  mark: Source['mark'],
): Source {
  return {
    list: async (deps, query, reader) => (await list(deps, query)).map((each) => toMessage(each, reader)),
    find: async (deps, id, reader) => {
      const found = await find(deps, id)
      return found && toMessage(found, reader)
    },
    count,
    mark,
  }
}

const readerOf = async ({ db, clock }: ReadDeps): Promise<Reader> => ({
  zone: await readZone({ db }),
  now: clock.now(),
})

export interface InboxQuery {
  /** null: every kind. */
  kind: InboxKind | null
  state: InboxState
  search: string
  before: string | null
  /** Entries per page. */
  limit?: number
}

/**
 * Incoming messages, newest first. Ids sort by time across all kinds, so one id marks the beginning of the next
 * page.
 */
export async function listInbox(
  deps: ReadDeps,
  { kind, limit = PAGE_SIZE, ...query }: InboxQuery,
): Promise<{ messages: InboxMessage[]; next: string | null }> {
  const reader = await readerOf(deps)
  const kinds = kind ? [kind] : INBOX_KINDS
  const found = await Promise.all(
    kinds.map((each) => SOURCES[each].list(deps, { ...query, limit: limit + 1 }, reader)),
  )
  const newest = found.flat().sort((a, b) => (a.id < b.id ? 1 : -1))
  const messages = newest.slice(0, limit)
  return {
    messages: messages.map(
      ({ facts: _facts, text: _text, replySubject: _subject, inquiry: _inquiry, ...message }) => message,
    ),
    next: newest.length > limit ? (messages.at(-1)?.id ?? null) : null,
  }
}

export async function findMessage(
  deps: ReadDeps,
  kind: InboxKind,
  id: string,
): Promise<WholeMessage | undefined> {
  return await SOURCES[kind].find(deps, id, await readerOf(deps))
}

/** Number of unanswered messages of each kind. */
export async function countUnansweredMessages(deps: { db: Db }): Promise<number> {
  const counts = await Promise.all(INBOX_KINDS.map((kind) => SOURCES[kind].count(deps)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** @param reason why a message is lost */
export const markMessage = (
  deps: ReadDeps & { author: Author },
  kind: InboxKind,
  id: string,
  to: Stage,
  reason = '',
): ReturnType<Source['mark']> => SOURCES[kind].mark(deps, id, to, reason)
