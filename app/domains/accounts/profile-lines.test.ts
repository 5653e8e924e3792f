import { expect, it } from 'vitest'
import { deviceLines } from './profile-lines'

it('lists the requesting session first, then by last use, in the studio’s time', () => {
  const at = (time: string) => Date.parse(time)
  const lines = deviceLines(
    [
      { id: 'old', current: false, device: 'Safari on iPhone', lastSeenAt: at('2026-11-01T12:00:00Z') },
      { id: 'new', current: false, device: 'Firefox on Windows', lastSeenAt: at('2026-11-20T02:30:00Z') },
      { id: 'this', current: true, device: 'Chrome on Android', lastSeenAt: at('2026-11-02T12:00:00Z') },
    ],
    'America/New_York',
  )
  expect(lines.map(({ id }) => id)).toEqual(['this', 'new', 'old'])
  expect(lines[1]?.lastSeen).toBe('Last seen November 19, 2026, 9:30 PM EST')
})
