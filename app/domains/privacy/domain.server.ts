import type { Domain } from '~/platform/domain.server'
import { exportMyData, openMyPhoto, requestDoNotSell } from './operations.server'
import { privacyJobs, setNextRetention } from './retention.server'

export const privacy: Domain = {
  jobs: (app) => ({ other: privacyJobs(app) }),
  start: setNextRetention,
  operations: {
    exportMyData,
    openMyPhoto,
    requestDoNotSell,
  },
}
