import { lazy } from 'react'
import { data, Outlet } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { zoneLabels } from '~/domains/content/shell'
import { StudioLogo } from '~/domains/content/ui/studio-logo'
import { galleriesInProgress } from '~/domains/galleries/editor/operations.server'
import { PhotoUpload } from '~/domains/photos/ui/photo-field'
import { countWaiting } from '~/domains/today/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { Failure } from '~/ui/failure'
import { Frame } from '~/ui/studio/frame'
import { preserveStudioInput } from '~/ui/studio/preserve-studio-input'
import { sectionsFor } from '~/ui/studio/sections'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/logo.css'
import '~/ui/styles/studio.css'
import '~/ui/styles/studio-lists.css'
import '~/ui/styles/studio-records.css'
import '~/domains/search/ui/search.css'
import '~/ui/styles/studio-tabs.css'
import '~/ui/styles/preview.css'
import '~/ui/styles/written-form.css'
import '~/domains/content/ui/page-form.css'
import type { Route } from './+types/layout'

/**
 * D5: runs before every request below /studio, with any method, for pages, data and files. Loaders and actions
 * check again, since some require an owner.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    try {
      requireStudio(context, request)
    } catch (refusal) {
      // The error page instead of an empty 404.
      if (refusal instanceof Response && refusal.status === 404) throw data(null, { status: 404 })
      throw refusal
    }
    // Browsers load a room's modules with its data. The Studio must show the data of the moment of a press, so
    // they wouldn't use what they loaded earlier.
    if (request.headers.get('Sec-Purpose')?.startsWith('prefetch')) return new Response(null, { status: 204 })
    const response = await next()
    response.headers.set('Cache-Control', 'private, no-store')
    return response
  },
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [preserveStudioInput]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { name, role } = requireStudio(context, request)
  const at = context.get(scope)
  const [{ studio }, waiting, drafts] = await Promise.all([
    readSettings(at),
    countWaiting(at),
    galleriesInProgress(at),
  ])
  return {
    business: { letters: studio.logo, picture: studio.picture, name: studio.name },
    person: name,
    zone: zoneLabels(studio.timeZone, at.clock.now()),
    isOwner: role === 'owner',
    waiting,
    inProgress: drafts.map(({ id, title }) => ({ label: title, to: studioPaths.gallery(id) })),
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Studio' }, { name: 'robots', content: 'noindex' }]

/** Loaded with the first dialog that chooses a photo. */
const WebsiteUploadPanel = lazy(async () => ({
  default: (await import('~/domains/galleries/uploads/ui/website-upload')).WebsiteUploadPanel,
}))

export default function StudioLayout({ loaderData }: Route.ComponentProps) {
  const { business, person, isOwner, waiting, inProgress } = loaderData
  return (
    <Frame
      logo={<StudioLogo {...business} />}
      person={person}
      sections={sectionsFor(isOwner, waiting)}
      inProgress={inProgress}
    >
      <PhotoUpload value={WebsiteUploadPanel}>
        <Outlet />
      </PhotoUpload>
    </Frame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const failure = <Failure error={error} ways={[{ label: 'Today', to: studioPaths.today() }]} />
  if (!loaderData)
    return (
      <main id="main" tabIndex={-1}>
        {failure}
      </main>
    )
  const { business, person, isOwner, waiting, inProgress } = loaderData
  return (
    <Frame
      logo={<StudioLogo {...business} />}
      person={person}
      sections={sectionsFor(isOwner, waiting)}
      inProgress={inProgress}
    >
      {failure}
    </Frame>
  )
}
