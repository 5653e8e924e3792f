import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { newId } from '~/platform/ids.server'
import type { ByteSource } from '~/platform/storage/byte-source'
import { FileFault, joinedFiles } from '~/platform/storage/joined-files.server'
import type { Storage } from '~/platform/storage/storage.server'
import type { GalleryAccess, GalleryShare } from '../../access/model'
import { lockGallery } from '../../editing/arranging/store.server'
import type { FaultDeps } from '../faults/operations.server'
import { type Download, tellLost } from '../operations.server'
import { hasByte, isWhole, reaches, withSent } from '../sent-ranges'
import {
  type Earlier,
  insertDownload,
  insertDownloadPhotos,
  lockSent,
  selectEarlier,
  takeBack,
  updateSent,
} from './store.server'

/** How often it is written down how far a download has got, in ms: a crash forgets no more than that. */
const WRITE_EVERY_MS = 5_000

interface HandingOver {
  access: GalleryAccess
  download: Download
  /** First and last byte, both included. */
  span: { start: number; end: number }
}

/**
 * Sends a file, or a part of it, and keeps what the network took of it as the proof that it was delivered.
 * @param send gives the bytes away, and tells of those that were taken
 * @throws FileFault when the sending had to be broken off; the studio has been told
 */
export async function handOver(
  deps: FaultDeps & { storage: Storage },
  { access, download, span }: HandingOver,
  send: (source: ByteSource, onTaken: (bytes: number) => void) => Promise<boolean>,
): Promise<void> {
  // What the studio fetches itself proves nothing; on a full disk photographs go without a proof rather than not at all.
  const record = access.share && (await unlessDiskFull(beginRecord(deps, access.share, download, span)))
  if (access.share && !record)
    deps.log.error({ share: access.share.id }, 'the disk is full: a download goes without its proof')
  const source = joinedFiles(deps.storage, download.parts(span.start, span.end + 1))
  try {
    await send(source, (bytes) => record?.took(bytes))
  } catch (error) {
    if (error instanceof FileFault) await tellLost(deps, download, error)
    else deps.log.error({ err: error, etag: download.etag }, 'a download broke off')
    throw error
  } finally {
    await source.close()
    await record?.end()
  }
}

type RecordDeps = Pick<FaultDeps, 'db' | 'clock' | 'log'>

type Span = HandingOver['span']

async function beginRecord(deps: RecordDeps, share: GalleryShare, download: Download, span: Span) {
  const id = await findOrBegin(deps, share, download, span)
  let [first, next] = [span.start, span.start]
  let writtenAt = deps.clock.now()
  let writing = Promise.resolve()

  function write(): Promise<void> {
    const [from, to] = [first, next - 1]
    writtenAt = deps.clock.now()
    if (to < from) return writing
    first = next
    writing = writing
      .then(() => addSent(deps, { id, galleryId: share.galleryId, download }, from, to))
      .catch((error: unknown) => {
        deps.log.error({ err: error, download: id }, 'what was sent cannot be written down')
      })
    return writing
  }
  return {
    took(bytes: number) {
      next += bytes
      if (deps.clock.now() - writtenAt >= WRITE_EVERY_MS) void write()
    },
    end: write,
  }
}

/** One that this goes on with, or a new one. */
function findOrBegin(
  { db, clock }: RecordDeps,
  share: GalleryShare,
  { etag, wanted, size, files, bytes }: Download,
  span: Span,
): Promise<string> {
  return transact(db, async (tx) => {
    await lockGallery(tx, share.galleryId)
    const earlier = await selectEarlier(tx, { galleryId: share.galleryId, shareId: share.id, etag })
    const known = continued(earlier, span.start)
    // The system had taken the rest, but it has not arrived: nobody asks for what they have.
    if (known?.isCompleted && span.end === bytes - 1) await takeBack(tx, known.id, span.start)
    if (known) return known.id
    const id = newId()
    const now = clock.now()
    await insertDownload(tx, {
      id,
      gallery_id: share.galleryId,
      share_id: share.id,
      who: share.name === '' ? share.email : `${share.name}, ${share.email}`,
      what: wanted.what,
      of_id: wanted.of,
      size,
      etag,
      files,
      bytes,
      sent: '[]',
      started_at: now,
      updated_at: now,
      completed_at: null,
    })
    return id
  })
}

/**
 * Who asks from the first byte begins anew, unless only later parts have been fetched so far (programs that fetch
 * several at once). Who asks from further on goes on with the download that has got there, or else with the newest.
 */
function continued(earlier: readonly Earlier[], start: number): Earlier | undefined {
  const begun = earlier.filter(({ isCompleted }) => !isCompleted)
  if (start === 0) return begun.find(({ sent }) => sent.length > 0 && !hasByte(sent, 0))
  return begun.find(({ sent }) => reaches(sent, start)) ?? begun[0] ?? earlier[0]
}

function addSent(
  { db, clock }: { db: Db; clock: Clock },
  { id, galleryId, download }: { id: string; galleryId: string; download: Download },
  from: number,
  to: number,
): Promise<void> {
  return transact(db, async (tx) => {
    const known = await lockSent(tx, id)
    if (!known) return
    const sent = withSent(known.sent, from, to)
    const isNowWhole = isWhole(sent, known.bytes)
    await updateSent(tx, id, { sent, at: clock.now(), isWhole: isNowWhole })
    if (isNowWhole && !known.isCompleted)
      await insertDownloadPhotos(tx, { galleryId, etag: download.etag }, download.photoIds)
  })
}
