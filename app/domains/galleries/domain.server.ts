import type { Domain } from '~/platform/domain.server'
import { deliveryJobs } from './delivering/jobs.server'
import { requestDeliveryFiles } from './delivering/making/operations.server'
import { expiryJobs } from './expiry/jobs.server'
import { setNextLook } from './expiry/looking/operations.server'
import { keepClearing } from './uploads/clearing/operations.server'
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
