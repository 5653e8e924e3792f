import { data } from 'react-router'
import { breadcrumbListing } from '~/domains/content/listing'
import { isPageShown, readPage, readSettings } from '~/domains/content/operations.server'
import { readGalleryStrip } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { ComingSoon } from '~/domains/photos/ui/coming-soon'
import { categoriesOf, categorySlug, productListing } from '~/domains/shop/model'
import { listProducts } from '~/domains/shop/operations.server'
import { ProductFilters, Shelf } from '~/domains/shop/ui/product-list'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { JsonLd } from '~/ui/html'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/products'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, config, isPreview } = context.get(scope)
  if (!(await isPageShown({ db, isPreview }, 'products'))) throw data(null, { status: 404 })
  const current = new URL(request.url).searchParams.get('category') || null
  const [page, settings, all] = await Promise.all([
    readPage({ db }, 'mikhenzo-products'),
    readSettings({ db }),
    listProducts({ db }),
  ])
  const products = all.filter(({ category }) => current === null || categorySlug(category) === current)
  if (current !== null && products.length === 0) throw data(null, { status: 404 })
  const { siteUrl } = config
  const trail = [
    { name: 'Home', path: paths.home() },
    { name: page.title, path: paths.products() },
  ]
  return {
    products,
    image: await sharedImage({ db }, products.find(({ photo }) => photo)?.photo),
    all: all.length,
    gallery: all.length > 0 ? [] : await readGalleryStrip({ db }),
    categories: categoriesOf(all),
    current,
    page: { title: page.title, description: page.description, body: page.body },
    site: { url: siteUrl, name: settings.studio.name },
    listings: [
      breadcrumbListing(trail, siteUrl),
      ...products.map((product) => productListing(product, { siteUrl, path: paths.product(product.slug) })),
    ],
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { page, site, image, categories, current } = loaderData
  const category = categories.find(({ slug }) => slug === current)
  return pageMeta({
    title: [category?.title, page.title, site.name].filter(Boolean).join(' · '),
    description: page.description,
    path: paths.products(),
    siteUrl: site.url,
    siteName: site.name,
    image,
  })
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { page, products, all, gallery, categories, current, listings } = loaderData
  return (
    <>
      <PageHead title={page.body.title} lede={page.body.lede} />
      {all === 0 ? (
        <ComingSoon photos={gallery}>Our first products are coming soon.</ComingSoon>
      ) : (
        <div className="wrap">
          <div className="gbar">
            <ProductFilters categories={categories} current={current} all={all} />
          </div>
          <h2 className="vh">Products</h2>
          <Shelf products={products} />
          <section className="sec" aria-labelledby="to-order">
            <div className="cta">
              <div>
                <h2 className="t1" id="to-order">
                  How to order
                </h2>
                <p className="ink2 measure shop__order">{page.body.order}</p>
              </div>
              <ButtonLink variant="line" to={paths.contact()}>
                Order by message
              </ButtonLink>
            </div>
          </section>
        </div>
      )}
      {listings.map((listing) => (
        <JsonLd key={String(listing.url ?? listing['@type'])} data={listing} />
      ))}
    </>
  )
}
