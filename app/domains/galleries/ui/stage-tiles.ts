import { TILE_SIDE } from '~/domains/photos/model'
import type { Size } from './zoom'

/** A photo's pixels, in tiles. */
export interface Original extends Size {
  /** Address of a tile. */
  tile(column: number, row: number): string
}

/** Tiles of the original over the open photo. A tile is shown once it is decoded, and the rendition until then. */
export function layTiles() {
  const tiles = new Map<string, HTMLImageElement>()

  return {
    /** Adds those that aren't there yet. */
    add(photo: HTMLElement, original: Original, places: readonly [number, number][]): void {
      const picture = photo.querySelector('.lb__pic')
      for (const [column, row] of places) {
        const address = original.tile(column, row)
        if (tiles.has(address)) continue
        const tile = tileAt(original, column, row)
        tiles.set(address, tile)
        tile.src = address
        tile.decode().then(
          () => tiles.get(address) === tile && picture?.after(tile),
          // It is requested again with the next movement.
          () => tiles.get(address) === tile && tiles.delete(address),
        )
      }
    },
    clear(): void {
      for (const tile of tiles.values()) tile.remove()
      tiles.clear()
    },
  }
}

function tileAt({ width, height }: Size, column: number, row: number): HTMLImageElement {
  const tile = new Image()
  tile.className = 'lb__tile'
  tile.alt = ''
  const share = (pixels: number, all: number) => `${(pixels / all) * 100}%`
  const [left, top] = [column * TILE_SIDE, row * TILE_SIDE]
  Object.assign(tile.style, {
    left: share(left, width),
    top: share(top, height),
    width: share(Math.min(TILE_SIDE, width - left), width),
    height: share(Math.min(TILE_SIDE, height - top), height),
  })
  return tile
}
