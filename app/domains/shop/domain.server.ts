import type { Domain } from '~/platform/domain.server'
import {
  addEditedProduct,
  blankProduct,
  listAllProducts,
  moveProduct,
  readEditedProduct,
  removeProduct,
  saveProduct,
} from './editing.server'
import { listProducts, readProduct } from './operations.server'

export const shop: Domain = {
  operations: {
    addEditedProduct,
    blankProduct,
    listAllProducts,
    listProducts,
    moveProduct,
    readEditedProduct,
    readProduct,
    removeProduct,
    saveProduct,
  },
}
