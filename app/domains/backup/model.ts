import { z } from 'zod'

/** Says what an archive is; another number for each change after which an older program would misread it. */
export const EXPORT_FORMAT = 'photography-business-export'
export const EXPORT_VERSION = 2
export const MANIFEST = 'manifest.json'

/**
 * Tables that an archive does not hold. What is made anew from the rest: pictures for pages and for handing over, the
 * words of searches, work that waits. What is over when the program moves: sessions, links that were asked for, holds,
 * counted tries, uploads that go on, floods of bookings and what waits for a press in an email. What is about this database and this folder alone: which installation they are, and
 * what the inventory found. And the archives themselves.
 */
export const LEFT_OUT: readonly string[] = [
  'booking_flood_declines',
  'booking_floods',
  'content_version',
  'download_faults',
  'download_files',
  'exports',
  'folders_to_check',
  'hold_networks',
  'holds',
  'installation',
  'inventory_runs',
  'jobs',
  'proofs',
  'rate_limits',
  'removed_photos',
  'renditions',
  'search_terms',
  'sessions',
  'unverified_bookings',
  'uploads',
  'verifications',
]

/** Rows of other tables that are left out, by a column and its value. */
export const LEFT_OUT_ROWS: Readonly<Record<string, { column: string; value: string }>> = {
  occupancies: { column: 'kind', value: 'hold' },
}

/** Stored files that are made anew from the originals, belong to no photo, or are about this folder alone. */
export const LEFT_OUT_FILES: readonly string[] = [
  'renditions/',
  'deliveries/',
  'proofs/',
  'uploads/',
  'exports/',
  'health/',
  'quarantine/',
  'installation',
]

/**
 * What an archive calls a table or a column: the name of the specification, such as `doNotSellRequests` for
 * do_not_sell_requests. Archives of version 1 have the names of the database.
 */
export const archivedName = (name: string, version = EXPORT_VERSION): string =>
  version === 1 ? name : name.replaceAll(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase())

/** @param table as the archive calls it */
export const tablePath = (table: string): string => `tables/${table}.json`
export const filePath = (key: string): string => `files/${key}`

const path = z.string().min(1).max(400)
const count = z.int().min(0)

const archivedFile = z.strictObject({ path, bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type ArchivedFile = z.infer<typeof archivedFile>

export const manifestSchema = z.strictObject({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal([1, EXPORT_VERSION]),
  /** Milliseconds since 1970. */
  madeAt: count,
  /** Names of the migrations that the tables have been through. */
  migrations: z.array(z.string().max(200)).max(10_000),
  /** Tells whether another installation has the same secret, and nothing about the secret. */
  secretMark: z.string().max(100),
  /** Rows of each table by its name in the archive, those first that others refer to. */
  tables: z.array(z.strictObject({ name: z.string().max(100), rows: count })).max(1_000),
  /** Originals that the installation itself has lost. */
  missing: z.array(path).max(1_000_000),
  /** Looked at one by one, and not copied: there may be a hundred thousand. */
  files: z.array(z.custom<ArchivedFile>((found) => archivedFile.safeParse(found).success)).max(2_000_000),
})

export type Manifest = z.infer<typeof manifestSchema>

/** What came of an export. */
export interface Exported {
  bytes: number
  photographs: number
  /** Original names of photographs whose files are lost or damaged: the archive is without them. */
  missing: string[]
}

export const MAKE_EXPORT = 'make-export'
export const CLEAR_EXPORT = 'clear-export'
export const exportPayload = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })

/** An archive that lies around is one that somebody finds: it goes after three days. */
export const KEPT_MS = 3 * 86_400_000

/** An archive as its page tells of it. */
export interface ExportLine {
  id: string
  state: 'making' | 'ready' | 'failed'
  askedBy: string
  asked: string
  /** When it goes. */
  until: string
  bytes: number
  photographs: number
  /** Names of photographs whose files are lost. */
  missing: string[]
}
