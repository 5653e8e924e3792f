import type { Domain } from '~/platform/domain.server'
import { requestDeliveryFiles } from './downloads/files.server'
import { deliveryJobs } from './downloads/jobs.server'
import { expiryJobs } from './expiration/jobs.server'
import { setNextLook } from './expiration/operations.server'
import { keepClearing } from './uploads/cleanup.server'
import { uploadJobs } from './uploads/jobs.server'
import { proofJobs } from './watermarks/jobs.server'
import { keepProofs } from './watermarks/operations.server'

export const galleries: Domain = {
  jobs: (app) => ({
    uploads: uploadJobs(app),
    photos: { ...deliveryJobs(app), ...proofJobs(app) },
    other: expiryJobs(app),
  }),
  start: async (app) => {
    await keepClearing(app)
    await setNextLook(app)
    await requestDeliveryFiles(app)
    await keepProofs(app)
  },
}
