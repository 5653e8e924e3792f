import type { Domain } from '~/platform/domain.server'
import { chainUnnumbered, checkLog } from './chain.server'
import { listAudit } from './operations.server'

export const audit: Domain = {
  start: (app) => chainUnnumbered(app),
  operations: {
    checkLog,
    listAudit,
  },
}
