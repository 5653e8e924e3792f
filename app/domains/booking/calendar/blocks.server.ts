import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import type { Span } from '../availability/model'
import { dropExpiredHolds, lockCalendar, occupy, release } from '../reservations/occupancies-store.server'
import { readBlock, valuesOf } from './block-form'
import { sentenceOf, spanLabel } from './labels'
import type { Block, BlockField, BlockValues } from './model'
import { selectBlock, selectInTheWay } from './store.server'

/** Each installation has one photographer, so one resource. */
const RESOURCE = { id: 'default', number: 1 }
/** Maximum number of conflicts listed. */
const NAMED = 4

export type Blocked =
  | { ok: true; id: string }
  | { ok: false; reason: 'refused'; errors: Partial<Record<BlockField, string>> }
  /** Bookings, visitors' holds or other blocks occupy the time; one sentence each. */
  | { ok: false; reason: 'in-the-way'; sentences: string[] }

export type BlockChanged = Blocked | { ok: false; reason: 'missing' } | { ok: false; reason: 'changed-since' }

export async function findBlock({ db }: Pick<WriteDeps, 'db'>, id: string): Promise<Block | undefined> {
  const zone = await readZone({ db })
  const row = await selectBlock(db, id)
  if (!row) return undefined
  const span = { startsAt: row.starts_at, endsAt: row.ends_at }
  const { title, version } = row
  const values = valuesOf({ ...span, title }, zone)
  return { id, version, values, when: spanLabel(span, zone), title: title === '' ? 'Blocked' : title }
}

/** Blocks time, so that no sessions are offered in it. */
export async function blockTime(deps: WriteDeps, values: BlockValues): Promise<Blocked> {
  const zone = await readZone(deps)
  const read = readBlock(values, zone)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const block = read.value
  return await transact(deps.db, async (tx): Promise<Blocked> => {
    const taken = await take(tx, deps, { ...block, id: newId(), version: 1, zone })
    if (taken.ok)
      await recordAction(
        { ...deps, db: tx },
        { action: 'time-blocked', subject: subjectOf(block.title, block.span, zone) },
      )
    return taken
  })
}

/** Changes the time or title of a block, unless its version has changed. */
export async function changeBlock(
  deps: WriteDeps,
  seen: { id: string; version: number },
  values: BlockValues,
): Promise<BlockChanged> {
  const zone = await readZone(deps)
  const read = readBlock(values, zone)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const block = read.value
  return await transact(deps.db, async (tx): Promise<BlockChanged> => {
    await lockCalendar(tx, RESOURCE.id)
    const row = await selectBlock(tx, seen.id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== seen.version) return { ok: false, reason: 'changed-since' }
    await dropExpiredHolds(tx, RESOURCE.number, deps.clock.now())
    const inTheWay = await named(tx, block.span, { id: row.id }, zone)
    if (inTheWay.length > 0) return { ok: false, reason: 'in-the-way', sentences: inTheWay }
    await release(tx, { id: row.id })
    const taken = await take(tx, deps, { ...block, id: row.id, version: row.version + 1, zone })
    // The calendar is locked and was checked, so this would be a bug. Rolls everything back.
    if (!taken.ok) throw new Error('Open time could not be blocked.')
    const before = { startsAt: row.starts_at, endsAt: row.ends_at }
    const changes = [
      { field: 'When', from: spanLabel(before, zone), to: spanLabel(block.span, zone) },
      { field: 'Title', from: row.title, to: block.title },
    ].filter(({ from, to }) => from !== to)
    if (changes.length > 0)
      await recordAction(
        { ...deps, db: tx },
        { action: 'block-changed', subject: subjectOf(row.title, before, zone), changes },
      )
    return taken
  })
}

/** Removes a block. @returns its values, to undo the removal */
export async function removeBlock(
  deps: WriteDeps,
  id: string,
): Promise<{ ok: true; values: BlockValues } | { ok: false; reason: 'missing' }> {
  const zone = await readZone(deps)
  return await transact(deps.db, async (tx) => {
    await lockCalendar(tx, RESOURCE.id)
    const row = await selectBlock(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    await release(tx, { id })
    const span = { startsAt: row.starts_at, endsAt: row.ends_at }
    await recordAction(
      { ...deps, db: tx },
      { action: 'block-removed', subject: subjectOf(row.title, span, zone) },
    )
    return { ok: true, values: valuesOf({ ...span, title: row.title }, zone) }
  })
}

async function take(
  tx: Tx,
  { clock }: WriteDeps,
  {
    id,
    version,
    title,
    span,
    zone,
  }: { id: string; version: number; title: string; span: Span; zone: string },
): Promise<Extract<Blocked, { ok: true } | { reason: 'in-the-way' }>> {
  await lockCalendar(tx, RESOURCE.id)
  await dropExpiredHolds(tx, RESOURCE.number, clock.now())
  const isFree = await occupy(tx, {
    id,
    resource_id: RESOURCE.id,
    resource_number: RESOURCE.number,
    kind: 'block',
    starts_at: span.startsAt,
    ends_at: span.endsAt,
    booking_id: null,
    expires_at: null,
    title,
    version,
  })
  return isFree
    ? { ok: true, id }
    : { ok: false, reason: 'in-the-way', sentences: await named(tx, span, {}, zone) }
}

type Except = { id?: string; bookingId?: string }

async function named(db: Db, span: Span, except: Except, zone: string): Promise<string[]> {
  const found = await selectInTheWay(db, {
    resourceNumber: RESOURCE.number,
    span,
    except,
    limit: NAMED + 1,
  })
  const sentences = found.slice(0, NAMED).map((each) => sentenceOf(each, zone))
  return found.length > NAMED ? [...sentences, 'There are more after that.'] : sentences
}

const subjectOf = (title: string, span: Span, zone: string): string =>
  `${title === '' ? 'Blocked' : title}, ${spanLabel(span, zone)}`
