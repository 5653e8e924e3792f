import { dollars } from '~/ui/money'
import type { ProductView } from '../model'

export function ProductPrice({ product }: { product: Pick<ProductView, 'priceCents' | 'priceFrom'> }) {
  return (
    <>
      {product.priceFrom ? 'from ' : ''}
      {dollars(product.priceCents)}
    </>
  )
}
