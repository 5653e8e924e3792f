import { z } from 'zod'

export const PREPARE_PROOFS = 'prepare-proofs'
export const MAKE_PROOFS = 'make-proofs'

export const prepareProofsSchema = z.object({ galleryId: z.string() })
export const makeProofsSchema = z.object({ galleryId: z.string(), photoId: z.string() })

/** Like the first renditions: a client may be looking. Below all mail. */
const PRIORITY = -1

/** @param version of the gallery: what was asked for before a change is not what is asked for after it */
export const prepareJob = (gallery: { id: string; version: number }) => ({
  kind: PREPARE_PROOFS,
  payload: { galleryId: gallery.id } satisfies z.infer<typeof prepareProofsSchema>,
  priority: PRIORITY,
  uniqueKey: `${PREPARE_PROOFS} ${gallery.id} ${gallery.version}`,
})

export const makeJob = (gallery: { id: string; version: number }, photoId: string) => ({
  kind: MAKE_PROOFS,
  payload: { galleryId: gallery.id, photoId } satisfies z.infer<typeof makeProofsSchema>,
  priority: PRIORITY - 1,
  uniqueKey: `${MAKE_PROOFS} ${gallery.id} ${photoId} ${gallery.version}`,
})
