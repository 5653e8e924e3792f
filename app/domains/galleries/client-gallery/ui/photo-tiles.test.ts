import fc from 'fast-check'
import { expect, it } from 'vitest'
import { permitted } from '../../ui/zoom'
import { tilesWithin } from './photo-tiles'

const pixels = fc.double({ min: -4_000, max: 4_000, noNaN: true })
const size = fc.record({
  width: fc.integer({ min: 50, max: 2_000 }),
  height: fc.integer({ min: 50, max: 2_000 }),
})
const zoom = fc.record({ scale: fc.double({ min: 0.2, max: 12, noNaN: true }), x: pixels, y: pixels })

it('takes exactly the tiles of the original that are within the stage', () => {
  const point = fc.double({ min: 0.001, max: 0.999, noNaN: true })
  const original = fc.record({
    width: fc.integer({ min: 1, max: 12_000 }),
    height: fc.integer({ min: 1, max: 12_000 }),
  })
  fc.assert(
    fc.property(zoom, size, size, original, point, point, (wanted, frame, stage, pixels, x, y) => {
      const view = permitted(wanted, frame, stage, 8)
      const tiles = tilesWithin(view, frame, stage, pixels).map(String)
      const tileOf = (share: number, all: number) => Math.floor((share * all) / 1024)
      const isWithin = (share: number, side: 'width' | 'height', offset: number) =>
        Math.abs((share - 0.5) * frame[side] * view.scale + offset) < stage[side] / 2 - 1e-6
      if (isWithin(x, 'width', view.x) && isWithin(y, 'height', view.y))
        expect(tiles).toContain(`${tileOf(x, pixels.width)},${tileOf(y, pixels.height)}`)
      expect(new Set(tiles).size).toBe(tiles.length)
      for (const tile of tiles) {
        const [column = -1, row = -1] = tile.split(',').map(Number)
        expect(column >= 0 && column * 1024 < pixels.width).toBe(true)
        expect(row >= 0 && row * 1024 < pixels.height).toBe(true)
      }
    }),
  )
})
