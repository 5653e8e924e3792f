import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { type FieldValues, type NotSaved, parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { asCleanLine } from '~/platform/text'
import { momentLabel, startOfDate } from '~/platform/time'
import { suppress } from '../operations.server'
import { selectSuppressed } from '../store.server'
import { statementSchema } from '../subscribers/model'
import { readCsv } from './csv.server'
import {
  COLUMN_FIELDS,
  type Columns,
  type Counting,
  type Counts,
  type CsvLine,
  guessColumns,
  type Import,
  isReachable,
  noteLine,
  type ReadLine,
  readLine,
  TAGS_MAX,
  type Verdict,
} from './model'
import {
  type Applying,
  type CheckedLine,
  deleteImport,
  deleteUnapplied,
  finishImport,
  insertImport,
  insertImported,
  putLines,
  selectApplying,
  selectImport,
  selectImports,
  selectKnown,
  selectLines,
  settleLines,
  updateImport,
} from './store.server'

export const IMPORT_SUBSCRIBERS = 'import-subscribers'

interface Deps {
  db: Db
  clock: Clock
}

/** Lines per transaction, so that others don't wait long. */
const AT_ONCE = 500
const PAGE_SIZE = 50
const LISTED = 20
const NAME_MAX = 120

/** Reads and checks a file. Nothing is added yet. */
export async function startImport(
  deps: Deps & { author: Author },
  file: { bytes: Uint8Array; name: string },
): Promise<{ ok: true; id: string } | { ok: false; sentence: string }> {
  const read = await readCsv(file.bytes)
  if (!read.ok) return read
  const { header, lines } = read
  if (lines.length === 0) return { ok: false, sentence: 'This file has titles but no people.' }
  const guessed = guessColumns(header, lines)
  if (guessed.email < 0)
    return {
      ok: false,
      sentence:
        'We found no email addresses in this file. If it’s a spreadsheet, such as from Excel or Numbers, save it as CSV first.',
    }
  const columns = tooManyTags(lines, guessed) ? { ...guessed, tags: -1 } : guessed
  const id = newId()
  const { author, clock } = deps
  await insertImport(deps.db, {
    ...{ id, header, columns, fileName: asCleanLine(file.name).slice(0, NAME_MAX) || 'pasted text' },
    ...{ createdAt: clock.now(), byName: author.name },
  })
  const counts = await checkLines(deps, { id, columns, portions: () => portionsOf(lines) })
  await updateImport(deps.db, { id, version: 1 }, { counts })
  return { ok: true, id }
}

const tooManyTags = (lines: CsvLine[], columns: Columns): boolean =>
  new Set(lines.flatMap((line) => readLine(line, columns).tags)).size > TAGS_MAX

function* portionsOf(lines: CsvLine[]): Generator<CsvLine[]> {
  for (let start = 0; start < lines.length; start += AT_ONCE) yield lines.slice(start, start + AT_ONCE)
}

/** Checks every line and stores the verdicts. @param portions called twice, to find repeated addresses first */
async function checkLines(
  { db, clock }: Deps,
  {
    id,
    columns,
    portions,
  }: { id: string; columns: Columns; portions: () => AsyncIterable<CsvLine[]> | Iterable<CsvLine[]> },
): Promise<Counts> {
  const zone = await readZone({ db })
  const counts: Counts = {}
  const counting: Counting = new Map()
  for await (const portion of portions())
    for (const line of portion) noteLine(counting, line.number, readLine(line, columns))
  for await (const portion of portions()) {
    const read = portion.map((line) => ({ line, ...readLine(line, columns) }))
    const verdictOf = await verdictsFor(
      db,
      read.map(({ email }) => email.toLowerCase()),
    )
    const checked = read.map(({ line, date, status, ...fields }): CheckedLine => {
      const key = fields.email.toLowerCase()
      const verdict: Verdict = !isReachable(fields.email)
        ? 'invalid'
        : counting.get(key)?.number !== line.number
          ? 'duplicate'
          : verdictOf(key) === 'new'
            ? VERDICT_OF_STATUS[status]
            : verdictOf(key)
      counts[verdict] = (counts[verdict] ?? 0) + 1
      const at = date === null ? null : startOfDate(date, zone)
      return {
        ...line,
        ...fields,
        subscribedAt: at === null || at > clock.now() || at < 0 ? null : at,
        verdict,
      }
    })
    await transact(db, (tx) => putLines(tx, id, checked))
  }
  return counts
}

const VERDICT_OF_STATUS: Record<ReadLine['status'], Verdict> = {
  subscribed: 'new',
  unknown: 'left',
  unsubscribed: 'gone',
  bounced: 'gone',
  complained: 'gone',
}

/** @param keys addresses in lower case */
async function verdictsFor(db: Db, keys: string[]): Promise<(key: string) => Verdict> {
  const suppressed = new Map((await selectSuppressed(db, keys)).map(({ key, reason }) => [key, reason]))
  const known = new Map(
    (await selectKnown(db, keys)).map(({ key, isConfirmed }): [string, Verdict] => [
      key,
      isConfirmed ? 'subscribed' : 'not-confirmed',
    ]),
  )
  return (key) => suppressed.get(key) ?? known.get(key) ?? 'new'
}

/** The latest imports, with their dates as text. */
export async function listImports({ db }: { db: Db }): Promise<(Import & { when: string })[]> {
  const timeZone = await readZone({ db })
  const imports = await selectImports(db, LISTED)
  return imports.map((each) => ({ ...each, when: momentLabel(each.createdAt, timeZone) }))
}

/** An import with a page of its lines, in the order of the file. */
export async function readImport(
  { db }: { db: Db },
  id: string,
  { verdict, after }: { verdict: Verdict | null; after: number },
): Promise<{ found: Import; lines: CheckedLine[]; next: number | null } | undefined> {
  const found = await selectImport(db, id)
  if (!found) return undefined
  const lines = await selectLines(db, id, { verdict, after, limit: PAGE_SIZE + 1 })
  const isMore = lines.length > PAGE_SIZE
  return {
    found,
    lines: lines.slice(0, PAGE_SIZE),
    next: isMore ? (lines[PAGE_SIZE - 1]?.number ?? null) : null,
  }
}

/** Chooses other columns, and checks every line again. @param sent positions by field; '' for none */
export async function chooseColumns(
  deps: Deps,
  seen: { id: string; version: number },
  sent: FieldValues,
): Promise<{ ok: true } | NotSaved> {
  const known = await selectImport(deps.db, seen.id)
  if (!known) return { ok: false, reason: 'missing' }
  const columns = Object.fromEntries(
    COLUMN_FIELDS.map((field) => {
      const at = /^\d{1,2}$/.test(sent[field] ?? '') ? Number(sent[field]) : -1
      return [field, at < known.header.length ? at : -1]
    }),
  ) as Columns
  if (columns.email < 0)
    return { ok: false, reason: 'refused', errors: { email: 'Choose the column with the email addresses.' } }
  if (await hasTooManyTags(deps.db, seen.id, columns))
    return {
      ok: false,
      reason: 'refused',
      errors: { tags: `This column has more than ${TAGS_MAX} different tags. Choose another one, or none.` },
    }
  if (!(await updateImport(deps.db, seen, { columns }))) return { ok: false, reason: 'changed-since' }
  const counts = await checkLines(deps, {
    id: seen.id,
    columns,
    portions: () => storedPortions(deps.db, seen.id),
  })
  await updateImport(deps.db, { id: seen.id, version: seen.version + 1 }, { counts })
  return { ok: true }
}

async function hasTooManyTags(db: Db, id: string, columns: Columns): Promise<boolean> {
  const tags = new Set<string>()
  for await (const lines of storedPortions(db, id)) {
    for (const line of lines) for (const tag of readLine(line, columns).tags) tags.add(tag)
    if (tags.size > TAGS_MAX) return true
  }
  return false
}

async function* storedPortions(db: Db, id: string): AsyncGenerator<CsvLine[]> {
  for (let after = 0; ; ) {
    const lines = await selectLines(db, id, { verdict: null, after, limit: AT_ONCE })
    if (lines.length > 0) yield lines
    if (lines.length < AT_ONCE) return
    after = lines.at(-1)?.number ?? after
  }
}

/**
 * Adds the new lines in the background, once the owner has said how these people agreed, and suppresses those who
 * are gone by the file.
 */
export async function applyImport(
  { db, clock, author }: Deps & { author: Author },
  seen: { id: string; version: number },
  sent: FieldValues,
): Promise<{ ok: true } | NotSaved> {
  return await transact(db, async (tx): Promise<{ ok: true } | NotSaved> => {
    const known = await selectImport(tx, seen.id)
    if (!known) return { ok: false, reason: 'missing' }
    const { fileName, counts } = known
    const read = counts.new ? parseForm(statementSchema(), sent) : undefined
    if (read && !read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    if (!(await updateImport(tx, seen, { statement: read?.value.statement ?? '', state: 'applying' })))
      return { ok: false, reason: 'changed-since' }
    const subject = `${fileName} (${(counts.new ?? 0).toLocaleString('en-US')})`
    await recordAction({ db: tx, clock, author }, { action: 'subscribers-imported', subject })
    await enqueue(
      { db: tx, clock },
      { kind: IMPORT_SUBSCRIBERS, payload: { id: seen.id }, uniqueKey: seen.id },
    )
    return { ok: true }
  })
}

/** Applies the lines of an import, a portion at a time. Repeating it continues where it ended. */
export async function addImported({ db, clock }: Deps, id: string): Promise<void> {
  for (;;) {
    const isDone = await transact(db, async (tx) => {
      const applying = await selectApplying(tx, id)
      if (!applying) return true
      const gone = await selectLines(tx, id, { verdict: 'gone', after: 0, limit: AT_ONCE })
      const isNew = gone.length === 0
      const lines = isNew ? await selectLines(tx, id, { verdict: 'new', after: 0, limit: AT_ONCE }) : gone
      if (lines.length === 0) {
        await finishImport(tx, id)
        return true
      }
      // Someone may have subscribed or unsubscribed since the file was checked.
      const verdictOf = await verdictsFor(
        tx,
        lines.map(({ email }) => email.toLowerCase()),
      )
      const unknown = lines.filter(({ email }) => verdictOf(email.toLowerCase()) === 'new')
      const added = isNew ? await addLines(tx, unknown, { ...applying, now: clock.now() }) : []
      if (!isNew) await suppressLines({ db: tx, clock }, unknown, applying)
      await settleLines(tx, id, { numbers: lines.map(({ number }) => number), added: added.length })
      return false
    })
    if (isDone) return
  }
}

const addLines = (
  tx: Tx,
  lines: CheckedLine[],
  { fileName: place, statement: words, ...rest }: Applying & { now: number },
): Promise<string[]> => insertImported(tx, lines, { place, words, ...rest })

async function suppressLines(
  deps: { db: Tx; clock: Clock },
  lines: CheckedLine[],
  { columns, fileName }: Applying,
) {
  for (const line of lines) {
    const { email, status: reason } = readLine(line, columns)
    if (reason !== 'subscribed' && reason !== 'unknown')
      await suppress(deps, { email, reason, detail: `By the status in ${fileName}` })
  }
}

/** Deletes an import that wasn't applied. */
export async function discardImport(
  { db }: { db: Db },
  seen: { id: string; version: number },
): Promise<{ ok: true } | NotSaved> {
  if (!(await selectImport(db, seen.id))) return { ok: false, reason: 'missing' }
  return (await deleteImport(db, seen)) ? { ok: true } : { ok: false, reason: 'changed-since' }
}

/** Deletes up to `limit` imports that were checked before an instant and never applied. @returns how many */
export const deleteOldImports = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, (tx) => deleteUnapplied(tx, before, limit))
