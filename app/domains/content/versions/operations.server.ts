import type { Author } from '~/domains/audit/model'
import type { Clock } from '~/platform/clock'
import type { Db, Tx } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { momentLabel } from '~/platform/time'
import { differencesOf } from './differences'
import type { Comparison, ListedVersion, NewerVersion, ShownField, VersionLabel, Written } from './model'
import {
  insertVersion,
  keyOf,
  selectDrafts,
  selectLatestVersion,
  selectVersion,
  selectVersions,
  updateVersion,
  type VersionRow,
} from './store.server'

/** What the site shows now. `since`: when that was last changed, or 0 if unknown. */
export interface Shown {
  values: FieldValues
  since: number
  /** The values of a stored version, written as those shown are. */
  converted: (values: FieldValues) => FieldValues
}

/** The version that a form opens with. */
export interface Latest {
  values: FieldValues
  /** What a save must name: `number.revision`. */
  version: string
  /** The site doesn't show it yet. */
  isDraft: boolean
  row: VersionRow
  isStored: boolean
}

/** The newest version: what the site shows, unless someone has saved a draft after that. */
export async function readLatest(db: Db, of: Written, shown: Shown): Promise<Latest> {
  const found = await selectLatestVersion(db, of)
  const stored = found && { ...found, form: formOf(shown.converted(valuesOf(found))) }
  const form = formOf(shown.values)
  if (stored && (stored.published_at === null || stored.form === form))
    return latestOf(stored, { isStored: true, isDraft: stored.form !== form })
  const row = {
    ...keyOf(of),
    ...{ number: (stored?.number ?? 0) + 1, revision: 1, form, begun_at: 0, saved_at: shown.since },
    ...{ author_uid: '', author_name: '', published_at: shown.since },
  }
  return latestOf(row, { isStored: false, isDraft: false })
}

const latestOf = (row: VersionRow, about: Pick<Latest, 'isStored' | 'isDraft'>): Latest => ({
  values: valuesOf(row),
  version: `${row.number}.${row.revision}`,
  row,
  ...about,
})

const valuesOf = ({ form }: Pick<VersionRow, 'form'>): FieldValues => JSON.parse(form)

/** The fields in one order, so that equal ones are the same JSON. */
const formOf = (values: FieldValues): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))))

/** How long an author's saves change one version, in milliseconds. */
const ONE_VERSION_MS = 600_000

interface WriteDeps {
  tx: Tx
  clock: Clock
  author: Author
  /** The studio's time zone. */
  zone: string
}

export interface SentVersion {
  values: FieldValues
  /** The version that the author's text began from; null: whichever is the newest. */
  seen: string | null
  /** Adds a version instead of continuing the last one. */
  isSeparate?: boolean
}

export type VersionWritten = { ok: true; latest: Latest; saved: string } | NewerVersion

/**
 * Stores a version, unless someone else has stored one since the author began. What the site shows becomes a
 * version, too, before the first other one, unless that's nothing. `tx` has locked the page or text.
 */
export async function writeVersion(
  { tx, clock, author, zone }: WriteDeps,
  of: Written,
  shown: Shown,
  { values, seen, isSeparate = false }: SentVersion,
): Promise<VersionWritten> {
  const latest = await readLatest(tx, of, shown)
  const { row } = latest
  if (seen !== null && latest.version !== seen)
    return { ok: false, reason: 'changed-since', version: latest.version, ...whoAndWhen(row, zone) }
  const form = formOf(values)
  if (row.form === form) return { ok: true, latest, saved: labelOf(row, zone).saved }
  const isAnythingShown = Object.values(shown.values).some((value) => value !== '')
  if (!latest.isStored && isAnythingShown) await insertVersion(tx, row)
  const now = clock.now()
  const isContinued =
    !isSeparate &&
    row.author_uid === author.uid &&
    row.published_at === null &&
    now - row.begun_at < ONE_VERSION_MS
  const written = isContinued
    ? { ...row, form, revision: row.revision + 1, saved_at: now }
    : {
        ...{ ...keyOf(of), number: row.number + 1, revision: 1, form, published_at: null },
        ...{ begun_at: now, saved_at: now, author_uid: author.uid, author_name: author.name },
      }
  if (isContinued)
    await updateVersion(tx, of, row.number, { form, revision: written.revision, saved_at: now })
  else await insertVersion(tx, written)
  return {
    ok: true,
    latest: latestOf(written, { isStored: true, isDraft: true }),
    saved: momentLabel(now, zone),
  }
}

