import ICAL from 'ical.js'

/** A time in a calendar file. */
export interface Wall {
  time: ICAL.Time
  tzid: string | undefined
  isUtc: boolean
}

/** Turns the times of one calendar file into instants. */
export class ZoneBook {
  private readonly calendar: ICAL.Component
  private readonly fallback: string
  private readonly found = new Map<string, string | ICAL.Timezone>()

  constructor(calendar: ICAL.Component, fallback: string) {
    this.calendar = calendar
    this.fallback = fallback
  }

  /** Milliseconds since 1970. Skipped times move ahead, doubled ones are the first (RFC 5545 3.3.5). */
  instantOf({ time, tzid, isUtc }: Wall): number {
    const { year, month, day, hour, minute } = time
    const second = Math.min(time.second, 59)
    if (isUtc) return Date.UTC(year, month - 1, day, hour, minute, second)
    const zone = tzid === undefined || time.isDate ? this.fallback : this.zoneOf(tzid)
    if (typeof zone === 'string')
      return Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }).toZonedDateTime(zone)
        .epochMilliseconds
    return Date.UTC(year, month - 1, day, hour, minute, second) - zone.utcOffset(time) * 1000
  }

  /** A known IANA zone, else the file's own definition, else the studio's zone. */
  private zoneOf(tzid: string): string | ICAL.Timezone {
    const known = this.found.get(tzid)
    if (known !== undefined) return known
    const described = this.calendar
      .getAllSubcomponents('vtimezone')
      .find((zone) => zone.getFirstPropertyValue('tzid') === tzid)
    // Some calendar apps prefix the name with a path, such as /freeassociation.sourceforge.net/Europe/Paris.
    const name = [tzid, tzid.split('/').slice(-2).join('/')].find(isZoneName)
    const zone = name ?? (described ? new ICAL.Timezone(described) : this.fallback)
    this.found.set(tzid, zone)
    return zone
  }
}

function isZoneName(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
