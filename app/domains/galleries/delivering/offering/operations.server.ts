import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { DeliverySize, GalleryAccess } from '../../access/model'
import { requestUnlessMaking } from '../making/operations.server'
import {
  archiveName,
  type DownloadChoice,
  type Downloads,
  HANDFUL,
  type OfferedSize,
  type Wanted,
} from '../model'
import {
  type Counted,
  countByList,
  countBySet,
  selectItemIds,
  selectLists,
  selectSets,
} from '../store.server'

type Several = Exclude<Wanted, { what: 'photo' }>

/**
 * What a person may fetch from a gallery, and how far its files are; none where downloads are off for them. The Studio
 * sees the sizes that the gallery offers.
 */
export async function readDownloads(
  deps: { db: Db; clock: Clock },
  { gallery, share, sizes: allowed }: GalleryAccess,
): Promise<Downloads> {
  const sizes = allowed.filter((size) => gallery.sizes.includes(size))
  if (sizes.length === 0) return { galleryId: gallery.id, choices: [], isReady: false }
  const { db } = deps
  const [sets, lists, bySet] = await Promise.all([
    selectSets(db, gallery.id),
    selectLists(db, gallery.id, share?.id ?? null),
    countBySet(db, gallery.id),
  ])
  const byList = await countByList(
    db,
    gallery.id,
    lists.map(({ id }) => id),
  )
  const named: { wanted: Several; label: string; counted: Counted[] }[] = [
    { wanted: { what: 'everything', of: null }, label: 'All photos', counted: bySet },
    ...sets.map(({ id, title }) => ({
      wanted: { what: 'set' as const, of: id },
      label: title,
      counted: bySet.filter(({ of }) => of === id),
    })),
    ...lists.map(({ id, purpose }) => ({
      wanted: { what: 'favorites' as const, of: id },
      label: share ? `Only your list “${purpose}”` : `On the list “${purpose}”`,
      counted: byList.filter(({ of }) => of === id),
    })),
  ]
  const choices: DownloadChoice[] = []
  for (const { wanted, label, counted } of named) {
    const photographs = sumOf(counted, null).photographs
    if (photographs === 0) continue
    choices.push({
      what: archiveName(wanted),
      label,
      photographs,
      sizes: sizes.map((size) => offered(counted, size)),
      items: photographs <= HANDFUL ? await selectItemIds(db, gallery.id, wanted, HANDFUL) : [],
    })
  }
  const isReady = choices.every((choice) => choice.sizes.every(({ ready }) => ready === choice.photographs))
  if (!isReady) await requestUnlessMaking(deps, gallery.id)
  return { galleryId: gallery.id, choices, isReady }
}

function offered(counted: Counted[], size: DeliverySize): OfferedSize {
  const { photographs, bytes, stuck } = sumOf(counted, size)
  return { size, bytes, ready: photographs, stuck }
}

function sumOf(counted: Counted[], size: DeliverySize | null) {
  const sum = { photographs: 0, bytes: 0, stuck: 0 }
  for (const each of counted) {
    if (each.size !== size) continue
    sum.photographs += each.photographs
    sum.bytes += each.bytes
    sum.stuck += each.stuck
  }
  return sum
}
