import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { RenderedFile } from '~/platform/imaging/protocol'
import type { Storage } from '~/platform/storage/storage.server'
import { insertRenditions } from '../store.server'
import { renditionKey } from '../stored-files'

/** Their files first: a row says that its file is there. */
export async function storeRenditions(
  storage: Storage,
  photo: { media_hash: string },
  renditions: RenderedFile[],
): Promise<void> {
  for (const { width, format, data } of renditions)
    await storage.put(renditionKey(photo.media_hash, width, format), data)
}

/** Writes down what is stored; what is written already stays as it is. */
export const recordRenditions = (
  { db, clock }: { db: Db; clock: Clock },
  photo: { id: string },
  renditions: RenderedFile[],
): Promise<void> =>
  insertRenditions(
    db,
    renditions.map(({ format, width, height, data, sha256 }) => ({
      photo_id: photo.id,
      format,
      width,
      height,
      bytes: data.byteLength,
      sha256,
      created_at: clock.now(),
    })),
  )
