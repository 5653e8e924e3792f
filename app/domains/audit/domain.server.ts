import type { Domain } from '~/platform/domain.server'
import { chainUnnumbered } from './chain.server'

export const audit: Domain = {
  start: (app) => chainUnnumbered(app),
}
