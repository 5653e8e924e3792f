import { HopelessJob, type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { checkPhoto } from './checking/operations.server'
import { type CollectingDeps, collectFiles } from './collecting/operations.server'
import type { PhotoDeps } from './operations.server'
import { CHECK_PHOTO, COLLECT_FILES, checkPhotoSchema, collectFilesSchema } from './photo-jobs'
import { renderPhoto } from './rendering/operations.server'
import { MAKE_RENDITIONS, MAKE_THUMBNAIL, makeRenditionsSchema } from './rendition-jobs'

/** The background work of photographs. */
export const photoJobs = (deps: PhotoDeps): JobHandlers => ({
  ...thumbnailJobs(deps),
  ...renditionJobs(deps),
})

/** What somebody who has just brought a photograph waits for. */
export const thumbnailJobs = (deps: PhotoDeps): JobHandlers => ({ [MAKE_THUMBNAIL]: making(deps) })

/** What takes its time. */
export const renditionJobs = (deps: PhotoDeps): JobHandlers => ({
  [MAKE_RENDITIONS]: making(deps),
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

const making = (deps: PhotoDeps) =>
  jobHandler(makeRenditionsSchema, async (payload) => {
    const result = await renderPhoto(deps, payload)
    if (!result.ok && result.reason === 'failed') throw new HopelessJob(result.sentence)
  })
