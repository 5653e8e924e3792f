import type { Domain } from '~/platform/domain.server'
import { countDemo, removeDemo } from './operations.server'

export const demo: Domain = {
  operations: {
    countDemo,
    removeDemo,
  },
}
