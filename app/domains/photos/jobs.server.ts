import { HopelessJob, type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import type { PhotoDeps } from './operations.server'
import { renderPhoto } from './rendering/operations.server'
import { MAKE_RENDITIONS, makeRenditionsSchema } from './rendition-jobs'

/** The background work of photographs. */
export const photoJobs = (deps: PhotoDeps): JobHandlers => ({
  [MAKE_RENDITIONS]: jobHandler(makeRenditionsSchema, async (payload) => {
    const result = await renderPhoto(deps, payload)
    if (!result.ok && result.reason === 'failed') throw new HopelessJob(result.sentence)
  }),
})
