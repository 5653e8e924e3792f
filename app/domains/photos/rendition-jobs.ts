import { z } from 'zod'
import { FIRST_WIDTHS_UP_TO, renditionWidths } from './model'

export const MAKE_RENDITIONS = 'make-renditions'
/** The narrowest alone, apart from the others so that it never waits for them: it is how a photograph first appears. */
export const MAKE_THUMBNAIL = 'make-thumbnail'

export const makeRenditionsSchema = z.object({
  photoId: z.string(),
  widths: z.array(z.int().min(1)).min(1),
})

export type MakeRenditions = z.infer<typeof makeRenditionsSchema>

/** Ranks go below 0, where other work is, so that no mail waits for photographs. */
const LAST_RANK = 99_999

/** Three jobs a photograph: the narrowest, then the widths that pages show first of all photographs, then the rest. */
export function renditionJobs(photo: { id: string; width: number }, rank = LAST_RANK) {
  const [narrowest, ...widths] = renditionWidths(photo.width)
  const first = widths.filter((width) => width <= FIRST_WIDTHS_UP_TO)
  const rest = widths.filter((width) => width > FIRST_WIDTHS_UP_TO)
  const place = Math.min(LAST_RANK, Math.max(0, Math.floor(rank)))
  return [
    { kind: MAKE_THUMBNAIL, part: 'narrowest', widths: narrowest ? [narrowest] : [], priority: -1 - place },
    { kind: MAKE_RENDITIONS, part: 'first', widths: first, priority: -1 - place },
    { kind: MAKE_RENDITIONS, part: 'rest', widths: rest, priority: -2 - LAST_RANK - place },
  ]
    .filter((job) => job.widths.length > 0)
    .map(({ kind, part, widths, priority }) => ({
      kind,
      payload: { photoId: photo.id, widths } satisfies MakeRenditions,
      priority,
      uniqueKey: `${MAKE_RENDITIONS} ${photo.id} ${part}`,
    }))
}
