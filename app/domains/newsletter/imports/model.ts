import { isMailAddress } from '~/platform/text'
import type { SuppressionReason } from '../model'
import { TAG_MAX } from '../subscribers/model'

export const IMPORT_BYTES = 10 * 1024 * 1024
export const LINES_MAX = 100_000
export const COLUMNS_MAX = 50
/** Different tags of one file. */
export const TAGS_MAX = 100
const TAGS_OF_LINE_MAX = 20

/** The fields of a subscriber that a file can have. */
export const COLUMN_FIELDS = ['email', 'name', 'lastName', 'tags', 'date', 'status'] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** The position of the column for each field; -1: none. */
export type Columns = Record<ColumnField, number>

export const COLUMN_LABELS: Record<ColumnField, string> = {
  email: 'Email',
  name: 'Name or first name',
  lastName: 'Last name',
  tags: 'Tags',
  date: 'Date subscribed',
  status: 'Status',
}

/** What happens to a line. Only `new` lines are added, and those that are `gone` suppressed. */
export const VERDICTS = [
  'new',
  'subscribed',
  'not-confirmed',
  'unsubscribed',
  'bounced',
  'complained',
  'gone',
  'left',
  'duplicate',
  'invalid',
] as const
export type Verdict = (typeof VERDICTS)[number]
export type Counts = Partial<Record<Verdict | 'added', number>>

export const VERDICT_LABELS: Record<Verdict, string> = {
  new: 'Will be added',
  subscribed: 'Already subscribed',
  'not-confirmed': 'Signed up but not confirmed yet, not added',
  unsubscribed: 'Unsubscribed before, never added again',
  bounced: 'Emails bounced, not added',
  complained: 'Reported spam, never added again',
  gone: 'Kept out by the status in your file',
  left: 'Not subscribed by the status in your file, not added',
  duplicate: 'Same email on another line',
  invalid: 'Not an email',
}

export const readVerdict = (text: string | null): Verdict | null =>
  VERDICTS.find((verdict) => verdict === text) ?? null

/** What a line says, by the chosen columns. */
export interface ReadLine {
  email: string
  name: string
  tags: string[]
  /** YYYY-MM-DD; null: none that we understand. */
  date: string | null
  /** Whether this person gets the emails by the status in the file, and why not. */
  status: 'subscribed' | SuppressionReason | 'unknown'
}

/** What speaks most against sending counts. */
const WEIGHTS: Record<ReadLine['status'], number> = {
  ...{ complained: 3, unsubscribed: 2, bounced: 1, subscribed: 0, unknown: 0 },
}

/** The line that counts for each address, in lower case. */
export type Counting = Map<string, { number: number; weight: number }>

/**
 * Notes a line of the file. Of several with one address, one that keeps it out counts, wherever it is, and
 * otherwise the first.
 */
export function noteLine(counting: Counting, number: number, { email, status }: ReadLine): void {
  if (!isReachable(email)) return
  const key = email.toLowerCase()
  const weight = WEIGHTS[status]
  const known = counting.get(key)
  if (!known || weight > known.weight) counting.set(key, { number, weight })
}

/** A line of the file. */
export interface CsvLine {
  /** Where it begins in the file, from 1. */
  number: number
  cells: string[]
}

export interface Import {
  id: string
  fileName: string
  state: 'checked' | 'applying' | 'applied'
  /** Titles of the columns. */
  header: string[]
  columns: Columns
  counts: Counts
  createdAt: number
  byName: string
  version: number
}

/** The columns that the titles and the first lines suggest. */
export function guessColumns(header: string[], lines: CsvLine[]): Columns {
  const titled = (pattern: RegExp) => header.findIndex((title) => pattern.test(title.trim()))
  const byTitle = titled(/^e-?mail\b|\be-?mail( address)?$/i)
  const byContent = header.findIndex((_, at) => lines.some(({ cells }) => hasAddress(cells[at] ?? '')))
  const byStatus = titled(/status$/i)
  const first = titled(/^(first|given)[ _-]?name$|^first$/i)
  return {
    email: byTitle >= 0 ? byTitle : byContent,
    name: first >= 0 ? first : titled(/^(full |contact )?name$/i),
    lastName: first >= 0 ? titled(/^(last|family)[ _-]?name$|^last$|^surname$/i) : -1,
    tags: titled(/^(tags?|groups?|labels?|segments?)$/i),
    date: titled(/^(date|subscribed|signed up|created|opt-?in|confirm)/i),
    status:
      byStatus >= 0 ? byStatus : header.findIndex((_, at) => lines.some(({ cells }) => keepsOut(cells[at]))),
  }
}

export function readLine({ cells }: CsvLine, columns: Columns): ReadLine {
  const cell = (field: ColumnField) => oneLine(cells[columns[field]] ?? '')
  const { email, beside } = readAddress(cell('email'))
  const name = `${cell('name')} ${cell('lastName')}`.trim() || beside.replaceAll('"', '').trim()
  return {
    email,
    name: name.slice(0, 120).toWellFormed(),
    tags: [
      ...new Set(
        // Also in quotation marks, as Mailchimp writes them.
        (cell('tags').match(/"[^"]*"|[^",;|]+/g) ?? [])
          .map((tag) => tag.replaceAll('"', '').trim().slice(0, TAG_MAX).trim())
          .filter((tag) => tag !== ''),
      ),
    ].slice(0, TAGS_OF_LINE_MAX),
    date: readDate(cell('date')),
    status: readStatus(cell('status').toLowerCase()),
  }
}

/** An address, also as email programs write it: "Ann Lee <ann@example.com>". */
function readAddress(cell: string): { email: string; beside: string } {
  const [, beside = '', email = cell] = /^([^<>]*)<([^<>\s]+)>$/.exec(cell) ?? []
  return { email, beside }
}

export const hasAddress = (cell: string): boolean => isMailAddress(readAddress(cell.trim()).email)

/** As newsletter services write it. Someone who never confirmed, or whose mailbox was full, is `unknown`. */
function readStatus(status: string): ReadLine['status'] {
  if (
    /^(|subscribed|active|(double )?opt(ed)?[ _-]in|confirmed|verified|valid|enabled|yes|true|1)$/.test(
      status,
    )
  )
    return 'subscribed'
  if (/^(unsub|opt(ed)?[ _-]?out)/.test(status)) return 'unsubscribed'
  if (/^((hard[ _-]?)?bounced?|cleaned)$/.test(status)) return 'bounced'
  return /spam|complain|abuse/.test(status) ? 'complained' : 'unknown'
}

/** Whether a cell is what a status says of someone who isn't to get emails, not a note that mentions it. */
const keepsOut = (cell = ''): boolean =>
  /^(unsub|opt(ed)?[ _-]?out|(hard[ _-]?)?bounced?|cleaned|spam|complain)[a-z ]{0,12}$/i.test(cell.trim())

/** Whether mail servers can take an address: a name of up to 64 characters, and a domain with a dot. */
export const isReachable = (email: string): boolean =>
  isMailAddress(email) && /^[^@]{1,64}@[^@]+\.[^.@]+$/.test(email)

/** Without control characters and line breaks. Spreadsheets' guard against formulas is dropped. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')

/** "2024-05-31", with or without a time, or "5/31/2024". */
function readDate(text: string): string | null {
  const [, y, m, d] = /^(\d{4})-(\d{1,2})-(\d{1,2})\b/.exec(text) ?? []
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text) ?? []
  const parts = [y ?? year, m ?? month, d ?? day]
  if (parts.includes(undefined)) return null
  const date = parts.map((part) => part?.padStart(2, '0')).join('-')
  const at = Date.parse(date)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : date
}
