import type { S3Settings } from '~/platform/storage/model'

/** Facts about a database and its files, before anything is written. */
export interface Sides {
  database: {
    id: string | null
    /** The storage is known to have the same id. */
    isSigned: boolean
    /** Photos in the sample. */
    photos: number
  }
  storage: {
    id: string | null
    /** Originals in the sample. */
    originals: number
  }
  /** Photos in the sample whose originals exist. */
  shared: number
}

export type Mismatch =
  | 'different'
  | 'database-is-new'
  | 'storage-is-new'
  | 'lists-none'
  | 'holds-none'
  | 'strangers'

/**
 * Whether a database and a storage belong together. If both have ids, the ids decide. Otherwise, they do if
 * neither has anything to lose, or if most photos of one are in the other: an earlier version, which wrote no
 * ids, has used them together.
 * @returns why they don't belong together, or undefined
 */
export function judgeSides({ database, storage, shared }: Sides): Mismatch | undefined {
  if (database.id !== null && storage.id !== null) return database.id === storage.id ? undefined : 'different'
  // The database gets its id first, so it is another one.
  if (storage.id !== null) return 'database-is-new'
  if (database.isSigned) return 'storage-is-new'
  const { photos } = database
  const { originals } = storage
  if (photos === 0 && originals === 0) return undefined
  if (photos === 0) return 'lists-none'
  if (originals === 0) return 'holds-none'
  return shared * 2 >= photos && shared * 2 >= originals ? undefined : 'strangers'
}

export const JOIN_COMMAND = 'installation join'

interface Configured {
  dataDir: string
  databaseUrl: string | undefined
  s3: S3Settings | undefined
}

/**
 * The message for the operator when the start is refused.
 * @param movedTo storage to which the photos were moved from this one
 */
export function mismatchSentence(
  mismatch: Mismatch,
  { dataDir, databaseUrl, s3 }: Configured,
  movedTo?: string,
): string {
  const database = databaseUrl ? 'the database that DATABASE_URL names' : 'the database studio.sqlite'
  const storage = s3 ? bucketName(s3) : folderName(dataDir)
  if (movedTo !== undefined)
    return `The photos of ${database} were moved from ${storage} to ${movedTo}. Start with the settings of ${movedTo}. Nothing has changed.`
  return [
    whatIsWrong(mismatch, storage, database, s3 ? 'bucket or a folder' : 'data folder or a bucket'),
    'Your photos and data haven’t changed.',
    s3
      ? 'Start with the database and bucket that belong together. Correct S3_BUCKET, S3_PREFIX, S3_ENDPOINT or DATABASE_URL, or unset S3_BUCKET if your photos are in DATA_DIR. To move them to the bucket, or to go on after a move was stopped, run “npm run cli -- storage move --to s3”.'
      : 'Start with the database and folder that belong together. Put the missing one back, or correct DATA_DIR or DATABASE_URL, or set S3_BUCKET if your photos are in a bucket.',
    `To use these two together from now on, run: npm run cli -- ${JOIN_COMMAND}`,
  ].join(' ')
}

/** For example, “the bucket photos/studio at https://s3.example.com”. */
export const bucketName = ({ bucket, prefix, endpoint }: S3Settings): string =>
  `the bucket ${[bucket, prefix.replace(/\/$/, '')].filter(Boolean).join('/')}${endpoint ? ` at ${endpoint}` : ''}`

export const folderName = (dataDir: string): string => `the data folder ${dataDir}`

function whatIsWrong(mismatch: Mismatch, storage: string, database: string, other: string): string {
  switch (mismatch) {
    case 'different':
      return capital(`${storage} and ${database} belong to different installations.`)
    case 'database-is-new':
      return capital(`${storage} belongs to an installation with another database: ${database} is new.`)
    case 'storage-is-new':
      return capital(`${database} belongs to an installation with another ${other}: ${storage} is new.`)
    case 'lists-none':
      return capital(`${storage} contains photos, but ${database} doesn’t know any of them.`)
    case 'holds-none':
      return capital(`${database} lists photos, but ${storage} has none of their originals.`)
    case 'strangers':
      return capital(`${storage} contains different photos than ${database} lists.`)
  }
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
