import { shortZoneName, zoneName } from '~/platform/time'

/** How the Studio names the zone in which it shows every time: "Eastern Time", and "EST" as it is now. */
export const zoneLabels = (timeZone: string, now: number): { name: string; short: string } => ({
  name: zoneName(timeZone, now),
  short: shortZoneName(timeZone, now),
})
