import { timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { DamagedAge } from '~/platform/age.server'
import type { Storage } from '~/platform/storage/storage.server'
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupManifest,
  backupManifestSchema,
  manifestPath,
} from './model'
import { readEncrypted, storeEncrypted } from './stored-files.server'
import { type BackupKey, inMemory } from './target.server'

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
    return backupManifestSchema.safeParse(found).data
  } catch {
    return undefined
  }
}
