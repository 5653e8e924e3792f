import type { Domain } from '~/platform/domain.server'
import { listProducts, readProduct } from './operations.server'

export const shop: Domain = {
  operations: {
    listProducts,
    readProduct,
  },
}
