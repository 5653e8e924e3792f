import { data, Link } from 'react-router'
import { listReleases } from '~/domains/galleries/releases/operations.server'
import { ReleaseList } from '~/domains/galleries/releases/ui/release-list'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/galleries/releases/ui/releases.css'
import '~/domains/galleries/editor/ui/editor.css'
import type { Route } from './+types/gallery-releases'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const query = new URL(request.url).searchParams
  const register = await listReleases(context.get(scope), params.gallery, { before: query.get('before') })
  if (!register) throw data(null, { status: 404 })
  return { ...register, done: doneSentence(query) }
}

function doneSentence(query: URLSearchParams): string | null {
  const count = Number(query.get('off') ?? 0)
  const off = count > 0 ? ` ${count === 1 ? '1 photo' : `${count} photos`} removed from the site.` : ''
  switch (query.get('done')) {
    case 'recorded':
      return `Recorded.${off}`
    case 'saved':
      return `Saved.${off}`
    case 'withdrawn':
      return `Withdrawn.${off}`
    default:
      return null
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `Releases: ${loaderData.gallery.title}` : 'Releases')

export default function GalleryReleases({ loaderData }: Route.ComponentProps) {
  const { gallery, releases, next, done } = loaderData
  return (
    <>
      {done ? <SavedNote>{done}</SavedNote> : null}
      <div className="st-filter">
        <Link className="btn" to={studioPaths.galleryRelease(gallery.id)}>
          Record release
        </Link>
      </div>
      <p className="cns-lead">
        The people in this gallery, and where they agreed to be shown. Your public site shows a photo only if
        everyone listed here allows it.
      </p>
      <ReleaseList galleryId={gallery.id} releases={releases} />
      <NextPage to={next && studioPaths.galleryReleases(gallery.id, { before: next })} />
    </>
  )
}
