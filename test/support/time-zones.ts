import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Far east, far west, off the whole hour, and with a clock that changes. */
const MACHINES = {
  UTC: 0,
  'America/Los_Angeles': 480,
  'Asia/Kathmandu': -345,
  'Pacific/Kiritimati': -840,
}

/** Describes the same behaviour on machines of four zones: what a studio's clock shows does not depend on its server's. */
export function describeInFourZones(name: string, define: () => void): void {
  describe.each(Object.entries(MACHINES))(`${name} (TZ=%s)`, (zone, minutesBehind) => {
    const before = process.env.TZ
    // Node.js follows the variable while it runs, but in the main thread of a process alone.
    beforeAll(() => {
      process.env.TZ = zone
    })
    afterAll(() => {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    })
    it('the tests run in that zone', () => {
      expect(new Date(2027, 0, 15).getTimezoneOffset()).toBe(minutesBehind)
    })
    define()
  })
}
