import { Link } from 'react-router'
import { MoveButtons } from '~/ui/studio/move-buttons'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ListedProduct } from '../model'
import { ProductPrice } from './product-list'

/** Every product in the site's order. */
export function StudioProductList({ products }: { products: ListedProduct[] }) {
  if (products.length === 0)
    return (
      <div className="empty">
        <p>No products yet. Add prints, albums, or gift certificates that people can order by message.</p>
      </div>
    )
  return (
    <ol className="cat">
      {products.map(({ slug, title, category, price, soldOut, isPublished }, at) => (
        <li key={slug}>
          <div className="cat__t">
            <div className="cat__h">
              <Link className="cat__a tap" to={studioPaths.product(slug)}>
                {title}
              </Link>
              {isPublished ? (
                <span className="tag tag--fix">On the site</span>
              ) : (
                <span className="tag">Not published</span>
              )}
              {soldOut ? <span className="tag">Sold out</span> : null}
            </div>
            <p className="cat__s">
              {category}, <ProductPrice product={price} />
            </p>
          </div>
          <MoveButtons
            id={slug}
            title={title}
            above={products[at - 1]?.slug}
            below={products[at + 1]?.slug}
          />
        </li>
      ))}
    </ol>
  )
}
