import { data } from 'react-router'
import { breadcrumbListing } from '~/domains/content/listing'
import { isPageShown, readPage, readSettings } from '~/domains/content/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { productListing } from '~/domains/shop/model'
import { readProduct } from '~/domains/shop/operations.server'
import { ProductSheet } from '~/domains/shop/ui/product'
import { isWideAt, ProductCard } from '~/domains/shop/ui/product-list'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { Breadcrumbs } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/product'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, config, isPreview } = context.get(scope)
  if (!(await isPageShown({ db, isPreview }, 'products'))) throw data(null, { status: 404 })
  const [product, page, { studio }] = await Promise.all([
    readProduct({ db, isPreview }, params.product),
    readPage({ db }, 'mikhenzo-products'),
    readSettings({ db }),
  ])
  if (!product) throw data(null, { status: 404 })
  const { siteUrl } = config
  const path = paths.product(product.slug)
  const trail = [
    { name: 'Home', path: paths.home() },
    { name: page.title, path: paths.products() },
    { name: product.title, path },
  ]
  return {
    product,
    image: await sharedImage({ db }, product.photo),
    shop: page.title,
    order: page.body.order,
    site: { url: siteUrl, name: studio.name },
    listings: [productListing(product, { siteUrl, path }), breadcrumbListing(trail, siteUrl)],
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { product, shop, site, image } = loaderData
  return pageMeta({
    title: `${product.title} · ${shop} · ${site.name}`,
    description: [product.summary, product.details && `${product.details}.`].filter(Boolean).join(' '),
    path: paths.product(product.slug),
    siteUrl: site.url,
    siteName: site.name,
    image,
    type: 'product',
  })
}

/** Grid columns that the three other products span. */
const OTHER_SPANS = [5, 4, 3]

export default function Product({ loaderData: { product, shop, order, listings } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <div className="prod__crumbs">
        <Breadcrumbs trail={[{ label: shop, to: paths.products() }, { label: product.title }]} />
      </div>
      <ProductSheet product={product} order={order} />
      {product.others.length > 0 ? (
        <section className="sec" aria-labelledby="others">
          <div className="prod__others">
            <h2 className="t1" id="others">
              Other products
            </h2>
          </div>
          <div className="shop shop--three">
            {product.others.map((other, at) => (
              <ProductCard
                key={other.slug}
                product={other}
                span={OTHER_SPANS[at] ?? 4}
                isWide={isWideAt(at, product.others.length)}
              />
            ))}
          </div>
        </section>
      ) : null}
      {listings.map((listing) => (
        <JsonLd key={String(listing['@type'])} data={listing} />
      ))}
    </div>
  )
}
