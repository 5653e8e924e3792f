import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { momentLabel } from '~/platform/time'
import { selectPhoto } from './library-store.server'
import type { PhotoDeps } from './operations.server'
import { CHECK_PHOTO } from './photo-jobs'
import type { PhotoCheck } from './safety-report'
import { type CheckedFile, type CheckedRendition, safetyReport } from './safety-report'
import {
  findPhoto,
  type PhotoRow,
  type RenditionRow,
  selectCheck,
  selectRenditions,
  upsertOutcome,
  upsertRequest,
} from './store.server'
import { originalKey, renditionKey } from './stored-files'

/** The last check's result. Its time is in `zone`. */
export async function readCheck({ db }: { db: Db }, photoId: string, zone: string): Promise<PhotoCheck> {
  const row = await selectCheck(db, photoId)
  if (!row) return { points: [], when: null, isWaiting: false }
  return {
    points: JSON.parse(row.points),
    when: row.at === null ? null : momentLabel(row.at, zone),
    isWaiting: row.at === null || row.at < row.requested_at,
  }
}

/** Queues a check of a photo's stored files. */
export async function requestCheck(
  { db, clock }: { db: Db; clock: Clock },
  slug: string,
): Promise<{ ok: true } | { ok: false; reason: 'missing' }> {
  return await transact(db, async (tx) => {
    const photo = await selectPhoto(tx, slug)
    if (!photo) return { ok: false, reason: 'missing' }
    await upsertRequest(tx, photo.id, clock.now())
    const job = { kind: CHECK_PHOTO, payload: { photoId: photo.id }, uniqueKey: `${CHECK_PHOTO} ${photo.id}` }
    await enqueue({ db: tx, clock }, job)
    return { ok: true }
  })
}

/** Reads the stored original and renditions, and records their state. */
export async function checkPhoto(
  deps: PhotoDeps,
  { photoId }: { photoId: string },
): Promise<{ ok: true; isSound: boolean } | { ok: false; reason: 'gone' }> {
  const { db, clock, log } = deps
  const startedAt = clock.now()
  const photo = await findPhoto(db, photoId)
  if (!photo) return { ok: false, reason: 'gone' }
  const renditions: CheckedRendition[] = []
  for (const row of await selectRenditions(db, photoId)) renditions.push(await seeRendition(deps, photo, row))
  const points = safetyReport({
    sha256: photo.sha256,
    hadGps: photo.had_gps === 1,
    sourceProfile: photo.source_profile,
    creator: photo.creator,
    copyright: photo.copyright,
    original: await see(deps, originalKey(photo)),
    renditions,
  })
  const faults = points.filter(({ outcome }) => outcome === 'faulty')
  if (faults.length > 0) log.error({ photo: photo.id, slug: photo.slug, faults }, 'a stored photo has faults')
  await upsertOutcome(db, photoId, startedAt, points)
  return { ok: true, isSound: faults.length === 0 }
}

async function seeRendition(
  deps: PhotoDeps,
  { media_hash }: PhotoRow,
  { width, height, format, sha256 }: RenditionRow,
): Promise<CheckedRendition> {
  const seen = await see(deps, renditionKey(media_hash, width, format))
  return { name: `${width}.${format}`, width, height, sha256, seen }
}

async function see({ storage, imaging }: PhotoDeps, key: string): Promise<CheckedFile> {
  const examined = await storage.withFile(key, (file) => imaging.examine(file))
  if (!examined) return { state: 'missing' }
  return examined.ok ? { state: 'read', file: examined.file } : { state: 'unreadable' }
}
