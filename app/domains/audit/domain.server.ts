import type { Domain } from '~/platform/domain.server'
import { checkLog } from './chain.server'
import { listAudit } from './operations.server'

export const audit: Domain = {
  operations: {
    checkLog,
    listAudit,
  },
}
