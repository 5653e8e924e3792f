import { join } from 'node:path'
import { type Config, ConfigError } from '~/platform/config.server'
import { folderStorage } from './folder-storage.server'
import type { S3Settings } from './model'
import type { Storage } from './storage.server'

/**
 * The storage that the configuration names.
 * @throws ConfigError when the bucket can't be used, with a sentence for the operator
 */
export async function openStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  return s3 ? await openBucket(s3) : folderStorage(photosFolder(dataDir))
}

export const photosFolder = (dataDir: string): string => join(dataDir, 'photos')

/**
 * Connects to a bucket, and checks that it can be read.
 * @throws ConfigError
 */
export async function openBucket(s3: S3Settings): Promise<Storage> {
  // Loaded only here: most installations store their photos in a folder.
  const { s3Storage } = await import('./s3-storage.server')
  const storage = s3Storage(s3)
  await checkBucket(storage, s3)
  return storage
}

/**
 * A bucket in which nothing is overwritten: `put` and `putFile` leave a file that exists as it is. Nothing is
 * requested yet.
 */
export async function openAppendOnly(s3: S3Settings): Promise<Storage> {
  const { s3Client, s3Storage } = await import('./s3-storage.server')
  return s3Storage(s3, { client: s3Client(s3), isAppendOnly: true })
}

/**
 * @param prefix of the names of its variables
 * @throws ConfigError
 */
export async function checkBucket(
  storage: Pick<Storage, 'check'>,
  s3: S3Settings,
  prefix: 'S3_' | 'BACKUP_S3_' = 'S3_',
): Promise<void> {
  try {
    await storage.check()
  } catch (error) {
    throw new ConfigError(whatIsWrong(s3, error).replaceAll(/\bS3_/g, prefix))
  }
}

/** A sentence about a bucket that can't be used. */
function whatIsWrong({ bucket, endpoint, region }: S3Settings, error: unknown): string {
  const store = endpoint ?? `Amazon S3 in ${region}`
  const { name, code } = error as Error & { code?: string }
  switch (name) {
    case 'NoSuchBucket':
    case 'NotFound':
      return `There’s no bucket ${bucket} at ${store}. Create it, or correct S3_BUCKET, S3_REGION or S3_ENDPOINT.`
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'InvalidSecurity':
      return `${store} rejected the access key. Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
    case 'AccessDenied':
    case 'Forbidden':
      return `The access key may not list the bucket ${bucket} at ${store}. Allow S3_ACCESS_KEY_ID to list, read, write and delete in it.`
    case 'RequestTimeTooSkewed':
      return `This machine’s clock differs from that of ${store}, which then rejects every request. Synchronize it.`
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return `The bucket ${bucket} is in another region than ${region}. Correct S3_REGION.`
    default:
      return `The bucket ${bucket} at ${store} can’t be read (${code ?? name}). Start the store, or correct S3_ENDPOINT.`
  }
}
