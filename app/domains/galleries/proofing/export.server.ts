import { crc32 } from 'node:zlib'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { momentLabel } from '~/platform/time'
import { safeFileName } from '~/platform/zip/archive-names'
import { zipLayout } from '~/platform/zip/zip-layout'
import { fileTimes } from '../downloads/file-time'
import type { ExportedItem, ExportedList, ExportFile } from './export-files'
import { favoritesCsv, namesInLines, namesInOneLine, sidecarNames, sidecarOf } from './export-files'
import { selectChoosers, selectGallery } from './review-store.server'
import { selectChosen, selectCommentsOfGallery, selectListsOfGallery } from './store.server'

export interface ExportedFavorites {
  /** Valid on every system. */
  fileName: string
  type: string
  data: Uint8Array
}

/** Exports a list for the photographer's programs. @returns undefined: no such list in the gallery */
export async function exportFavorites(
  deps: { db: Db; clock: Clock },
  { galleryId, listId, file }: { galleryId: string; listId: string; file: ExportFile },
): Promise<ExportedFavorites | undefined> {
  const { db, clock } = deps
  const { studio } = await readSettings({ db })
  const list = await readList(db, { galleryId, listId, zone: studio.timeZone })
  if (!list) return undefined
  const name = (extension: string, kind = '') =>
    safeFileName(`${list.gallery} - ${list.person} - ${list.purpose}${kind}`.replaceAll('.', ' '), extension)
  const text = (words: string, type: string, extension: string, kind?: string) => ({
    ...{ fileName: name(extension, kind), type: `${type}; charset=utf-8` },
    data: new TextEncoder().encode(words),
  })
  switch (file) {
    case 'names.txt':
      return text(namesInOneLine(list), 'text/plain', 'txt')
    case 'names-in-lines.txt':
      return text(namesInLines(list), 'text/plain', 'txt', ' - list')
    case 'favorites.csv':
      return text(favoritesCsv(list), 'text/csv', 'csv')
    case 'sidecars.zip': {
      const data = zipOf(sidecarsOf(list), { at: clock.now(), zone: studio.timeZone })
      return { fileName: name('zip'), type: 'application/zip', data }
    }
  }
}

async function readList(
  db: Db,
  { galleryId, listId, zone }: { galleryId: string; listId: string; zone: string },
): Promise<ExportedList | undefined> {
  const gallery = await selectGallery(db, galleryId)
  const list = gallery && (await selectListsOfGallery(db, galleryId)).find(({ id }) => id === listId)
  if (!list) return undefined
  const [choosers, chosen, comments] = await Promise.all([
    selectChoosers(db, galleryId),
    selectChosen(db, { galleryId, listId }),
    selectCommentsOfGallery(db, galleryId),
  ])
  const chooser = choosers.find(({ id }) => id === list.shareId)
  const said = Map.groupBy(
    comments.filter((each) => each.share_id === list.shareId || each.to_share_id === list.shareId),
    ({ item_id }) => item_id,
  )
  const items = chosen.map(
    ({ itemId, number, fileName, title, chosenAt }): ExportedItem => ({
      ...{ number, fileName, title, chosen: momentLabel(chosenAt, zone) },
      comments: (said.get(itemId) ?? []).map(({ author, body }) => `${author}: ${body}`),
    }),
  )
  const { purpose, note } = list
  const [person, email] = [chooser?.name || chooser?.email || 'A client', chooser?.email ?? '']
  return { gallery: gallery.title, person, email, purpose, note, items }
}

/** Photos with the same file name share a sidecar, which matches all of them. */
function sidecarsOf(list: ExportedList): { name: string; data: Uint8Array }[] {
  const byName = new Map<string, ExportedItem>()
  for (const item of list.items) {
    const name = item.fileName.replace(ENDING, '')
    const known = byName.get(name.toLowerCase())
    if (known) known.comments = [...known.comments, ...item.comments]
    else byName.set(name.toLowerCase(), { ...item, fileName: name })
  }
  const items = [...byName.values()]
  const names = sidecarNames(items.map(({ fileName }) => fileName))
  return items.map((item, at) => ({
    name: names[at] ?? `${at}.xmp`,
    data: new TextEncoder().encode(sidecarOf({ item, list })),
  }))
}

/** A file name's extension, such as `.CR3`. */
const ENDING = /\.[A-Za-z0-9]{1,5}$/

function zipOf(files: { name: string; data: Uint8Array }[], now: { at: number; zone: string }): Uint8Array {
  const time = fileTimes(now.zone)({ capturedAt: null, arrivedAt: now.at })
  const layout = zipLayout(
    files.map(({ name, data }) => ({ name, bytes: data.byteLength, crc32: crc32(data), ...time })),
  )
  const zip = new Uint8Array(layout.bytes)
  let at = 0
  for (const part of layout.parts(0, layout.bytes)) {
    const bytes =
      'bytes' in part
        ? part.bytes
        : (files[part.entry]?.data.subarray(part.start, part.end) ?? new Uint8Array())
    zip.set(bytes, at)
    at += bytes.byteLength
  }
  return zip
}
