import { HopelessJob, type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { checkPhoto } from './checking/operations.server'
import type { PhotoDeps } from './operations.server'
import { CHECK_PHOTO, checkPhotoSchema } from './photo-jobs'
import { renderPhoto } from './rendering/operations.server'
import { MAKE_RENDITIONS, makeRenditionsSchema } from './rendition-jobs'

/** The background work of photographs. */
export const photoJobs = (deps: PhotoDeps): JobHandlers => ({
  [MAKE_RENDITIONS]: jobHandler(makeRenditionsSchema, async (payload) => {
    const result = await renderPhoto(deps, payload)
    if (!result.ok && result.reason === 'failed') throw new HopelessJob(result.sentence)
  }),
  [CHECK_PHOTO]: jobHandler(checkPhotoSchema, async (payload) => {
    await checkPhoto(deps, payload)
  }),
})
