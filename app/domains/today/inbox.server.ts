import type { Author } from '~/domains/audit/model'
import { readSettings } from '~/domains/content/operations.server'
import {
  countWaitingEnquiries,
  findEnquiry,
  listEnquiries,
  markEnquiry,
} from '~/domains/enquiries/operations.server'
import {
  countWaitingDoNotSell,
  findDoNotSell,
  listDoNotSell,
  markDoNotSell,
} from '~/domains/privacy/operations.server'
import type { AnswerState, ListQuery } from '~/platform/answerable'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { letterOfDoNotSell, letterOfEnquiry, type Reader } from './message'
import { CORRESPONDENCE_KINDS, type CorrespondenceKind, type Letter, type WholeLetter } from './model'

const PAGE_SIZE = 50

interface ReadDeps {
  db: Db
  clock: Clock
}

interface Source {
  list(deps: { db: Db }, query: ListQuery, reader: Reader): Promise<WholeLetter[]>
  find(deps: { db: Db }, id: string, reader: Reader): Promise<WholeLetter | undefined>
  count(deps: { db: Db }): Promise<number>
  mark: typeof markEnquiry
}

/** Each kind is asked of its own domain. */
const SOURCES: Record<CorrespondenceKind, Source> = {
  messages: sourceOf(listEnquiries, findEnquiry, letterOfEnquiry, countWaitingEnquiries, markEnquiry),
  'do-not-sell': sourceOf(
    listDoNotSell,
    findDoNotSell,
    letterOfDoNotSell,
    countWaitingDoNotSell,
    markDoNotSell,
  ),
}

function sourceOf<T>(
  list: (deps: { db: Db }, query: ListQuery) => Promise<T[]>,
  find: (deps: { db: Db }, id: string) => Promise<T | undefined>,
  letterOf: (received: T, reader: Reader) => WholeLetter,
  count: Source['count'],
  mark: Source['mark'],
): Source {
  return {
    list: async (deps, query, reader) => (await list(deps, query)).map((each) => letterOf(each, reader)),
    find: async (deps, id, reader) => {
      const found = await find(deps, id)
      return found && letterOf(found, reader)
    },
    count,
    mark,
  }
}

const readerOf = async ({ db, clock }: ReadDeps): Promise<Reader> => ({
  zone: (await readSettings({ db })).studio.timeZone,
  now: clock.now(),
})

export interface CorrespondenceQuery {
  /** null: of every kind. */
  kind: CorrespondenceKind | null
  state: AnswerState
  search: string
  before: string | null
  /** Of a page. */
  limit?: number
}

/** What people have sent, newest first. Ids sort by time across the kinds, so one id marks where the next page begins. */
export async function listCorrespondence(
  deps: ReadDeps,
  { kind, limit = PAGE_SIZE, ...query }: CorrespondenceQuery,
): Promise<{ letters: Letter[]; next: string | null }> {
  const reader = await readerOf(deps)
  const kinds = kind ? [kind] : CORRESPONDENCE_KINDS
  const found = await Promise.all(
    kinds.map((each) => SOURCES[each].list(deps, { ...query, limit: limit + 1 }, reader)),
  )
  const newest = found.flat().sort((a, b) => (a.id < b.id ? 1 : -1))
  const letters = newest.slice(0, limit)
  return {
    letters: letters.map(({ facts: _facts, text: _text, replySubject: _subject, ...letter }) => letter),
    next: newest.length > limit ? (letters.at(-1)?.id ?? null) : null,
  }
}

export async function findLetter(
  deps: ReadDeps,
  kind: CorrespondenceKind,
  id: string,
): Promise<WholeLetter | undefined> {
  return await SOURCES[kind].find(deps, id, await readerOf(deps))
}

/** How many wait of each kind. */
export async function countWaitingLetters(deps: { db: Db }): Promise<number> {
  const counts = await Promise.all(CORRESPONDENCE_KINDS.map((kind) => SOURCES[kind].count(deps)))
  return counts.reduce((sum, count) => sum + count, 0)
}

export const markLetter = (
  deps: ReadDeps & { author: Author },
  kind: CorrespondenceKind,
  id: string,
  to: 'answered' | 'waiting',
): Promise<{ ok: true } | { ok: false; reason: 'missing' }> => SOURCES[kind].mark(deps, id, to)
