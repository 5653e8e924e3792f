import { TILE_SIDE } from '~/domains/photos/model'
import type { FullSize } from '../../ui/lightbox-stage'
import type { ZoomedView } from '../../ui/stage-gestures'
import type { Size, Zoom } from '../../ui/zoom'
import type { ClientGalleryPhoto } from '../model'

/**
 * Tiles of the original over the open photo, for people who may download it. A tile is shown once it is decoded, and
 * the rendition until then.
 * @param addressOf of a tile
 */
export function layTiles(
  addressOf: (photo: ClientGalleryPhoto, column: number, row: number) => string,
): FullSize<ClientGalleryPhoto> {
  const tiles = new Map<string, HTMLImageElement>()

  return {
    show(photo: ClientGalleryPhoto, { element, zoom, frame, stage }: ZoomedView): void {
      const widest = photo.widths.at(-1) ?? 0
      if (photo.width <= widest || frame.width * zoom.scale * devicePixelRatio <= widest) return
      const picture = element.querySelector('.lb__pic')
      for (const [column, row] of tilesWithin(zoom, frame, stage, photo)) {
        const address = addressOf(photo, column, row)
        if (tiles.has(address)) continue
        const tile = tileAt(photo, column, row)
        const isWanted = () => tiles.get(address) === tile
        tiles.set(address, tile)
        tile.src = address
        tile.decode().then(
          () => isWanted() && picture?.after(tile),
          // It is requested again with the next movement.
          () => isWanted() && tiles.delete(address),
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

/**
 * The tiles of an original that are within the stage, as columns and rows from the upper left.
 * @param frame the photo at scale 1 @param original in pixels
 */
export function tilesWithin(zoom: Zoom, frame: Size, stage: Size, original: Size): [number, number][] {
  const columns = within(zoom.x, frame.width * zoom.scale, stage.width, original.width)
  const rows = within(zoom.y, frame.height * zoom.scale, stage.height, original.height)
  return rows.flatMap((row) => columns.map((column): [number, number] => [column, row]))
}

function within(offset: number, frame: number, stage: number, pixels: number): number[] {
  const edge = (side: -1 | 1) =>
    Math.min(1, Math.max(0, 0.5 + ((side * stage) / 2 - offset) / frame)) * pixels
  const first = Math.floor(edge(-1) / TILE_SIDE)
  return Array.from({ length: Math.max(0, Math.ceil(edge(1) / TILE_SIDE) - first) }, (_, n) => first + n)
}
