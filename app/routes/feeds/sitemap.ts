import type { LoaderFunctionArgs } from 'react-router'
import { listPosts, listTags } from '~/domains/blog/operations.server'
import { blogPath } from '~/domains/blog/ui/blog-paths'
import { pagesOff } from '~/domains/content/navigation'
import { listPageChanges, readSettings } from '~/domains/content/operations.server'
import { type SitemapEntry, sitemapXml } from '~/domains/content/sitemap'
import { listPublicPhotos, listStories } from '~/domains/galleries/operations.server'
import { mediaPath, type PhotoView, renditionFor } from '~/domains/photos/model'
import { listProducts } from '~/domains/shop/operations.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'

/** Width in pixels of the images in the sitemap. */
const PICTURE_WIDTH = 1200

/** Pages with editable text, by slug. */
const PAGES = {
  home: paths.home,
  gallery: paths.gallery,
  services: paths.services,
  about: paths.about,
  portfolio: paths.portfolio,
  pricing: paths.pricing,
  portrait: paths.portrait,
  blog: paths.blog,
  'mikhenzo-products': paths.products,
  contact: paths.contact,
  'book-session': paths.bookSession,
  terms: paths.terms,
} as const

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, clock, config, validUntil } = context.get(scope)
  const { pages } = await readSettings({ db })
  const off = pagesOff(pages)
  const changes = await listPageChanges({ db })
  const photos = await listPublicPhotos({ db })
  const stories = pages.portfolio ? await listStories({ db }) : []
  const blog = await listPosts({ db, clock })
  const tags = pages.blog ? await listTags({ db, clock }) : []
  const products = pages.products ? await listProducts({ db }) : []
  validUntil(blog.validUntil)

  const entry = (path: string, changedAt?: number, shown: (PhotoView | null)[] = []): SitemapEntry => ({
    url: `${config.siteUrl}${path}`,
    changedAt,
    images: shown.flatMap((photo) => pictureOf(photo, config.siteUrl)),
  })
  const entries = [
    ...Object.entries(PAGES)
      .filter(([slug]) => !off.has(slug as keyof typeof PAGES))
      .map(([slug, path]) => entry(path(), changes.get(slug))),
    ...stories.map((each) =>
      entry(
        paths.story(each.slug),
        each.publishedAt,
        each.photos.map(({ photo }) => photo),
      ),
    ),
    ...(pages.blog ? blog.posts : []).map((post) =>
      entry(paths.post(post.slug), Date.parse(post.updatedAt), [post.cover]),
    ),
    ...tags.map((tag) => entry(blogPath({ tag }))),
    ...products.map((product) => entry(paths.product(product.slug), undefined, [product.photo])),
    ...photos.map((photo) => entry(paths.galleryPhoto(photo.slug), undefined, [photo])),
  ]
  return new Response(sitemapXml(entries), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' },
  })
}

function pictureOf(photo: PhotoView | null, siteUrl: string): string[] {
  const width = photo && renditionFor(photo, PICTURE_WIDTH)
  return width ? [`${siteUrl}${mediaPath(photo, width, 'jpg')}`] : []
}
