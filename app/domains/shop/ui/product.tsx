import { Picture } from '~/domains/photos/ui/picture'
import { ButtonLink } from '~/ui/button-link'
import { Html } from '~/ui/html'
import { paths } from '~/ui/paths'
import type { ProductPage } from '../model'
import { ProductPrice } from './product-list'

interface ProductSheetProps {
  product: ProductPage
  /** The studio's text about ordering. */
  order: string
}

/** A product: photo, description, price and how to order. */
export function ProductSheet({ product, order }: ProductSheetProps) {
  const { slug, title, summary, details, photo, html } = product
  return (
    <div className="prod">
      {photo ? (
        <div className="prod__pic">
          <Picture photo={photo} sizes="(min-width:64rem) 53vw, 92vw" priority />
        </div>
      ) : null}
      <div className="prod__text">
        <h1 className="d2">{title}</h1>
        <p className="lede ink2">{summary}</p>
        <p className="prod__price">
          <span className="t1">
            <ProductPrice product={product} />
          </span>
          <span className="edge edge--sm">{details}</span>
        </p>
        <p>
          <ButtonLink go to={paths.contact({ product: slug })}>
            Order by message
          </ButtonLink>
        </p>
        <Html className="prose" html={html} />
        <section className="prod__order" aria-labelledby="how-to-order">
          <h2 className="t3" id="how-to-order">
            How to order
          </h2>
          <p className="ui ink2">{order}</p>
        </section>
      </div>
    </div>
  )
}
