import { join } from 'node:path'
import sharp from 'sharp'
import { broken, decodeOptions, TILE_SIDE } from './limits.ts'
import { TILES_NAME, type Tiling } from './protocol.ts'

/**
 * Cuts a photo into JPEG tiles at its full size, as it is shown: rotated, in sRGB, without transparency or metadata.
 * @param folder an empty folder
 */
export async function cutTiles(file: string, folder: string): Promise<Tiling> {
  try {
    await sharp(file, decodeOptions)
      .autoOrient()
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .withIccProfile('srgb')
      .jpeg({ quality: 85 })
      .tile({ size: TILE_SIDE, overlap: 0, depth: 'one', layout: 'dz' })
      .toFile(join(folder, `${TILES_NAME}.dz`))
    return { ok: true }
  } catch (error) {
    return broken(error)
  }
}
