import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { indexMissingPosts } from '~/domains/blog/post-search.server'
import { REMINDERS, reminderTime, WRITE_REMINDER } from '~/domains/booking/emails/model'
import { DELIVER_MAIL, MAIL_PRIORITY } from '~/domains/outbox/model'
import { renditionJobs } from '~/domains/photos/photo-jobs'
import { originalKey } from '~/domains/photos/stored-files'
import type { Clock } from '~/platform/clock'
import type { Tx } from '~/platform/db/database.server'
import type { Imaging } from '~/platform/imaging/imaging.server'
import type { InspectedPhoto } from '~/platform/imaging/protocol'
import { enqueueAll, type NewJob } from '~/platform/jobs/queue.server'
import type { Storage } from '~/platform/storage/storage.server'
import { isMailAddress } from '~/platform/text'
import type { ZipReader } from '~/platform/zip/zip-reader.server'
import {
  indexEverything,
  photosToRender,
  selectUpcomingBookings,
  selectWaitingMail,
} from './import-store.server'
import { type ArchivedFile, filePath } from './model'

const ORIGINAL = /^files\/(originals\/[0-9a-f]{2}\/([0-9a-f]{64})\.[a-z]+)$/
export const isOriginal = (path: string): boolean => ORIGINAL.test(path)
/** Generated images: the logo, icons and watermarks. */
const DRAWN = /^files\/((?:brand|watermarks)\/[A-Za-z0-9_/-]+\.(?:png|jpg|webp))$/
export const isDrawn = (path: string): boolean => DRAWN.test(path)

/**
 * Copies a file from an archive to a local one.
 * @returns false when it doesn't match the manifest
 */
export async function unpack(zip: ZipReader, file: ArchivedFile, target: string): Promise<boolean> {
  const hash = createHash('sha256')
  const local = await open(target, 'wx', 0o600)
  try {
    for await (const piece of zip.read(file.path)) {
      hash.update(piece)
      await local.writeFile(piece)
    }
  } finally {
    await local.close()
  }
  return hash.digest('hex') === file.sha256
}

/** Reads a file to the end to verify it, without keeping it. */
export async function isIntact(zip: ZipReader, file: ArchivedFile): Promise<boolean> {
  const hash = createHash('sha256')
  for await (const piece of zip.read(file.path)) hash.update(piece)
  return hash.digest('hex') === file.sha256
}

export interface ImportedFiles {
  /** Facts about each original that later checks need, by checksum. Few, since there may be many photos. */
  photos: Map<string, Pick<InspectedPhoto, 'format' | 'bytes' | 'width' | 'height'>>
  /** Keys that weren't in the storage before. */
  stored: string[]
}

export type ImportOutcome = { ok: true } | { ok: false; sentence: string }

/**
 * Inspects every file of an archive like an upload (format, size, full decoding), and stores it unless this is
 * a dry run. `taken` lists stored files even if a later one is refused.
 */
export async function importFiles(
  { storage, imaging }: { storage: Storage; imaging: Imaging },
  {
    zip,
    files,
    folder,
    isRehearsal,
    onFile,
  }: {
    zip: ZipReader
    files: ArchivedFile[]
    folder: string
    isRehearsal: boolean
    onFile: (done: number, total: number) => void
  },
  taken: ImportedFiles,
): Promise<ImportOutcome> {
  const queue = files.entries()
  let done = 0
  let refusal: string | undefined
  const work = async () => {
    for (const [index, file] of queue) {
      if (refusal !== undefined) return
      const local = join(folder, `file-${index}`)
      const found = await takeFile({ storage, imaging }, { zip, file, local, isRehearsal }, taken)
      refusal ??= found
      await rm(local, { force: true })
      onFile(++done, files.length)
    }
  }
  await Promise.all(Array.from({ length: imaging.size }, work))
  return refusal === undefined ? { ok: true } : { ok: false, sentence: refusal }
}

async function takeFile(
  { storage, imaging }: { storage: Storage; imaging: Imaging },
  {
    zip,
    file,
    local,
    isRehearsal,
  }: { zip: ZipReader; file: ArchivedFile; local: string; isRehearsal: boolean },
  taken: ImportedFiles,
): Promise<string | undefined> {
  const [, key, sha256] = ORIGINAL.exec(file.path) ?? DRAWN.exec(file.path) ?? []
  if (!key) return `${file.path} isn’t a file this software uses.`
  if (!(await unpack(zip, file, local))) return `${file.path} doesn’t match its manifest, so it’s damaged.`
  const inspected = await imaging.inspect(local, { isStored: true })
  if (!inspected.ok) return `${file.path}: ${inspected.sentence}`
  if (sha256 !== undefined) {
    const { format, bytes, width, height } = inspected.photo
    if (sha256 !== file.sha256 || filePath(originalKey({ sha256, format })) !== file.path)
      return `${file.path} isn’t the file its name says.`
    taken.photos.set(sha256, { format, bytes, width, height })
  }
  if (isRehearsal || (await storage.exists(key))) return undefined
  taken.stored.push(key)
  return (await storage.putFile(key, local, file.sha256))
    ? undefined
    : `${file.path} changed while we read it.`
}

/** Recreates what archives don't contain, in the import's transaction: search terms and queued jobs. */
export async function resumeWork({ db: tx, clock }: { db: Tx; clock: Clock }): Promise<void> {
  await indexEverything(tx)
  await indexMissingPosts({ db: tx })
  let rank = 0
  for await (const photos of photosToRender(tx))
    await enqueueAll(
      { db: tx, clock },
      photos.flatMap((photo) => renditionJobs(photo, rank++)),
    )
  const mail = await selectWaitingMail(tx)
  await enqueueAll(
    { db: tx, clock },
    mail.map(({ id }) => ({ kind: DELIVER_MAIL, payload: { mail: id }, priority: MAIL_PRIORITY })),
  )
  await enqueueAll({ db: tx, clock }, await reminders(tx, clock.now()))
}

async function reminders(tx: Tx, now: number): Promise<NewJob[]> {
  const bookings = await selectUpcomingBookings(tx, now - 86_400_000)
  return bookings
    .filter(({ email }) => isMailAddress(email))
    .flatMap(({ id, session_date: sessionDate, session_end: sessionEnd }) =>
      REMINDERS.map((reminder) => ({
        kind: WRITE_REMINDER,
        payload: { booking: id, reminder, sessionDate },
        runAt: reminderTime(reminder, { sessionDate, sessionEnd }),
        uniqueKey: `${WRITE_REMINDER} ${id} ${sessionDate} ${reminder}`,
      })),
    )
    .filter(({ runAt }) => runAt > now)
}
