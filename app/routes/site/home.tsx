import { listPosts } from '~/domains/blog/operations.server'
import { PostTeaser } from '~/domains/blog/ui/post-list'
import { withGalleryPhotos } from '~/domains/content/home-photos'
import {
  isPageShown,
  listServices,
  listTestimonials,
  readBusinessListing,
  readOpeningHours,
  readPage,
} from '~/domains/content/operations.server'
import { photosNamedIn } from '~/domains/content/page-photos'
import { quotesForHome } from '~/domains/content/testimonials'
import { HomeHero, Quotes, Timeline, Work } from '~/domains/content/ui/home'
import { ServiceIndex } from '~/domains/content/ui/service-entries'
import { countPublicPhotos, listLinkedPhotos, readGallery } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { shownSmall } from '~/domains/photos/model'
import { Bleed } from '~/domains/photos/ui/bleed'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { SectionHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/home'

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(scope)
  const [chosen, services, quotes, hours, blog, hasBlog, photoCount, listing] = await Promise.all([
    readPage(request, 'home'),
    listServices(request),
    listTestimonials(request),
    readOpeningHours(request),
    listPosts(request),
    isPageShown(request, 'blog'),
    countPublicPhotos(request),
    readBusinessListing(request),
  ])
  request.validUntil(hours.validUntil)
  request.validUntil(blog.validUntil)
  const isComplete = photosNamedIn(chosen.body).every((slug) => chosen.photos[slug])
  const gallery = isComplete ? undefined : await readGallery(request, { filter: null, page: 1 })
  const page = gallery ? withGalleryPhotos(chosen, gallery.photos) : chosen
  const { hero, work, bleed, strip } = page.body
  const large = [hero.photo, bleed.photo, ...work.map(({ photo }) => photo)]
  for (const slug of strip) {
    const photo = page.photos[slug]
    if (photo && !large.includes(slug)) page.photos[slug] = shownSmall(photo)
  }
  return {
    page,
    linked: await listLinkedPhotos(request, [...large, ...strip]),
    image: await sharedImage(request, page.photos[page.body.hero.photo]),
    services: services.map(({ slug, title, notch, summary, fromPriceCents, priceUnit, thumbnail, photo }) => {
      const shown = thumbnail ?? photo
      return { slug, title, notch, summary, fromPriceCents, priceUnit, picture: shown && shownSmall(shown) }
    }),
    quotes: quotesForHome(quotes),
    hours: hours.sentence,
    posts: (hasBlog ? blog.posts : [])
      .slice(0, 4)
      .map(({ slug, title, excerpt, cover, date, publishedAt, minutes }, at) =>
        at === 0
          ? { slug, title, excerpt, cover, date, publishedAt, minutes }
          : { slug, title, date, publishedAt, minutes },
      ),
    photoCount,
    listing,
    siteUrl: request.config.siteUrl,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { page, image, siteUrl, listing } = loaderData
  return pageMeta({
    title: page.title,
    description: page.description,
    path: paths.home(),
    siteUrl,
    siteName: listing.name,
    image,
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { page, linked, services, quotes, hours, posts, photoCount, listing } = loaderData
  const bleed = page.photos[page.body.bleed.photo]
  const has = {
    work: page.body.work.some(({ photo }) => page.photos[photo]),
    services: services.length > 0,
    steps: page.body.steps.length > 0,
    posts: posts.length > 0,
  }
  const sections = Object.keys(has).filter((section) => has[section as keyof typeof has])
  const numberOf = (section: keyof typeof has) => sections.indexOf(section) + 1
  return (
    <>
      <JsonLd data={listing} />
      <HomeHero page={page} linked={linked} hours={hours} />
      {has.work ? (
        <section className="sec wrap" aria-labelledby="work">
          <SectionHead
            number={numberOf('work')}
            title="Selected work"
            id="work"
            more={{ to: paths.gallery(), label: `All ${photoCount} photos` }}
          />
          <Work page={page} linked={linked} />
        </section>
      ) : null}
      {has.services ? (
        <section className="wrap" aria-labelledby="services">
          <SectionHead
            number={numberOf('services')}
            title="What we photograph"
            id="services"
            more={{ to: paths.pricing(), label: 'Full price list' }}
          />
          <ServiceIndex services={services} />
        </section>
      ) : null}
      {has.steps ? (
        <section className="sec wrap dev" aria-labelledby="how">
          <SectionHead number={numberOf('steps')} title={page.body.stepsTitle} id="how" />
          <Timeline steps={page.body.steps} />
        </section>
      ) : null}
      {bleed ? <Bleed photo={bleed} caption={page.body.bleed.caption} /> : null}
      {quotes.length > 0 ? (
        <section className="wrap sec--tight" aria-labelledby="words">
          <h2 className="vh" id="words">
            What clients say
          </h2>
          <Quotes quotes={quotes} />
        </section>
      ) : null}
      {has.posts ? (
        <section className="sec wrap" aria-labelledby="blog">
          <SectionHead
            number={numberOf('posts')}
            title="From the blog"
            id="blog"
            more={{ to: paths.blog(), label: 'All posts' }}
          />
          <PostTeaser posts={posts} />
        </section>
      ) : null}
    </>
  )
}
