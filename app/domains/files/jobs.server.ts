import { z } from 'zod'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { type CollectingDeps, collectFiles } from './collection.server'
import { COLLECT_FILES } from './model'

/** Jobs that keep files and rows consistent. */
export const fileJobs = (deps: CollectingDeps): JobHandlers => ({
  [COLLECT_FILES]: jobHandler(z.object({}), async (_, { signal }) => {
    await collectFiles(deps, signal)
  }),
})
