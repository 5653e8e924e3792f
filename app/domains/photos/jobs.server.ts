import { HopelessJob, type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { checkPhoto } from './checking/operations.server'
import { type CollectingDeps, collectFiles } from './collecting/operations.server'
import type { PhotoDeps } from './operations.server'
import { CHECK_PHOTO, COLLECT_FILES, checkPhotoSchema, collectFilesSchema } from './photo-jobs'
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

/** What keeps files and rows together. */
export const collectingJobs = (deps: CollectingDeps): JobHandlers => ({
  [COLLECT_FILES]: jobHandler(collectFilesSchema, async () => {
    await collectFiles(deps)
  }),
})
