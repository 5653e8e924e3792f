import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tilePath } from '~/platform/imaging/protocol'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { TILE_SIDE } from './model'
import type { PhotoDeps } from './operations.server'
import { findPhoto, type PhotoRow } from './store.server'
import { originalKey } from './stored-files'

export type TileDeps = Pick<PhotoDeps, 'db' | 'storage' | 'imaging'>

export type Tile = { ok: true; jpeg: Uint8Array } | { ok: false; reason: 'none' | 'busy' }

/** Photos that are cut at once in a process. */
const AT_ONCE = 2
/** Pixels of all photos whose tiles a process keeps: about 100 MB of files. */
const KEPT_PIXELS = 400_000_000

interface Cut {
  pixels: number
  /** The tiles' folder; undefined: the photo can't be cut. */
  folder: Promise<string | undefined>
}

/** By the original's SHA-256, the one used last at the end. */
const cuts = new Map<string, Cut>()
let running = 0

/** A piece of a photo at its full size, as JPEG. All of a photo's tiles are cut when the first is asked for. */
export async function readTile(
  deps: TileDeps,
  { photoId, column, row }: { photoId: string; column: number; row: number },
): Promise<Tile> {
  const photo = await findPhoto(deps.db, photoId)
  if (!photo || column * TILE_SIDE >= photo.width || row * TILE_SIDE >= photo.height) return NONE
  const kept = cuts.get(photo.sha256)
  if (!kept && running >= AT_ONCE) return { ok: false, reason: 'busy' }
  const cut = kept ?? { pixels: photo.width * photo.height, folder: cutPhoto(deps, photo) }
  keep(photo.sha256, cut)
  let jpeg: Uint8Array | undefined
  try {
    const folder = await cut.folder
    if (folder !== undefined) jpeg = await readUnlessGone(join(folder, tilePath(column, row)))
    return jpeg ? { ok: true, jpeg } : NONE
  } finally {
    // The next request cuts it again.
    if (!jpeg) forget(photo.sha256, cut)
  }
}

/** Systems remove temporary files after some days. */
async function readUnlessGone(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const NONE: Tile = { ok: false, reason: 'none' }

async function cutPhoto(
  { storage, imaging }: Omit<TileDeps, 'db'>,
  photo: PhotoRow,
): Promise<string | undefined> {
  running += 1
  try {
    const folder = await mkdtemp(join(await temporaryFolder(), 'tiles-'))
    const cut = await storage.withFile(originalKey(photo), (file) => imaging.tiles(file, folder))
    if (cut?.ok) return folder
    await rm(folder, { recursive: true, force: true })
    return undefined
  } finally {
    running -= 1
  }
}

/** Makes it the one used last, and forgets those beyond the limit. */
function keep(sha256: string, cut: Cut): void {
  cuts.delete(sha256)
  cuts.set(sha256, cut)
  let pixels = 0
  for (const [each, one] of [...cuts].reverse()) {
    pixels += one.pixels
    if (one !== cut && pixels > KEPT_PIXELS) forget(each, one)
  }
}

function forget(sha256: string, cut: Cut): void {
  if (cuts.get(sha256) !== cut) return
  cuts.delete(sha256)
  cut.folder.then(
    async (folder) => {
      if (folder) await rm(folder, { recursive: true, force: true })
    },
    () => {},
  )
}
