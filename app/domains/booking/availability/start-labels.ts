import { shortZoneName, timeLabel } from '~/platform/time'
import { instantsOf, wallTimeOf } from './wall-time'

/**
 * A start as people read it, in the studio's zone: "9:30 AM". Where the clock shows a time twice, each of the two
 * says which it is: "1:30 AM EDT" and "1:30 AM EST". Pages, letters and lists all say it like this.
 * @param at milliseconds since 1970
 */
export function startLabel(at: number, zone: string): string {
  return toldApart(timeLabel(at, zone), at, zone)
}

/** The label of a time, with the zone's short name where the clock shows that time twice. */
export function toldApart(label: string, at: number, zone: string): string {
  const [date = '', time = ''] = wallTimeOf(at, zone).split('T')
  return instantsOf(date, time, zone).length > 1 ? `${label} ${shortZoneName(zone, at)}` : label
}
