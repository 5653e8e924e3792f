import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { type CollectingDeps, collectFiles } from './collecting/operations.server'
import { COLLECT_FILES, collectFilesSchema } from './model'

/** What keeps files and rows together. */
export const fileJobs = (deps: CollectingDeps): JobHandlers => ({
  [COLLECT_FILES]: jobHandler(collectFilesSchema, async (_, { signal }) => {
    await collectFiles(deps, signal)
  }),
})
