import { z } from 'zod'
import { FIRST_WIDTHS_UP_TO, renditionWidths } from './model'

export const CHECK_PHOTO = 'check-photo'

export const checkPhotoSchema = z.object({ photoId: z.string() })

export const REBUILD_RENDITIONS = 'rebuild-renditions'
export const REBUILD_DOWNLOAD_FILES = 'rebuild-download-files'
export const REBUILD_PROOFS = 'rebuild-proofs'

/** Jobs that make files anew with a later recipe. They are paused and counted together. */
export const REBUILDS = [REBUILD_RENDITIONS, REBUILD_DOWNLOAD_FILES, REBUILD_PROOFS] as const

export const rebuildSchema = z.object({ photoId: z.string() })

export const MAKE_RENDITIONS = 'make-renditions'

export const makeRenditionsSchema = z.object({
  photoId: z.string(),
  widths: z.array(z.int().min(1)).min(1),
})

export type MakeRenditions = z.infer<typeof makeRenditionsSchema>

/** Priorities of photos are below 0, that of other jobs, so that emails don't wait for photos. */
const LAST_RANK = 99_999

/** After all renditions of new photos. */
const REBUILD_PRIORITY = -3 - 2 * LAST_RANK

/** @param id what is made anew, so that it is queued once */
export const rebuildJob = (kind: (typeof REBUILDS)[number], payload: object, id: string) => ({
  ...{ kind, payload, priority: REBUILD_PRIORITY, uniqueKey: `${kind} ${id}` },
})

/** Two jobs per photo: first the widths that most pages use, for all photos, then the rest. */
export function renditionJobs(photo: { id: string; width: number }, rank = LAST_RANK) {
  const widths = renditionWidths(photo.width)
  const first = widths.filter((width) => width <= FIRST_WIDTHS_UP_TO)
  const rest = widths.filter((width) => width > FIRST_WIDTHS_UP_TO)
  const place = Math.min(LAST_RANK, Math.max(0, Math.floor(rank)))
  return [
    { part: 'first', widths: first, priority: -1 - place },
    { part: 'rest', widths: rest, priority: -2 - LAST_RANK - place },
  ]
    .filter((job) => job.widths.length > 0)
    .map(({ part, widths, priority }) => ({
      kind: MAKE_RENDITIONS,
      payload: { photoId: photo.id, widths } satisfies MakeRenditions,
      priority,
      uniqueKey: `${MAKE_RENDITIONS} ${photo.id} ${part}`,
    }))
}
