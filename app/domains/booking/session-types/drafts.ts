import { z } from 'zod'
import { slugSchema } from '~/domains/content/drafts'
import { CHOICE_LENGTH, CHOICES_MAX, QUESTION_KINDS } from './model'

const line = z.string().trim().min(1).max(300)
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const cents = z.int().min(0).max(100_000_000)

/** A session type in the content files. Service and locations are referred to by their slugs. */
export const sessionTypeDraftSchema = z.object({
  slug: slugSchema,
  title: line,
  summary: line,
  service: slugSchema.nullable(),
  /** Its price is the starting price of its service. */
  setsPrice: z.boolean().default(false),
  minutes: z.int().min(5).max(1_440),
  editedPhotos: line,
  turnaround: line,
  priceCents: cents,
  priceUnit: z.string().max(40),
  depositCents: cents,
  places: z.array(slugSchema).min(1),
  rules: z
    .object({
      starts: z.enum(['interval', 'fixed', 'sunset', 'mini']).default('interval'),
      fixedStarts: z.array(time).default([]),
      sunsetMinutes: z.int().min(0).max(300).default(60),
      incrementMinutes: z.int().min(5).max(480).default(30),
      bufferBefore: z.int().min(0).max(480).default(0),
      bufferAfter: z.int().min(0).max(480).default(15),
      minimumNoticeHours: z.int().min(0).max(2_160).default(24),
      bookingWindowDays: z.int().min(1).max(730).default(180),
      dailyLimit: z.int().min(1).max(99).nullable().default(null),
      needsApproval: z.boolean().default(true),
      questions: z
        .array(
          z.object({
            id: z.string().regex(/^[a-z0-9]{1,12}$/),
            label: z.string().min(1).max(120),
            kind: z.enum(QUESTION_KINDS),
            required: z.boolean(),
            choices: z.array(z.string().min(1).max(CHOICE_LENGTH)).min(2).max(CHOICES_MAX).optional(),
          }),
        )
        .max(12)
        .default([]),
    })
    .prefault({}),
})

export const placeDraftSchema = z.object({
  slug: slugSchema,
  title: line,
  summary: z.string().max(300),
  kind: z.enum(['studio', 'outdoor', 'client']),
  isDefault: z.boolean(),
  address: z.string().max(200).default(''),
  /** Degrees, north and east positive. */
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  travelMinutes: z.int().min(0).max(480).default(0),
  travelFeeCents: cents.default(0),
  photo: slugSchema.optional(),
})

const window = z.object({ weekday: z.int().min(1).max(7), opens: time, closes: time })

/** Schedules, and mini session days in a number of weeks after the installation. */
export const schedulesDraftSchema = z.object({
  schedules: z.array(
    z.object({
      title: z.string().min(1).max(80),
      sessionType: slugSchema.nullable(),
      place: slugSchema.nullable(),
      hours: z.array(window).min(1),
    }),
  ),
  miniDays: z.array(
    z.object({
      title: z.string().min(1).max(80),
      sessionType: slugSchema,
      place: slugSchema,
      /**
       * The first such weekday (1 is Monday, 7 is Sunday) at least `weeksAhead` weeks ahead that isn't a
       * holiday.
       */
      weekday: z.int().min(1).max(7),
      weeksAhead: z.int().min(1).max(50),
      starts: z.array(time).min(1).max(60),
    }),
  ),
})

export type SessionTypeDraft = z.infer<typeof sessionTypeDraftSchema>
export type PlaceDraft = z.infer<typeof placeDraftSchema>
export type SchedulesDraft = z.infer<typeof schedulesDraftSchema>
