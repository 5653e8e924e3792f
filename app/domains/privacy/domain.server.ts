import type { Domain } from '~/platform/domain.server'
import { exportMyData, requestDoNotSell } from './operations.server'
import { privacyJobs, setNextForgetting } from './retention.server'

export const privacy: Domain = {
  jobs: (app) => ({ other: privacyJobs(app) }),
  start: setNextForgetting,
  operations: {
    exportMyData,
    requestDoNotSell,
  },
}
