import type { Db } from '~/platform/db/database.server'
import { momentLabel } from '~/platform/time'
import { DELIVERY_SIZES } from '../../access/model'
import { SIZE_LABELS } from '../delivery-sizes'
import { listFaults } from '../faults/operations.server'
import {
  countDelivered,
  countWithPosition,
  type DownloadRow,
  fetchingsQuery,
  selectDownload,
  selectGallery,
  selectTitles,
  selectTries,
} from '../proof/store.server'
import { type SentRanges, sentBytes } from '../sent-ranges'
import type { Delivery, Fetching, Handed } from './model'

const PAGE_SIZE = 50

/**
 * Who fetched what from a client gallery, newest first, all tries of one person for one archive or photograph together;
 * undefined: there is no such gallery.
 */
export async function listDeliveries(
  { db }: { db: Db },
  galleryId: string,
  { before, zone }: { before: string | null; zone: string },
) {
  const gallery = await selectGallery(db, galleryId)
  if (!gallery) return undefined
  const rows = await fetchingsQuery(db, { galleryId, before, limit: PAGE_SIZE + 1 }).execute()
  const shown = rows.slice(0, PAGE_SIZE)
  return {
    gallery: { id: gallery.id, title: gallery.title },
    fetchings: await toFetchings(db, { galleryId, newest: shown, zone }),
    next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
    handed: await readHanded(db, gallery),
    faults: await listFaults({ db }, galleryId, zone),
    /** Originals that say where they were taken, and are given as they are. */
    withPosition: gallery.sizes.includes('"original"') ? await countWithPosition(db, galleryId) : 0,
  }
}

/** One download, with its gallery’s title. */
export async function readDelivery(
  { db }: { db: Db },
  { gallery, id, zone }: { gallery: string; id: string; zone: string },
) {
  const [found, row] = await Promise.all([selectGallery(db, gallery), selectDownload(db, gallery, id)])
  if (!found || !row) return undefined
  const [delivery] = await toDeliveries(db, [row], zone)
  return delivery && { gallery: { id: found.id, title: found.title }, delivery }
}

/**
 * Whether every photograph that a gallery shows now was completely downloaded by somebody it is shared with, in however
 * many downloads: as the original, or as the largest size where originals are not given. A gallery without downloads has
 * nothing to wait for. Undefined: there is no such gallery.
 */
export async function wereOriginalsDelivered(
  { db }: { db: Db },
  galleryId: string,
): Promise<Handed | undefined> {
  const gallery = await selectGallery(db, galleryId)
  return gallery && (await readHanded(db, gallery))
}

async function readHanded(db: Db, gallery: { id: string; sizes: string }): Promise<Handed> {
  const size = DELIVERY_SIZES.findLast((each) => gallery.sizes.includes(`"${each}"`))
  if (!size) return { photographs: 0, delivered: 0, size: '', isComplete: true }
  const counted = await countDelivered(db, gallery.id, size)
  return { ...counted, size: SIZE_LABELS[size], isComplete: counted.delivered === counted.photographs }
}

async function toFetchings(
  db: Db,
  { galleryId, newest, zone }: { galleryId: string; newest: DownloadRow[]; zone: string },
): Promise<Fetching[]> {
  const rows = await selectTries(
    db,
    galleryId,
    newest.map(({ etag }) => etag),
  )
  const deliveries = await toDeliveries(db, rows, zone)
  const keyOf = ({ etag, who }: DownloadRow) => `${etag} ${who}`
  const byKey = Map.groupBy(rows.keys(), (at) => keyOf(rows[at] as DownloadRow))
  return newest.flatMap((row) => {
    const places = byKey.get(keyOf(row)) ?? []
    const [first, ...rest] = places.flatMap((at) => deliveries[at] ?? [])
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

async function toDeliveries(db: Db, rows: DownloadRow[], zone: string): Promise<Delivery[]> {
  const titles = await selectTitles(
    db,
    rows.flatMap(({ of_id }) => of_id ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    who: row.who,
    what: whatLabel(row, titles),
    size: SIZE_LABELS[row.size],
    photographs: row.files,
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
