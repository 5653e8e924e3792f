import type { FileKind, KnownFile } from '~/platform/storage/file-kind'
import { countPhotos, selectMediaHashes, selectOriginals, selectRenditionsByMedia } from './store.server'
import { hexIn, originalKey, PAIRS, renditionKey } from './stored-files'

/** What was uploaded, byte for byte: nothing can make it anew. */
export const ORIGINAL_FILES: FileKind = {
  prefix: 'originals/',
  depth: 1,
  async *known(db, folder) {
    for await (const rows of selectOriginals(db, hexIn(folder)))
      yield rows.map((row) => ({ key: originalKey(row), size: row.bytes }))
  },
  count: countPhotos,
  folders: async () => PAIRS.map((pair) => `originals/${pair}/`),
}

/** What pages show: made from the originals. */
export const RENDITION_FILES: FileKind = {
  prefix: 'renditions/',
  depth: 2,
  async *known(db, folder) {
    for await (const rows of selectRenditionsByMedia(db, hexIn(folder)))
      yield rows
        .map((row): KnownFile => ({ key: renditionKey(row.media, row.width, row.format), size: row.bytes }))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  },
  folders: async (db, folder) => {
    const pair = hexIn(folder)
    if (pair === '') return PAIRS.map((each) => `renditions/${each}/`)
    return (await selectMediaHashes(db, pair)).map((media) => `renditions/${pair}/${media}/`)
  },
}
