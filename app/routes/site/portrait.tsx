import { data, Link } from 'react-router'
import { readBlocks } from '~/domains/blog/blocks.server'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { sessionFacts } from '~/domains/booking/ui/session-facts'
import { SessionOffers } from '~/domains/booking/ui/session-offers'
import { faqListing, serviceListing } from '~/domains/content/listing'
import {
  findService,
  introducePage,
  isPageShown,
  listFaqs,
  listTestimonials,
  readPortraitPage,
} from '~/domains/content/operations.server'
import { quoteForPortrait } from '~/domains/content/testimonials'
import { FaqsBeside } from '~/domains/content/ui/faqs'
import { FromPrice } from '~/domains/content/ui/service-entries'
import { listLinkedPhotos, readGalleryStrip } from '~/domains/galleries/operations.server'
import { GalleryStrip } from '~/domains/photos/ui/coming-soon'
import { Picture } from '~/domains/photos/ui/picture'
import { columns, stripSizes } from '~/domains/photos/ui/sizes'
import { WrittenText } from '~/domains/texts/ui/written-text'
import { allowPlayers } from '~/domains/texts/video'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { Facts } from '~/ui/facts'
import { JsonLd } from '~/ui/html'
import { PageHead, SectionHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { Quotation } from '~/ui/quotation'
import { Notch, Strip } from '~/ui/strip'
import type { Route } from './+types/portrait'

export async function loader({ context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { db, config, isPreview, actor } = at
  if (!(await isPageShown({ db, isPreview }, 'portrait'))) throw data(null, { status: 404 })
  const { article, ...page } = await readPortraitPage({ db })
  const [blocks = []] = await readBlocks({ db }, [article], 'portfolio')
  allowPlayers(at, { blocks })
  const [service, types, faqs, testimonials, linked] = await Promise.all([
    findService({ db }, page.body.service),
    listSessionTypes({ db }),
    listFaqs({ db }, page.body.faqTopic),
    listTestimonials({ db }),
    listLinkedPhotos({ db }, page.body.strip),
  ])
  const about = await introducePage(
    { db, config },
    { ...page, path: paths.portrait(), photo: page.photos[page.body.photo] },
  )
  return {
    page,
    blocks,
    linked,
    isTeam: actor.kind === 'person' && actor.role !== 'client',
    gallery: page.photos[page.body.photo] ? [] : await readGalleryStrip({ db }),
    service: service ?? null,
    types: types.filter(({ serviceSlug }) => serviceSlug === page.body.service),
    faqs,
    quote: quoteForPortrait(testimonials) ?? null,
    about,
    listings: [
      ...(service ? [serviceListing(service, { siteUrl: config.siteUrl, path: paths.portrait() })] : []),
      faqListing(faqs),
      about.breadcrumbs,
    ],
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.about.meta) : []

export default function Portrait({ loaderData }: Route.ComponentProps) {
  const { page, blocks, linked, gallery, isTeam, service, types, faqs, quote, listings } = loaderData
  const { body, photos } = page
  const hero = photos[body.photo]
  const first = types[0]
  const book = paths.bookSession({ service: first?.slug ?? null })
  return (
    <>
      <PageHead title={body.title} lede={body.lede} />
      {hero ? (
        <figure className="wrap por__hero">
          <Picture
            photo={hero}
            sizes={columns(12, '(min-width:40rem) 91vw, 89.3vw')}
            ratio="var(--hero)"
            shapes={[2.2, 2.2, 3 / 2, 4 / 5]}
            priority
          />
          <figcaption className="edge pt">{body.caption}</figcaption>
        </figure>
      ) : (
        <GalleryStrip photos={gallery} />
      )}
      {hero || !isTeam ? null : (
        <p className="wrap small ink2 por__slot">
          The large photo is missing. Only your team sees this note.{' '}
          <Link className="lnk" to={paths.edit('portrait')}>
            Add a photo
          </Link>
        </p>
      )}
      {first ? (
        <section className="wrap por__line" aria-label="Price">
          {service && <Notch kind={service.notch} />}
          <p className="edge ink2">
            <Facts facts={sessionFacts(first)} />
          </p>
          {service && <FromPrice service={service} />}
          <ButtonLink go to={book}>
            Book a portrait
          </ButtonLink>
        </section>
      ) : null}
      <div className="wrap por__text">
        <div className="txt">
          <WrittenText blocks={blocks} />
        </div>
        {first ? null : (
          <p className="por__ask">
            <ButtonLink go to={paths.contact()}>
              Contact us
            </ButtonLink>
          </p>
        )}
        {quote && (
          <figure className="por__quote">
            <blockquote className="quote">
              <Quotation text={quote.quote} />
            </blockquote>
            <figcaption className="ui ink2">
              {quote.name}, {quote.kind.toLowerCase()}
            </figcaption>
          </figure>
        )}
      </div>
      <Strip
        className="por__strip"
        label="From portrait sessions"
        frames={body.strip.flatMap((slug) => {
          const photo = photos[slug]
          if (!photo) return []
          return [
            {
              key: slug,
              to: linked.includes(slug) ? paths.galleryPhoto(slug) : undefined,
              picture: <Picture photo={photo} sizes={stripSizes(photo, 104)} />,
            },
          ]
        })}
      />
      {body.sections.length > 0 && (
        <section className="wrap sec" aria-labelledby="options">
          <SectionHead number={1} title={body.sectionsTitle} id="options" />
          <div className="por__ways">
            {body.sections.map(({ title, text, photo: slug }, at) => {
              const photo = photos[slug]
              return (
                <article key={title}>
                  {photo && (
                    <Picture
                      photo={photo}
                      sizes={columns(
                        at % 4 === 0 || at % 4 === 3 ? 7 : 4,
                        '(min-width:48rem) 44.4vw, 89.3vw',
                      )}
                      ratio="7/6"
                    />
                  )}
                  <h3 className="t2">{title}</h3>
                  <p className="ink2">{text}</p>
                </article>
              )
            })}
          </div>
        </section>
      )}
      <FaqsBeside faqs={faqs}>{types.length > 0 && <SessionOffers types={types} />}</FaqsBeside>
      <JsonLd data={listings} />
    </>
  )
}
