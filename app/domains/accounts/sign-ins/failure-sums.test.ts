import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FailureSum, failuresToWrite, sumFailures } from './failure-sums'

const MINUTE = 60_000

const failure = fc.record({
  accountId: fc.constantFrom('', 'ann', 'ben'),
  network: fc.integer({ min: 0, max: 400 }).map((n) => `10.0.${n}.0/24`),
  device: fc.constantFrom('Firefox on Windows', 'Safari on iPhone'),
  times: fc.integer({ min: 1, max: 5_000 }),
})
const tick = fc.record({ after: fc.integer({ min: 0, max: 90 * MINUTE }), failures: fc.array(failure) })

it('writes every failed sign-in once, for the account that it was about', () => {
  fc.assert(
    fc.property(fc.array(tick), (ticks) => {
      let sums: FailureSum[] = []
      let now = 0
      const written: Record<string, number> = {}
      const happened: Record<string, number> = {}
      const run = (all: boolean) => {
        const { write, keep } = failuresToWrite(sums, now, { all })
        for (const { accountId, waiting } of write) written[accountId] = (written[accountId] ?? 0) + waiting
        sums = keep
      }
      for (const { after, failures } of ticks) {
        now += after
        for (const { accountId, times } of failures) happened[accountId] = (happened[accountId] ?? 0) + times
        sums = sumFailures(sums, failures, now)
        run(false)
      }
      run(true)
      expect(written).toEqual(happened)
    }),
  )
})

it('makes few entries of a flood', () => {
  let sums: FailureSum[] = []
  let entries = 0
  const times: number[] = []
  for (let second = 0; second < 3_600; second += 5) {
    const flood = Array.from({ length: 50 }, (_, n) => ({
      ...{ accountId: '', network: `10.${(second + n) % 250}.${n}.0/24`, device: 'x', times: 20 },
    }))
    sums = sumFailures(sums, flood, second * 1_000)
    const { write, keep } = failuresToWrite(sums, second * 1_000, { all: false })
    entries += write.length
    times.push(...write.map(({ waiting }) => waiting))
    sums = keep
  }
  expect(entries).toBeLessThan(2_500)
  expect(Math.max(...times)).toBeGreaterThan(10_000)
})

it('names the device if there is only one', () => {
  const from = { accountId: 'ann', network: '10.0.0.0/24', times: 1 }
  const sums = sumFailures(
    [],
    [
      { ...from, device: 'Edge on Windows' },
      { ...from, device: 'Edge on Windows' },
    ],
    0,
  )
  expect(sums).toMatchObject([{ device: 'Edge on Windows', waiting: 2 }])
  expect(sumFailures(sums, [{ ...from, device: 'Chrome on Mac' }], 0)).toMatchObject([
    { device: '', waiting: 3 },
  ])
})
