import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GRID_SHAPES, justifyRows, type Row } from './justified-rows'

const shape = fc.constantFrom(...Object.values(GRID_SHAPES))
/** Aspect ratios from tall phone photos to 8:5. */
const ratios = fc.array(fc.double({ min: 0.5, max: 1.6, noNaN: true }), { maxLength: 200 })
/** Extreme ones too, such as panoramas. */
const anyRatios = fc.array(fc.double({ min: 0.05, max: 20, noNaN: true }), { maxLength: 80 })

const sumOf = (all: number[], row: Row) => all.slice(row.from, row.to).reduce((sum, ratio) => sum + ratio, 0)

describe('justified rows', () => {
  it('hold every photo once and in order', () => {
    fc.assert(
      fc.property(anyRatios, shape, (all, wanted) => {
        const rows = justifyRows(all, wanted)
        expect(rows.flatMap((row) => all.slice(row.from, row.to))).toEqual(all)
        expect(rows.every((row) => row.to > row.from)).toBe(true)
      }),
    )
  })

  it('are higher if there is one row alone, such as the first photo of a studio', () => {
    const [portrait] = justifyRows([2 / 3], GRID_SHAPES.wide)
    const [alone] = justifyRows([2 / 3], GRID_SHAPES.wide, { isAlone: true })
    expect((portrait?.span ?? 0) / (alone?.span ?? 1)).toBeGreaterThan(1.8)
    const many = Array.from({ length: 9 }, () => 1.5)
    expect(justifyRows(many, GRID_SHAPES.wide, { isAlone: true })).toEqual(
      justifyRows(many, GRID_SHAPES.wide),
    )
  })

  it('keep the height of every row but the last within the bounds', () => {
    fc.assert(
      fc.property(ratios, shape, (all, wanted) => {
        for (const row of justifyRows(all, wanted).slice(0, -1)) {
          expect(row.span).toBeGreaterThanOrEqual(wanted.least)
          expect(row.span).toBeLessThanOrEqual(wanted.most)
        }
      }),
    )
  })

  it('fill the width, and do not stretch the last row', () => {
    fc.assert(
      fc.property(anyRatios, shape, (all, wanted) => {
        const rows = justifyRows(all, wanted)
        for (const row of rows.slice(0, -1)) expect(row.span).toBeCloseTo(sumOf(all, row), 6)
        const last = rows.at(-1)
        if (!last) return
        expect(last.span).toBeGreaterThanOrEqual(wanted.target)
        expect(last.span).toBeCloseTo(Math.max(wanted.target, sumOf(all, last)), 6)
      }),
    )
  })

  it('give a panorama a row of its own instead of crushing its neighbors', () => {
    expect(justifyRows([1.5, 1.5, 1, 9, 1.5, 1.5, 1], GRID_SHAPES.wide)).toMatchObject([
      { from: 0, to: 3 },
      { from: 3, to: 4, span: 9 },
      { from: 4, to: 7 },
    ])
  })

  it('are found for two thousand photos without noticeable work', () => {
    const all = Array.from({ length: 2_000 }, (_, at) => [1.5, 0.667, 1.5, 1, 0.8][at % 5] ?? 1)
    const before = process.threadCpuUsage()
    expect(justifyRows(all, GRID_SHAPES.wide).at(-1)?.to).toBe(2_000)
    expect(process.threadCpuUsage(before).user).toBeLessThan(200_000)
  })
})
