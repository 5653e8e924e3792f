import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Time zones far in the east and west, with half an hour, and with clock changes. */
const MACHINES = {
  UTC: 0,
  'America/Los_Angeles': 480,
  'Asia/Kathmandu': -345,
  'Pacific/Kiritimati': -840,
}

/** Runs the same tests in four time zones, since the studio's times must not depend on the server's zone. */
export function describeInFourZones(name: string, define: () => void): void {
  describe.each(Object.entries(MACHINES))(`${name} (TZ=%s)`, (zone, minutesBehind) => {
    const before = process.env.TZ
    // Node.js follows changes of TZ, but only in the main thread of a process.
    beforeAll(() => {
      process.env.TZ = zone
    })
    afterAll(() => {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    })
    it('the tests run in this zone', () => {
      expect(new Date(2027, 0, 15).getTimezoneOffset()).toBe(minutesBehind)
    })
    define()
  })
}
