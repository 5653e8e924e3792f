import { z } from 'zod'

/** Most tags or session types of one condition. */
export const CHOICES_MAX = 50
/** In characters. */
export const PLACE_MAX = 100

const ids = z.array(z.string().min(1).max(64)).max(CHOICES_MAX).default([])

/**
 * A part of the subscribers, stored as JSON. A subscriber has to meet every condition that is set; `{}` means
 * all subscribers.
 */
export const segmentSchema = z.strictObject({
  /** Ids of tags: has at least one of them. */
  anyOf: ids,
  /** Ids of tags: has none of them. */
  noneOf: ids,
  /** Ids of session types: has booked one of them. */
  booked: ids,
  /** No session in the last twelve months, and none booked. Includes people who never booked. */
  notBookedForYear: z.boolean().default(false),
  /** Opened a counted link of a newsletter in the last twelve months. */
  clicked: z.boolean().default(false),
  /** Text in the address or name of a location where they had a session, such as a city. */
  place: z.string().trim().max(PLACE_MAX).default(''),
})

export type Segment = z.output<typeof segmentSchema>

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
