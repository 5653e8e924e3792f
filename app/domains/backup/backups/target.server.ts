import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { type AgeKey, ageKeyOf, DamagedAge, decryptAge, encryptAge, newAgeKey } from '~/platform/age.server'
import type { Config } from '~/platform/config.server'
import { markOf, seal, unseal } from '~/platform/sealing.server'
import { secretsOf } from '~/platform/secret'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { checkBucket, openAppendOnly } from '~/platform/storage/open-storage.server'
import type { Storage } from '~/platform/storage/storage.server'
import { BACKUPS, passphraseOf, readName, readPassphrase, type UnusableTarget } from './model'

type TargetConfig = Pick<Config, 'secret'>

type Where = Pick<Config, 'backupDir' | 'backupS3'>

const buckets = new WeakMap<object, Promise<Storage>>()

/** Where backups are stored. In a bucket, nothing is overwritten. One connection serves all callers. */
export async function openTarget({ backupDir, backupS3 }: Where): Promise<Storage> {
  if (!backupS3) return folderStorage(backupDir)
  const bucket = buckets.get(backupS3) ?? openAppendOnly(backupS3)
  buckets.set(backupS3, bucket)
  return await bucket
}

/** @throws ConfigError for a bucket that can’t be read, with a sentence for the operator */
export async function checkTarget(target: Storage, { backupS3 }: Where): Promise<void> {
  if (backupS3) await checkBucket(target, backupS3, 'BACKUP_S3_')
}

/** The target, as the operator knows it: a path, or `s3://bucket/prefix`. */
export const placeOf = ({ backupDir, backupS3 }: Where): string =>
  backupS3 ? `s3://${backupS3.bucket}/${backupS3.prefix}`.replace(/\/$/, '') : backupDir

/** How to use another target. */
export const changeTarget = ({ backupS3 }: Where): string =>
  backupS3 ? 'Set BACKUP_S3_BUCKET or BACKUP_S3_PREFIX to another place' : 'Set BACKUP_DIR to another folder'

/**
 * The key of a target. Everything is encrypted to it. The target contains it twice: encrypted to the passphrase,
 * for people, and sealed with the installation’s secret, so that the server can verify its backups.
 */
export interface BackupKey {
  age: Extract<AgeKey, { identity: string }>
  /** Authenticates a manifest: HMAC-SHA256, 32 bytes. */
  sign(data: Uint8Array): Buffer
}

const KEYS = 'keys/'
const serverKeyPath = (mark: string): string => `${KEYS}server-${mark}`
const PASSPHRASE_KEYS = `${KEYS}passphrase-`

/**
 * The target’s key.
 * @returns undefined when there is none that the installation’s secret opens
 */
export async function findKey(target: Storage, { secret }: TargetConfig): Promise<BackupKey | undefined> {
  const path = serverKeyPath(markOf(secret))
  for (const each of secretsOf(secret)) {
    const sealed = await target.read(serverKeyPath(markOf(each)))
    const identity = sealed && unseal(secret, 'backupKey', Buffer.from(sealed).toString('utf8').trim())
    if (identity === undefined) continue
    if (!(await target.exists(path))) await target.putNew(path, sealedKey(secret, identity))
    return await keyFrom(identity)
  }
  return undefined
}

/**
 * The target’s key, created with the first backup.
 * @param isFirst whether an empty target gets a key: no backup was made before, or the owner begins anew
 */
export async function openKey(
  target: Storage,
  config: TargetConfig,
  isFirst: boolean,
): Promise<BackupKey | UnusableTarget> {
  const found = await findKey(target, config)
  if (found) return found
  if (!(await isEmptyTarget(target))) return 'other-key'
  if (!isFirst) return 'emptied'
  const sealed = sealedKey(config.secret, (await newAgeKey()).identity)
  await target.putNew(serverKeyPath(markOf(config.secret)), sealed)
  return (await findKey(target, config)) ?? 'other-key'
}

/** Whether there is neither a key nor a backup, as in a new folder, or where a disk isn’t mounted. */
export const isEmptyTarget = async (target: Storage): Promise<boolean> =>
  !((await isAny(target, KEYS)) || (await isAny(target, BACKUPS)))

/** Lets an installation with another secret use the target’s key. */
export async function adoptKey(target: Storage, { secret }: TargetConfig, key: BackupKey): Promise<void> {
  await target.putNew(serverKeyPath(markOf(secret)), sealedKey(secret, key.age.identity))
}

const sealedKey = (secret: TargetConfig['secret'], identity: string): Buffer =>
  Buffer.from(`${seal(secret, 'backupKey', identity)}\n`)

async function keyFrom(identity: string): Promise<BackupKey> {
  const macKey = Buffer.from(hkdfSync('sha256', identity, '', 'manifest of a backup', 32))
  return {
    age: await ageKeyOf(identity),
    sign: (data) => createHmac('sha256', macKey).update(data).digest(),
  }
}

/** Whether there is a passphrase that opens the backups without this server. */
export const hasPassphrase = (target: Storage): Promise<boolean> => isAny(target, PASSPHRASE_KEYS)

async function isAny(target: Storage, prefix: string): Promise<boolean> {
  for await (const _key of target.list(prefix)) return true
  return false
}

/**
 * Creates a passphrase for the key. Former ones stop working, unless the target refuses to delete.
 * @param now milliseconds since 1970
 * @returns the passphrase, which is stored nowhere
 */
export async function createPassphrase(target: Storage, key: BackupKey, now: number): Promise<string> {
  const former = await Array.fromAsync(target.list(PASSPHRASE_KEYS))
  const passphrase = passphraseOf(randomBytes(32))
  const path = `${PASSPHRASE_KEYS}${now}.age`
  await target.put(path, await inMemory(encryptAge({ passphrase }, [Buffer.from(key.age.identity)])))
  if ((await openWithPassphrase(target, passphrase)) === undefined)
    throw new Error('The passphrase doesn’t open the key that was stored.')
  for (const each of former) if (each !== path) await target.delete(each).catch(() => {})
  return passphrase
}

/** @returns undefined for another passphrase */
export async function openWithPassphrase(target: Storage, typed: string): Promise<BackupKey | undefined> {
  const passphrase = readPassphrase(typed)
  for await (const path of target.list(PASSPHRASE_KEYS)) {
    const file = await target.read(path)
    if (!file) continue
    try {
      return await keyFrom((await inMemory(decryptAge({ passphrase }, [file]))).toString('utf8'))
    } catch (error) {
      if (!(error instanceof DamagedAge)) throw error
    }
  }
  return undefined
}

/** Names of the backups with a manifest, newest first. */
export async function listNames(target: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const path of target.list(BACKUPS)) {
    const name = /^backups\/([^/]+)\/manifest\.age$/.exec(path)?.[1]
    if (name !== undefined && readName(name)) names.push(name)
  }
  return names.toReversed()
}

/** @param pieces that don’t share a buffer */
export const inMemory = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(pieces))
