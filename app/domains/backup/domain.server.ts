import type { Domain } from '~/platform/domain.server'
import { exportJobs } from './jobs.server'

export const backup: Domain = {
  jobs: (app) => ({ other: exportJobs(app) }),
}
