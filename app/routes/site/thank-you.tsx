import { readPage, readSettings } from '~/domains/content/operations.server'
import { Picture } from '~/domains/photos/ui/picture'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/thank-you'

/** What somebody may be thanked for, and how much of what happens next concerns them. */
const steps = { message: 1, request: 10, letter: 0 } as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [page, { studio }] = await Promise.all([readPage(at, 'thank-you'), readSettings(at)])
  const reason = new URL(request.url).searchParams.get('for')
  const count = reason && reason in steps ? steps[reason as keyof typeof steps] : 0
  return { page, next: page.body.next.slice(0, count), siteName: studio.name, siteUrl: at.config.siteUrl }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { page, siteName, siteUrl } = loaderData
  return pageMeta({
    title: page.title,
    description: page.description,
    path: paths.thankYou(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function ThankYou({ loaderData: { page, next } }: Route.ComponentProps) {
  const { body, photos } = page
  const photo = photos[body.photo]
  return (
    <div className="wrap nf nf--top">
      <div>
        <h1 className="d2">
          <Emphasis text={body.title} />
        </h1>
        <p className="lede ink2 nf__lede">{body.lede}</p>
        <div className="hero__act">
          <ButtonLink to={paths.gallery()} go>
            See the gallery
          </ButtonLink>
          <ButtonLink to={paths.blog()} variant="line">
            Read the journal
          </ButtonLink>
        </div>
        {next.length > 0 ? (
          <>
            <h2 className="vh">What happens next</h2>
            <ol className="next">
              {next.map(({ when, text }) => (
                <li key={when}>
                  <b>{when}</b>
                  <span>{text}</span>
                </li>
              ))}
            </ol>
          </>
        ) : null}
      </div>
      {photo ? (
        <figure className="print" data-theme="darkroom">
          <Picture photo={photo} sizes="(min-width: 64rem) 52vw, 100vw" priority />
          <figcaption className="edge edge--sm pt">{body.caption}</figcaption>
        </figure>
      ) : null}
    </div>
  )
}
