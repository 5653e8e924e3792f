import { timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { DamagedAge } from '~/platform/age.server'
import type { Storage } from '~/platform/storage/storage.server'
import { BACKUP_NAME, manifestPath } from './model'
import { readEncrypted, storeEncrypted } from './stored-files.server'
import { type BackupKey, inMemory } from './target.server'

/** Identifies the format of backups. Raise the version with every change that an older version would misread. */
export const BACKUP_FORMAT = 'photography-business-backup'
export const BACKUP_VERSION = 2

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

const backupFile = z.strictObject({ key: z.string().min(1).max(400), bytes: count, sha256 })
/** A stored file of the installation, by its storage key. */
export type BackupFile = z.infer<typeof backupFile>

const manifestSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  version: z.literal([1, BACKUP_VERSION]),
  name: z.string().regex(BACKUP_NAME),
  /** Milliseconds since 1970. */
  madeAt: count,
  /** Mark of the installation that made it (`makerOf`). Version 1 has none. */
  madeBy: sha256.optional(),
  /** Names of the migrations applied to the tables. */
  migrations: z.array(z.string().max(200)).max(10_000),
  /** The installation’s secret, then previous ones that are still accepted. */
  secrets: z.array(z.string().min(1).max(10_000)).min(1).max(100),
  /** A SQLite database. */
  database: z.strictObject({ bytes: count, sha256 }),
  /** Referenced tables come first. The checksum is that of all rows as JSON, ordered by key. */
  tables: z.array(z.strictObject({ name: z.string().max(100), rows: count, sha256 })).max(1_000),
  /** Keys of originals that the installation itself had lost. */
  missing: z.array(z.string().max(400)).max(1_000_000),
  /** Checked one by one, since there may be a hundred thousand and zod would copy them. */
  files: z.array(z.custom<BackupFile>((found) => backupFile.safeParse(found).success)).max(2_000_000),
})

export type BackupManifest = z.infer<typeof manifestSchema>

export interface From {
  target: Storage
  key: BackupKey
}

const SIGNATURE_BYTES = 32
/** Limit of a manifest, which is parsed in memory. Enough for two million files. */
const MOST_BYTES = 512 * 1024 * 1024

/** The manifest is the last file of a backup: without it there is none. */
export async function writeManifest(from: From, manifest: BackupManifest, draft: string): Promise<void> {
  const packed = await promisify(zstdCompress)(JSON.stringify(manifest))
  const pieces = (async function* () {
    yield from.key.sign(packed)
    yield packed
  })()
  await storeEncrypted(from, manifestPath(manifest.name), { pieces, bytes: packed.length }, draft)
}

/**
 * Anyone who knows the public key can encrypt to it, so a manifest is also signed.
 * @returns a sentence if it can’t be used
 */
export async function readBackupManifest(from: From, name: string): Promise<BackupManifest | string> {
  let data: Buffer
  try {
    data = await inMemory(readEncrypted(from, manifestPath(name)))
  } catch (error) {
    if (error instanceof DamagedAge) return 'Its manifest is missing or damaged.'
    throw error
  }
  const [signature, packed] = [data.subarray(0, SIGNATURE_BYTES), data.subarray(SIGNATURE_BYTES)]
  if (signature.length < SIGNATURE_BYTES || !timingSafeEqual(signature, from.key.sign(packed)))
    return 'Its manifest wasn’t written by your site.'
  const text = await promisify(zstdDecompress)(packed, { maxOutputLength: MOST_BYTES }).catch(() => undefined)
  const manifest = text && parse(text.toString('utf8'))
  if (!manifest) return 'Its manifest is damaged.'
  if (typeof manifest === 'string') return manifest
  return manifest.name === name ? manifest : `Its manifest is that of another backup, ${manifest.name}.`
}

function parse(text: string): BackupManifest | string | undefined {
  try {
    const found: unknown = JSON.parse(text)
    const { format, version } = (typeof found === 'object' && found !== null ? found : {}) as Record<
      string,
      unknown
    >
    if (format === BACKUP_FORMAT && typeof version === 'number' && version > BACKUP_VERSION)
      return 'It was made by a newer version. Update this installation first.'
    return manifestSchema.safeParse(found).data
  } catch {
    return undefined
  }
}
