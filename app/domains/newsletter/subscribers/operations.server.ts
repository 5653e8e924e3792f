import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { readCursor, writeCursor } from '~/domains/people/model'
import type { Clock } from '~/platform/clock'
import { BYTE_ORDER_MARK, csvLine } from '~/platform/csv'
import { type Db, transact } from '~/platform/db/database.server'
import { type FieldValues, type NotSaved, type PostedFields, parseForm } from '~/platform/forms'
import { newId, newToken } from '~/platform/ids.server'
import { dateOf, momentLabel, monthLabel, shortDate, startOfDate } from '~/platform/time'
import { suppress } from '../operations.server'
import { bookersOf } from '../segments/recipients.server'
import type { Segment } from '../segments/segment'
import { insertConsent, insertSubscriber, liftSuppression, selectSuppressed } from '../store.server'
import {
  newSubscriberSchema,
  REASON_LABELS,
  type ShownSubscriber,
  STATE_LABELS,
  type Subscriber,
  type SubscriberLine,
  type SubscriberState,
  sourceLabel,
  subscriberSchema,
} from './model'
import {
  countChanges,
  countListed,
  ensureTags,
  type ListedQuery,
  raiseVersion,
  replaceTags,
  selectConsents,
  selectListed,
  selectSubscriber,
  selectTags,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

const PAGE_SIZE = 50
const EXPORTED_AT_ONCE = 400

export interface SubscriberFilter {
  state: SubscriberState | null
  segment: Segment
  search: string
}

/** A page of subscribers, newest first. `count`: of all pages. */
export async function listSubscribers(
  deps: Deps,
  { before, ...filter }: SubscriberFilter & { before: string | null },
): Promise<{ lines: (SubscriberLine & { when: string })[]; count: number; next: string | null }> {
  const timeZone = await readZone(deps)
  const query = await queryOf(deps, filter)
  const found = await selectListed(deps.db, { ...query, before: readCursor(before), limit: PAGE_SIZE + 1 })
  const lines = found.slice(0, PAGE_SIZE)
  const last = lines.at(-1)
  return {
    lines: lines.map((line) => ({ ...line, when: sinceLabel(line.subscribedAt, timeZone) })),
    count: await countListed(deps.db, query),
    next: found.length > PAGE_SIZE && last ? writeCursor({ at: last.subscribedAt, id: last.id }) : null,
  }
}

/** Without a time where only the date is known, as in an imported file. */
function sinceLabel(at: number, zone: string): string {
  const date = dateOf(at, zone)
  return at === startOfDate(date, zone) ? shortDate(date) : momentLabel(at, zone)
}

const queryOf = async (deps: Deps, { state, segment, search }: SubscriberFilter): Promise<ListedQuery> => ({
  ...{ state, segment, search },
  bookers: await bookersOf(deps, segment),
})

/** The same subscribers as a CSV file, one page at a time, so that memory use stays small. */
export async function* exportSubscribers(deps: Deps, filter: SubscriberFilter): AsyncGenerator<string> {
  const query = await queryOf(deps, filter)
  const { studio } = await readSettings(deps)
  yield BYTE_ORDER_MARK + csvLine(['Email', 'Name', 'Tags', 'Status', 'Subscribed', 'Source'])
  for (let before: { at: number; id: string } | null = null; ; ) {
    const lines: SubscriberLine[] = await selectListed(deps.db, { ...query, before, limit: EXPORTED_AT_ONCE })
    for (const line of lines) {
      const consents = await selectConsents(deps.db, line.id)
      const consent = consents.find(({ source }) => source !== 'confirmation') ?? consents[0]
      yield csvLine([
        ...[line.email, line.name, line.tags.join(', '), STATE_LABELS[line.state]],
        ...[dateOf(line.subscribedAt, studio.timeZone), consent ? sourceLabel(consent) : ''],
      ])
    }
    const last = lines.at(-1)
    if (!last || lines.length < EXPORTED_AT_ONCE) return
    before = { at: last.subscribedAt, id: last.id }
  }
}

/** A subscriber with every instant as text. */
export async function findSubscriber({ db }: { db: Db }, id: string): Promise<ShownSubscriber | undefined> {
  const found = await selectSubscriber(db, id)
  if (!found) return undefined
  const timeZone = await readZone({ db })
  const label = (at: number) => sinceLabel(at, timeZone)
  return {
    ...found,
    since: label(found.subscribedAt),
    consents: found.consents.map((consent) => ({ ...consent, when: label(consent.at) })),
    suppressions: found.suppressions.map((each) => ({
      ...each,
      when: label(each.at),
      lifted: each.liftedAt === null ? '' : `until ${label(each.liftedAt)}`,
    })),
  }
}

/** Saves name and tags. A new tag is added to the studio's tags. */
export async function saveSubscriber(
  { db, clock, author }: Deps & { author: Author },
  { id, version }: { id: string; version: number },
  sent: PostedFields,
): Promise<{ ok: true } | NotSaved> {
  const read = parseForm(subscriberSchema(), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { name, tags, newTag } = read.value
  return await transact(db, async (tx): Promise<{ ok: true } | NotSaved> => {
    const known = await selectSubscriber(tx, id)
    if (!known) return { ok: false, reason: 'missing' }
    if (!(await raiseVersion(tx, { id, version }, { name }))) return { ok: false, reason: 'changed-since' }
    const added = newTag === '' ? [] : [...(await ensureTags(tx, [newTag])).values()]
    await replaceTags(tx, id, { tags: [...tags, ...added], among: await selectTags(tx) })
    await recordAction({ db: tx, clock, author }, { action: 'subscriber-changed', subject: known.email })
    return { ok: true }
  })
}

/** Unsubscribes someone who asked the studio to. Only they can undo that. */
export const unsubscribeOnRequest = (
  deps: Deps & { author: Author },
  seen: { id: string; version: number },
): Promise<{ ok: true } | NotSaved> =>
  changeSeen(deps, seen, async (within, { email }) => {
    const detail = `On request, by ${deps.author.name}`
    await suppress(within, { email, reason: 'unsubscribed', detail })
    await recordAction(within, { action: 'subscriber-unsubscribed', subject: email })
  })

/** Sends to an address again whose emails bounced, such as one whose mailbox was full. */
export const liftBounce = (
  deps: Deps & { author: Author },
  seen: { id: string; version: number },
): Promise<{ ok: true } | NotSaved> =>
  changeSeen(deps, seen, async (within, { email }) => {
    const { db, clock, author } = within
    const key = email.toLowerCase()
    await liftSuppression(db, { key, reason: 'bounced', at: clock.now(), byName: author.name })
    await recordAction(within, { action: 'bounce-lifted', subject: email })
  })

const changeSeen = (
  deps: Deps & { author: Author },
  seen: { id: string; version: number },
  change: (within: Deps & { author: Author }, known: Subscriber) => Promise<void>,
): Promise<{ ok: true } | NotSaved> =>
  transact(deps.db, async (tx): Promise<{ ok: true } | NotSaved> => {
    const known = await selectSubscriber(tx, seen.id)
    if (!known) return { ok: false, reason: 'missing' }
    if (!(await raiseVersion(tx, seen))) return { ok: false, reason: 'changed-since' }
    await change({ ...deps, db: tx }, known)
    return { ok: true }
  })

export type SubscriberAdded = { ok: true; id: string } | { ok: false; errors: FieldValues }

/** Adds someone who agreed elsewhere. A suppressed address stays as it is. */
export async function addSubscriber(
  { db, clock, author }: Deps & { author: Author },
  sent: FieldValues,
): Promise<SubscriberAdded> {
  const read = parseForm(newSubscriberSchema(), sent)
  if (!read.ok) return { ok: false, errors: read.errors }
  const { email, name, source } = read.value
  const key = email.toLowerCase()
  const at = clock.now()
  return await transact(db, async (tx): Promise<SubscriberAdded> => {
    const [suppressed] = await selectSuppressed(tx, [key])
    if (suppressed)
      return {
        ok: false,
        errors: {
          email: `${REASON_LABELS[suppressed.reason]}. Only this person can subscribe again, with your sign-up form.`,
        },
      }
    const id = await insertSubscriber(tx, { id: newId(), email, name, key, token: newToken(), at })
    if (id === undefined) return { ok: false, errors: { email: 'This address is already subscribed.' } }
    const consent = { source: 'studio', place: source, words: '', network: '' } as const
    await insertConsent(tx, id, { ...consent, at, byName: author.name })
    await recordAction({ db: tx, clock, author }, { action: 'subscriber-added', subject: email })
    return { ok: true, id }
  })
}

export interface Month {
  /** "May 2026" */
  label: string
  subscribed: number
  left: number
}

const MONTHS = 12

/** How many subscribed and left in each of the last twelve months, oldest first. */
export async function readGrowth({ db, clock }: Deps): Promise<Month[]> {
  const timeZone = await readZone({ db })
  const current = Temporal.PlainYearMonth.from(dateOf(clock.now(), timeZone).slice(0, 7))
  const months = Array.from({ length: MONTHS }, (_, n) => current.subtract({ months: MONTHS - 1 - n }))
  const startOf = (month: Temporal.PlainYearMonth) =>
    startOfDate(month.toPlainDate({ day: 1 }).toString(), timeZone)
  return await Promise.all(
    months.map(async (month) => ({
      label: monthLabel(month.toString()),
      ...(await countChanges(db, { from: startOf(month), until: startOf(month.add({ months: 1 })) })),
    })),
  )
}
