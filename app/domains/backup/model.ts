import { z } from 'zod'

/** Identifies the archive format. Raise the version with every change that an older version would misread. */
export const EXPORT_FORMAT = 'photography-business-export'
export const EXPORT_VERSION = 2
export const MANIFEST = 'manifest.json'

/**
 * Tables that aren't exported. Derived data: renditions, search terms, queued jobs. Data that isn't useful
 * elsewhere: sessions, requested links, holds, leases, rate limits, running uploads and imports, unverified bookings. Data about
 * this database and folder: the installation's ids and the file inventory. And the export archives and runs of backups themselves.
 */
export const LEFT_OUT: readonly string[] = [
  'backup_runs',
  'booking_flood_declines',
  'booking_floods',
  'content_version',
  'download_faults',
  'download_files',
  'due_ledgers',
  'exports',
  'folders_to_check',
  'hold_networks',
  'holds',
  'installation',
  'inventory_runs',
  'jobs',
  'leases',
  'newsletter_import_lines',
  'newsletter_imports',
  'post_import_lines',
  'post_imports',
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

/** Rows of other tables that aren't exported, by a column and its value. */
export const LEFT_OUT_ROWS: Readonly<Record<string, { column: string; value: string }>> = {
  occupancies: { column: 'kind', value: 'hold' },
}

/**
 * The name of a table or column in archives, from the specification, such as `doNotSellRequests` for
 * do_not_sell_requests. Archives of version 1 use the database's names.
 */
export const archivedName = (name: string, version = EXPORT_VERSION): string =>
  version === 1 ? name : name.replaceAll(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase())

/** @param table its name in the archive */
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
  /** Names of the migrations applied to the tables. */
  migrations: z.array(z.string().max(200)).max(10_000),
  /** Fingerprint of the secret, to compare it with another installation's. */
  secretMark: z.string().max(100),
  /** Number of rows per table, by name in the archive. Referenced tables come first. */
  tables: z.array(z.strictObject({ name: z.string().max(100), rows: count })).max(1_000),
  /** Names of originals that the installation itself lacks. */
  missing: z.array(path).max(1_000_000),
  /** Checked one by one, since there may be a hundred thousand and zod would copy them. */
  files: z.array(z.custom<ArchivedFile>((found) => archivedFile.safeParse(found).success)).max(2_000_000),
})

export type Manifest = z.infer<typeof manifestSchema>

/** The result of an export. */
export interface Exported {
  bytes: number
  photos: number
  /** Original names of photos whose files are lost or damaged, and not in the archive. */
  missing: string[]
}

export const MAKE_EXPORT = 'make-export'
export const CLEAR_EXPORT = 'clear-export'
export const exportPayload = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })

/** How long archives are kept, in milliseconds: three days, since they contain everything. */
export const KEPT_MS = 3 * 86_400_000

/** An archive as shown on its page. */
export interface ExportLine {
  id: string
  state: 'making' | 'ready' | 'failed'
  requestedBy: string
  asked: string
  /** When it will be deleted. */
  until: string
  bytes: number
  photos: number
  isEncrypted: boolean
  /** Names of photos whose files are lost. */
  missing: string[]
}
