import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { newId } from '~/platform/ids.server'
import { FileFault } from '~/platform/storage/joined-files.server'
import type { ByteSource } from '~/platform/storage/model'
import { momentLabel } from '~/platform/time'
import { DOWNLOAD_SIZES, type GalleryAccess, type GalleryShare } from '../access/model'
import { lockGallery } from '../editor/store.server'
import { type FaultDeps, listFaults } from './files.server'
import { type DownloadAttempts, type DownloadCoverage, type DownloadReceipt, SIZE_LABELS } from './model'
import { type Download, reportLostFile, type Span } from './operations.server'
import {
  attemptsQuery,
  countDownloaded,
  countWithPosition,
  type DownloadRow,
  type Earlier,
  insertDownload,
  insertDownloadPhotos,
  lockSent,
  selectDownload,
  selectEarlier,
  selectGallery,
  selectTitles,
  selectTries,
  takeBack,
  updateSent,
} from './receipts-store.server'
import { hasByte, isWhole, reaches, type SentRanges, sentBytes, withSent } from './sent-ranges'

/** How often a download's progress is saved, in milliseconds. A crash loses at most this. */
const WRITE_EVERY_MS = 5_000

interface SendingDownload {
  access: GalleryAccess
  download: Download
  span: Span
  /** Closed in the end. */
  source: ByteSource
}

/**
 * Sends a file or a range, and records the bytes that the network accepted as proof of delivery.
 * @param send sends the bytes, and reports the accepted ones
 * @throws FileFault if sending was aborted; the studio was notified
 */
export async function sendDownload(
  deps: FaultDeps,
  { access, download, span, source }: SendingDownload,
  send: (onTaken: (bytes: number) => void) => Promise<boolean>,
): Promise<void> {
  // Downloads by the studio aren't recorded. On a full disk, sending without a record is better than not at
  // all.
  let record: Awaited<ReturnType<typeof beginRecord>> | null | undefined
  try {
    record = access.share && (await unlessDiskFull(beginRecord(deps, access.share, download, span)))
    if (access.share && !record)
      deps.log.error({ share: access.share.id }, 'the disk is full: a download goes without its proof')
    await send((bytes) => record?.took(bytes))
  } catch (error) {
    if (error instanceof FileFault) await reportLostFile(deps, download, error)
    else deps.log.error({ err: error, etag: download.etag }, 'a download broke off')
    throw error
  } finally {
    await source.close()
    await record?.end()
  }
}

type RecordDeps = Pick<FaultDeps, 'db' | 'clock' | 'log'>

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

/** The download that this one resumes, or a new one. */
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
    // The network had accepted the rest, but it never arrived, since clients don't request bytes they have.
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
 * A request from the first byte begins a new download, unless only later parts were downloaded so far (as by
 * parallel downloaders). A request from a later byte resumes the download that got there, or else the newest.
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

const PAGE_SIZE = 50

/**
 * The downloads of a client gallery, newest first, grouped by client and content; undefined: no such gallery.
 */
export async function listDownloadActivity(
  { db }: { db: Db },
  galleryId: string,
  { before, zone }: { before: string | null; zone: string },
) {
  const gallery = await selectGallery(db, galleryId)
  if (!gallery) return undefined
  const rows = await attemptsQuery(db, { galleryId, before, limit: PAGE_SIZE + 1 }).execute()
  const shown = rows.slice(0, PAGE_SIZE)
  return {
    gallery: { id: gallery.id, title: gallery.title },
    attempts: await toAttempts(db, { galleryId, newest: shown, zone }),
    next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
    coverage: await readDownloaded(db, gallery),
    faults: await listFaults({ db }, galleryId, zone),
    /** Number of downloadable originals that contain a location. */
    withPosition: gallery.sizes.includes('"original"') ? await countWithPosition(db, galleryId) : 0,
  }
}

/** A download with its gallery’s title. */
export async function readReceipt(
  { db }: { db: Db },
  { gallery, id, zone }: { gallery: string; id: string; zone: string },
) {
  const [found, row] = await Promise.all([selectGallery(db, gallery), selectDownload(db, gallery, id)])
  if (!found || !row) return undefined
  const [receipt] = await toReceipts(db, [row], zone)
  return receipt && { gallery: { id: found.id, title: found.title }, receipt }
}

/**
 * Whether every photo of a gallery was completely downloaded by a client, in any number of downloads: as
 * original, or in the largest size if originals aren't offered. Always true without downloads. undefined: no
 * such gallery.
 */
export async function isFullyDownloaded(
  { db }: { db: Db },
  galleryId: string,
): Promise<DownloadCoverage | undefined> {
  const gallery = await selectGallery(db, galleryId)
  return gallery && (await readDownloaded(db, gallery))
}

async function readDownloaded(db: Db, gallery: { id: string; sizes: string }): Promise<DownloadCoverage> {
  const size = DOWNLOAD_SIZES.findLast((each) => gallery.sizes.includes(`"${each}"`))
  if (!size) return { photos: 0, delivered: 0, size: '', isComplete: true }
  const counted = await countDownloaded(db, gallery.id, size)
  return { ...counted, size: SIZE_LABELS[size], isComplete: counted.delivered === counted.photos }
}

async function toAttempts(
  db: Db,
  { galleryId, newest, zone }: { galleryId: string; newest: DownloadRow[]; zone: string },
): Promise<DownloadAttempts[]> {
  const rows = await selectTries(
    db,
    galleryId,
    newest.map(({ etag }) => etag),
  )
  const receipts = await toReceipts(db, rows, zone)
  const keyOf = ({ etag, who }: DownloadRow) => `${etag} ${who}`
  const byKey = Map.groupBy(rows.keys(), (at) => keyOf(rows[at] as DownloadRow))
  return newest.flatMap((row) => {
    const places = byKey.get(keyOf(row)) ?? []
    const [first, ...rest] = places.flatMap((at) => receipts[at] ?? [])
    const counted = rows[places[0] ?? -1]
    if (!first || !counted) return []
    const best = first.isComplete
      ? first
      : rest.reduce((most, each) => (each.sentBytes > most.sentBytes ? each : most), first)
    return {
      best,
      tries: Number(counted.tries),
      completed: Number(counted.completed),
      others: [first, ...rest].filter((each) => each !== best),
    }
  })
}

async function toReceipts(db: Db, rows: DownloadRow[], zone: string): Promise<DownloadReceipt[]> {
  const titles = await selectTitles(
    db,
    rows.flatMap(({ of_id }) => of_id ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    who: row.who,
    what: whatLabel(row, titles),
    size: SIZE_LABELS[row.size],
    photos: row.files,
    bytes: row.bytes,
    sentBytes: sentBytes(JSON.parse(row.sent) as SentRanges),
    isComplete: row.completed_at !== null,
    started: momentLabel(row.started_at, zone),
    completed: row.completed_at === null ? null : momentLabel(row.completed_at, zone),
    last: momentLabel(row.updated_at, zone),
    fingerprint: row.etag.replaceAll('"', ''),
  }))
}

function whatLabel({ what, of_id }: DownloadRow, titles: Map<string, string>): string {
  const title = titles.get(of_id ?? '')
  switch (what) {
    case 'everything':
      return 'All photos'
    case 'set':
      return title === undefined ? 'A deleted set' : `Set “${title}”`
    case 'favorites':
      return title === undefined ? 'A deleted list' : `List “${title}”`
    case 'photo':
      return title ?? 'A deleted photo'
  }
}
