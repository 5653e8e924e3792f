import { describe, expect, test } from 'vitest'
import { type BusyQuestion, busyTimes } from './busy-times'
import { readBusy } from './read-busy.server'

const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const entry = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const question = (...lines: string[]): BusyQuestion => ({
  text: file(...lines),
  zone: 'America/New_York',
  from: Date.parse('2026-11-21T00:00:00Z'),
  until: Date.parse('2027-12-26T00:00:00Z'),
  ownUidEnd: '@studio.example.com',
})
const spans = (...lines: string[]) => {
  const read = busyTimes(question(...lines))
  if (!read.ok) throw new Error(read.reason)
  const minute = (at: number) => new Date(at).toISOString().slice(0, 16)
  return read.busy.map(({ startsAt, endsAt }) => `${minute(startsAt)} ${minute(endsAt)}`)
}

describe('busy times of a calendar file', () => {
  test('reads a recurrence with an excluded, a moved and a canceled occurrence across a clock change', () => {
    const zone = ';TZID=America/New_York:'
    const length = ['UID:a', 'DURATION:PT1H']
    expect(
      spans(
        ...entry(
          ...length,
          `DTSTART${zone}20270302T100000`,
          'RRULE:FREQ=WEEKLY;COUNT=5',
          `EXDATE${zone}20270309T100000`,
        ),
        ...entry(...length, `RECURRENCE-ID${zone}20270316T100000`, `DTSTART${zone}20270317T150000`),
        ...entry(
          ...length,
          `RECURRENCE-ID${zone}20270323T100000`,
          `DTSTART${zone}20270323T100000`,
          'STATUS:CANCELLED',
        ),
      ),
    ).toEqual([
      '2027-03-02T15:00 2027-03-02T16:00',
      '2027-03-17T19:00 2027-03-17T20:00',
      '2027-03-30T14:00 2027-03-30T15:00',
    ])
  })

  test('reads a change of one occurrence and all later ones, with single exceptions', () => {
    const zone = ';TZID=America/New_York'
    const again = (day: string, ...lines: string[]) =>
      entry('UID:a', `RECURRENCE-ID${zone};RANGE=THISANDFUTURE:${day}T100000`, ...lines)
    const weekly = entry(
      'UID:a',
      `DTSTART${zone}:20270302T100000`,
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=6',
    )
    expect(
      spans(
        ...again('20270323', `DTSTART${zone}:20270323T100000`, 'STATUS:CANCELLED'),
        ...weekly,
        ...again('20270309', `DTSTART${zone}:20270310T150000`, 'DURATION:PT2H'),
        ...entry(
          'UID:a',
          `RECURRENCE-ID${zone}:20270406T100000`,
          `DTSTART${zone}:20270406T100000`,
          'DURATION:PT30M',
        ),
      ),
    ).toEqual([
      '2027-03-02T15:00 2027-03-02T16:00',
      '2027-03-10T20:00 2027-03-10T22:00',
      '2027-03-17T19:00 2027-03-17T21:00',
      '2027-04-06T14:00 2027-04-06T14:30',
    ])
  })

  test('reads published busy times with end or duration, without free ones', () => {
    expect(
      spans(
        'BEGIN:VFREEBUSY',
        'UID:f',
        'FREEBUSY;FBTYPE=BUSY:20261205T150000Z/20261205T160000Z,20261206T150000Z/PT90M',
        'FREEBUSY:20261207T150000Z/PT1H',
        'FREEBUSY;FBTYPE=FREE:20261208T150000Z/PT1H',
        'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261209T150000Z/PT1H',
        'FREEBUSY:20201207T150000Z/PT1H',
        'END:VFREEBUSY',
        'BEGIN:VFREEBUSY',
        'END:VFREEBUSY',
      ),
    ).toEqual([
      '2026-12-05T15:00 2026-12-05T16:00',
      '2026-12-06T15:00 2026-12-06T16:30',
      '2026-12-07T15:00 2026-12-07T16:00',
      '2026-12-09T15:00 2026-12-09T16:00',
    ])
  })

  test('puts all-day and floating events in the studio’s zone, with days of 23 hours', () => {
    expect(spans(...entry('UID:a', 'DTSTART;VALUE=DATE:20270314'))).toEqual([
      '2027-03-14T05:00 2027-03-15T04:00',
    ])
    expect(spans(...entry('UID:a', 'DTSTART:20261225T100000', 'DTEND:20261225T113000'))).toEqual([
      '2026-12-25T15:00 2026-12-25T16:30',
    ])
  })

  test('reads a zone defined in the file', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:My time', 'BEGIN:STANDARD', 'DTSTART:19700101T000000']
    const offsets = ['TZOFFSETFROM:+0330', 'TZOFFSETTO:+0330', 'END:STANDARD', 'END:VTIMEZONE']
    expect(
      spans(...zone, ...offsets, ...entry('UID:a', 'DTSTART;TZID=My time:20261201T033000', 'DURATION:PT1H')),
    ).toEqual(['2026-12-01T00:00 2026-12-01T01:00'])
  })

  test('ends at UNTIL, adds RDATE, merges overlaps', () => {
    expect(
      spans(
        ...entry(
          'UID:a',
          'DTSTART:20270101T100000Z',
          'DURATION:PT2H',
          'RRULE:FREQ=DAILY;UNTIL=20270102T100000Z',
          'RDATE:20270105T100000Z',
        ),
        ...entry('UID:b', 'DTSTART:20270105T110000Z', 'DURATION:PT2H'),
      ),
    ).toEqual([
      '2027-01-01T10:00 2027-01-01T12:00',
      '2027-01-02T10:00 2027-01-02T12:00',
      '2027-01-05T10:00 2027-01-05T13:00',
    ])
  })

  test('ignores free, canceled and past events, and our own', () => {
    const at = ['DTSTART:20261201T100000Z', 'DURATION:PT1H']
    expect(
      spans(
        ...entry('UID:a', ...at, 'TRANSP:TRANSPARENT'),
        ...entry('UID:b', ...at, 'STATUS:CANCELLED'),
        ...entry('UID:c@studio.example.com', ...at),
        ...entry('UID:d', 'DTSTART:20200101T100000Z', 'DURATION:PT1H'),
        ...entry('UID:e', 'DTSTART:20261201T100000Z'),
      ),
    ).toEqual([])
  })

  test.each([
    ['', 'no-calendar'],
    ['<!doctype html><title>Log in</title>', 'no-calendar'],
    ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n', 'no-calendar'],
    ['\u0000\u0001', 'no-calendar'],
  ])('refuses %j', (text, reason) => {
    expect(busyTimes({ ...question(), text })).toEqual({ ok: false, reason })
  })

  test('an unreadable event doesn’t discard the others', () => {
    expect(
      spans(
        ...entry('UID:a', 'DTSTART:tomorrow', 'DURATION:PT1H'),
        ...entry('UID:b', 'DTSTART:20261201T100000Z', 'DURATION:PT1H'),
      ),
    ).toEqual(['2026-12-01T10:00 2026-12-01T11:00'])
  })

  test('limits endless recurrences, by count and by time', async () => {
    const every = (rule: string) =>
      question(...entry('UID:a', 'DTSTART:20000101T100000Z', 'DURATION:PT1S', `RRULE:${rule}`))
    expect(busyTimes(every('FREQ=SECONDLY'))).toEqual({ ok: false, reason: 'too-many' })
    expect(await readBusy(every('FREQ=SECONDLY'), 1)).toEqual({ ok: false, reason: 'too-slow' })
  })

  test('runs in a separate thread', async () => {
    const asked = question(...entry('UID:a', 'DTSTART:20261201T100000Z', 'DURATION:PT1H'))
    expect(await readBusy(asked)).toEqual(busyTimes(asked))
  })
})
