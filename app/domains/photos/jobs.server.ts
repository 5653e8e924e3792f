import { HopelessJob, type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import type { PhotoDeps } from './operations.server'
import {
  CHECK_PHOTO,
  checkPhotoSchema,
  MAKE_RENDITIONS,
  makeRenditionsSchema,
  REBUILD_RENDITIONS,
  rebuildSchema,
} from './photo-jobs'
import { rebuildRenditions } from './rebuild.server'
import { renderPhoto } from './renditions.server'
import { checkPhoto } from './safety.server'

/** Background jobs of photos. */
export const photoJobs = (deps: PhotoDeps): JobHandlers => ({
  [MAKE_RENDITIONS]: jobHandler(makeRenditionsSchema, async (payload) => {
    const result = await renderPhoto(deps, payload)
    if (!result.ok && result.reason === 'failed') throw new HopelessJob(result.sentence)
  }),
  [REBUILD_RENDITIONS]: jobHandler(rebuildSchema, async (payload) => {
    const result = await rebuildRenditions(deps, payload)
    if (!result.ok) throw new HopelessJob(result.sentence)
  }),
  [CHECK_PHOTO]: jobHandler(checkPhotoSchema, async (payload) => {
    await checkPhoto(deps, payload)
  }),
})
