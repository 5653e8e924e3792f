import { HopelessJob, type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { MAKE_DELIVERY, type MakingDeps, makeDeliveryFiles, makeDeliverySchema } from './files.server'

/** Makes the files that are handed over; among the photo workers, behind the renditions. */
export const deliveryJobs = (deps: MakingDeps): JobHandlers => ({
  [MAKE_DELIVERY]: jobHandler(makeDeliverySchema, async (payload) => {
    const result = await makeDeliveryFiles(deps, payload)
    if (!result.ok) throw new HopelessJob(result.sentence)
  }),
})
