import { Link } from 'react-router'
import { readBlocks } from '~/domains/blog/blocks.server'
import { readAboutPage, readBusinessListing } from '~/domains/content/operations.server'
import { readGalleryStrip } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import type { PhotoView } from '~/domains/photos/model'
import { Bleed } from '~/domains/photos/ui/bleed'
import { GalleryStrip } from '~/domains/photos/ui/coming-soon'
import { Picture } from '~/domains/photos/ui/picture'
import { columns } from '~/domains/photos/ui/sizes'
import type { TextBlock } from '~/domains/texts/blocks'
import { WrittenText } from '~/domains/texts/ui/written-text'
import { allowPlayers } from '~/domains/texts/video'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { JsonLd } from '~/ui/html'
import { PageHead, SectionHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/about'

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(scope)
  const { actor } = request
  const [{ article, ...page }, listing] = await Promise.all([
    readAboutPage(request),
    readBusinessListing(request),
  ])
  const [blocks = []] = await readBlocks(request, [article], 'portfolio')
  allowPlayers(request, { blocks })
  const hero = page.photos[page.body.photo]
  const [image, gallery] = await Promise.all([
    sharedImage(request, hero),
    hero ? [] : readGalleryStrip(request),
  ])
  return {
    page,
    blocks,
    gallery,
    listing,
    image,
    isTeam: actor.kind === 'person' && actor.role !== 'client',
    siteUrl: request.config.siteUrl,
  }
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

export default function About({
  loaderData: { page, blocks, gallery, listing, isTeam },
}: Route.ComponentProps) {
  const { body, photos } = page
  const hero = photos[body.photo]
  const hasFacts = body.facts.length > 0
  return (
    <>
      <JsonLd data={listing} />
      <PageHead title={body.title} lede={body.lede} />
      {hero ? <Bleed photo={hero} caption={body.caption} priority /> : <GalleryStrip photos={gallery} />}
      <div className="wrap sec--tight">
        <div className={isOneSentence(blocks) ? 'abt abt--one' : 'abt'}>
          <div className="txt">
            <WrittenText blocks={blocks} />
          </div>
          <div className="abt__side">
            <Portrait photo={photos[body.portrait.photo]} caption={body.portrait.caption} isTeam={isTeam} />
            {body.aside.text && (
              <aside aria-labelledby="studio">
                <h2 className="edge" id="studio">
                  {body.aside.title}
                </h2>
                <p>{body.aside.text}</p>
              </aside>
            )}
          </div>
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

/** Such as the text of a new site, which would be lost in the column of a longer one. */
const isOneSentence = ([first, ...others]: TextBlock[]): boolean =>
  others.length === 0 && first?.kind === 'html' && /^<p>[^<]{1,90}<\/p>$/.test(first.html)

interface PortraitProps {
  photo: PhotoView | undefined
  caption: string
  isTeam: boolean
}

/** The photographer. Without a photo, only the team sees its place. */
function Portrait({ photo, caption, isTeam }: PortraitProps) {
  if (photo)
    return (
      <figure className="frame">
        <Picture photo={photo} ratio="4/5" sizes={columns(3, '(min-width:40rem) 44.4vw, 89.3vw')} />
        <figcaption className="frame__cap">
          <span className="t">{caption}</span>
        </figcaption>
      </figure>
    )
  if (!isTeam) return null
  return (
    <div className="abt__slot">
      <p>
        Your portrait is missing. Clients book a person, so show them who’s coming. Only your team sees this
        note.
      </p>
      <p>
        <Link className="lnk" to={paths.edit('about')}>
          Add a portrait
        </Link>
      </p>
    </div>
  )
}
