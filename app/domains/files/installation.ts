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

/** The message for the operator when the start is refused. */
export function mismatchSentence(
  mismatch: Mismatch,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
): string {
  const database = databaseUrl ? 'the database that DATABASE_URL names' : 'the database studio.sqlite'
  return [
    whatIsWrong(mismatch, `the data folder ${dataDir}`, database),
    'Your photos and data haven’t changed.',
    'Start with the database and folder that belong together. Put the missing one back, or correct DATA_DIR or DATABASE_URL.',
    `To use these two together from now on, run: npm run cli -- ${JOIN_COMMAND}`,
  ].join(' ')
}

function whatIsWrong(mismatch: Mismatch, folder: string, database: string): string {
  switch (mismatch) {
    case 'different':
      return capital(`${folder} and ${database} belong to different installations.`)
    case 'database-is-new':
      return capital(`${folder} belongs to an installation with another database: ${database} is new.`)
    case 'storage-is-new':
      return capital(`${database} belongs to an installation with another data folder: ${folder} is new.`)
    case 'lists-none':
      return capital(`${folder} contains photos, but ${database} doesn’t know any of them.`)
    case 'holds-none':
      return capital(`${database} lists photos, but ${folder} has none of their originals.`)
    case 'strangers':
      return capital(`${folder} contains different photos than ${database} lists.`)
  }
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
