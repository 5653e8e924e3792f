import type { Domain } from '~/platform/domain.server'
import { photoJobs } from './jobs.server'

export const photos: Domain = {
  jobs: (app) => ({ photos: photoJobs(app) }),
}
