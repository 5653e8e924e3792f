import type { Domain } from '~/platform/domain.server'
import { exportJobs } from './jobs.server'

export const exit: Domain = {
  jobs: (app) => ({ other: exportJobs(app) }),
}
