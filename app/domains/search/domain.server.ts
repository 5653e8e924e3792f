import type { Domain } from '~/platform/domain.server'
import { clearingJobs, setNextClearing } from './removed-photos.server'

export const search: Domain = {
  jobs: (app) => ({ other: clearingJobs(app) }),
  start: setNextClearing,
}