const whoAndWhen = (row: VersionRow, zone: string) => {
  const { author, saved } = labelOf(row, zone)
  return { by: author || 'Someone on your team', saved }
}

/** Notes that the site shows this version now. */
export async function publishVersion(
  { tx, clock }: { tx: Tx; clock: Clock },
  of: Written,
  { row, isStored }: Latest,
): Promise<void> {
  if (!isStored || row.published_at !== null) return
  await updateVersion(tx, of, row.number, { revision: row.revision + 1, published_at: clock.now() })
}

/** The drafts of pages, by page. */
export const listPageDrafts = ({ db }: { db: Db }): Promise<Map<string, FieldValues>> =>
  draftsBy(db, 'page_slug')

/** The drafts of texts of stories, by item. */
export const listTextDrafts = ({ db }: { db: Db }): Promise<Map<string, FieldValues>> =>
  draftsBy(db, 'item_id')

async function draftsBy(db: Db, key: 'page_slug' | 'item_id'): Promise<Map<string, FieldValues>> {
  const rows = await selectDrafts(db, key)
  return new Map(rows.map(({ of, form }) => [of ?? '', valuesOf({ form })]))
}

const PAGE_SIZE = 50
/** The largest integer of the column on PostgreSQL. */
const NUMBER_MAX = 2_147_483_647

/** Newest first. `next`: older ones are below this number. */
export async function listVersions(
  db: Db,
  of: Written,
  { zone, before = NUMBER_MAX }: { zone: string; before?: number | undefined },
): Promise<{ versions: ListedVersion[]; next: number | null }> {
  const found = await selectVersions(db, of, { before, limit: PAGE_SIZE + 1 })
  const versions = found.slice(0, PAGE_SIZE).map((row) => ({
    ...labelOf(row, zone),
    published: row.published_at === null ? null : momentOf(row.published_at, zone, ''),
  }))
  return { versions, next: found.length > PAGE_SIZE ? (versions.at(-1)?.number ?? null) : null }
}

const labelOf = (row: VersionRow, zone: string): VersionLabel => ({
  ...{
    number: row.number,
    author: row.author_name,
    saved: momentOf(row.saved_at, zone, 'Before the first edit'),
  },
})

/** @param unknown the label if it isn't known when */
const momentOf = (at: number, zone: string, unknown: string): string =>
  at === 0 ? unknown : momentLabel(at, zone)

export async function findVersion(
  db: Db,
  of: Written,
  { number, zone }: { number: number; zone: string },
): Promise<{ label: VersionLabel; values: FieldValues } | undefined> {
  const row = await selectVersion(db, of, number)
  return row && { label: labelOf(row, zone), values: valuesOf(row) }
}

/** A version with the fields of its form in words. */
interface InWords {
  label: VersionLabel
  fields: ShownField[]
}

/** What changed between two versions. */
export function compareFields(older: InWords, newer: InWords): Comparison {
  const [was, is] = [older, newer].map(({ fields }) => new Map(fields.map((field) => [field.name, field])))
  const changes = [...new Map([...(was ?? []), ...(is ?? [])]).values()].flatMap(({ name, label }) => {
    const none = { name, label, text: '', thumb: null }
    const [before, after] = [was?.get(name) ?? none, is?.get(name) ?? none]
    if (before.text === after.text && before.thumb === after.thumb) return []
    const isPhoto = before.thumb !== null || after.thumb !== null
    return [{ name, label, before, after, pieces: isPhoto ? null : differencesOf(before.text, after.text) }]
  })
  return { from: older.label, to: newer.label, changes }
}
