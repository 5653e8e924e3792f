import { z } from 'zod'
import { CHOICES_MAX, PLACE_MAX } from './segment'

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
