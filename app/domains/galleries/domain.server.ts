import type { Domain } from '~/platform/domain.server'
import { requestDownloadFiles } from './downloads/files.server'
import { downloadJobs } from './downloads/jobs.server'
import { expirationJobs } from './expiration/jobs.server'
import { setNextLook } from './expiration/operations.server'
import { keepClearing } from './uploads/cleanup.server'
import { uploadJobs } from './uploads/jobs.server'
import { proofJobs } from './watermarks/jobs.server'
import { keepProofs } from './watermarks/operations.server'

export const galleries: Domain = {
  jobs: (app) => ({
    uploads: uploadJobs(app),
    photos: { ...downloadJobs(app), ...proofJobs(app) },
    other: expirationJobs(app),
  }),
  start: async (app) => {
    await keepClearing(app)
    await setNextLook(app)
    await requestDownloadFiles(app)
    await keepProofs(app)
  },
}
