import { HopelessJob, type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import {
  MAKE_DOWNLOAD_FILES,
  type MakingDeps,
  makeDownloadFiles,
  makeDownloadFilesSchema,
} from './files.server'

/** Makes the files that are handed over; among the photo workers, behind the renditions. */
export const downloadJobs = (deps: MakingDeps): JobHandlers => ({
  [MAKE_DOWNLOAD_FILES]: jobHandler(makeDownloadFilesSchema, async (payload) => {
    const result = await makeDownloadFiles(deps, payload)
    if (!result.ok) throw new HopelessJob(result.sentence)
  }),
})
