import type { Segment } from './segment-schema'

/** Most tags or session types of one condition. */
export const CHOICES_MAX = 50
/** In characters. */
export const PLACE_MAX = 100

export const EVERYONE: Segment = {
  ...{ anyOf: [], noneOf: [], booked: [] },
  ...{ notBookedForYear: false, clicked: false, place: '' },
}

/** Reads a segment from the fields of `SegmentFields`. Anything odd is left out. */
export function readSegment(fields: {
  get(name: string): string | null
  getAll(name: string): string[]
}): Segment {
  const idsOf = (name: string) =>
    fields
      .getAll(name)
      .filter((id) => id.length > 0 && id.length <= 64)
      .slice(0, CHOICES_MAX)
  return {
    anyOf: idsOf('tag'),
    noneOf: idsOf('without'),
    booked: idsOf('booked'),
    notBookedForYear: fields.get('quiet') === 'yes',
    clicked: fields.get('clicked') === 'yes',
    place: (fields.get('place') ?? '').trim().slice(0, PLACE_MAX),
  }
}

/** The same fields, to keep a segment in a query. */
export const segmentQuery = (segment: Segment): Record<string, string | string[] | null> => ({
  tag: segment.anyOf,
  without: segment.noneOf,
  booked: segment.booked,
  quiet: segment.notBookedForYear ? 'yes' : null,
  clicked: segment.clicked ? 'yes' : null,
  place: segment.place || null,
})

/** Whether a segment is everyone. */
export const isEveryone = (segment: Segment): boolean => JSON.stringify(segment) === JSON.stringify(EVERYONE)
