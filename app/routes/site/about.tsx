import { readAboutPage, readBusinessListing } from '~/domains/content/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { Bleed } from '~/domains/photos/ui/bleed'
import { Picture } from '~/domains/photos/ui/picture'
import { columns } from '~/domains/photos/ui/sizes'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { Html, JsonLd } from '~/ui/html'
import { PageHead, SectionHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/about'

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(scope)
  const [page, listing] = await Promise.all([readAboutPage(request), readBusinessListing(request)])
  const image = await sharedImage(request, page.photos[page.body.photo])
  return { page, listing, image, siteUrl: request.config.siteUrl }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { page, listing, image, siteUrl } = loaderData
  return pageMeta({
    title: page.title,
    description: page.description,
    path: paths.about(),
    siteUrl,
    siteName: listing.name,
    image,
  })
}

export default function About({ loaderData: { page, listing } }: Route.ComponentProps) {
  const { body, photos, html } = page
  const hero = photos[body.photo]
  const hasFacts = body.facts.length > 0
  return (
    <>
      <JsonLd data={listing} />
      <PageHead title={body.title} lede={body.lede} />
      {hero ? <Bleed photo={hero} caption={body.caption} priority /> : null}
      <div className="wrap sec--tight">
        <div className="abt">
          <Html className="prose" html={html} />
          <aside aria-labelledby="studio">
            <h2 className="edge" id="studio">
              {body.aside.title}
            </h2>
            <p>{body.aside.text}</p>
          </aside>
        </div>
      </div>
      {hasFacts ? (
        <section className="wrap" aria-labelledby="numbers">
          <SectionHead number={1} title="In numbers" id="numbers" />
          <dl className="facts">
            {body.facts.map(({ label, figure }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {body.photos.some(({ photo }) => photos[photo]) ? (
        <section className="sec wrap" aria-labelledby="photos">
          <SectionHead number={hasFacts ? 2 : 1} title={body.photosTitle} id="photos" />
          <ul className="trio">
            {body.photos.map(({ photo: slug, caption }, at) => {
              const photo = photos[slug]
              return photo ? (
                <li key={slug}>
                  <figure className="frame">
                    <Picture photo={photo} sizes={columns(at === 0 ? 6 : 5)} />
                    <figcaption className="frame__cap">
                      <span className="edge pt" aria-hidden="true">
                        {at + 1}
                      </span>
                      <span className="t">{caption}</span>
                    </figcaption>
                  </figure>
                </li>
              ) : null
            })}
          </ul>
        </section>
      ) : null}
      <div className="wrap sec--end">
        <div className="cta">
          <h2 className="t1">{body.call.title}</h2>
          <ButtonLink to={paths.contact()} go>
            {body.call.link}
          </ButtonLink>
        </div>
      </div>
    </>
  )
}
