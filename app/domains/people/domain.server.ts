import type { Domain } from '~/platform/domain.server'
import { findPersonOf, savePerson } from './operations.server'

export const people: Domain = {
  operations: {
    findPersonOf,
    savePerson,
  },
}
