import { data, redirect } from 'react-router'
import { FieldVersions } from '~/domains/content/ui/versions'
import { versionNumber, versionQuery } from '~/domains/content/versions/version-query'
import { readGallerySettings } from '~/domains/galleries/editor/settings.server'
import {
  compareTextVersions,
  listTextVersions,
  readTextVersion,
  restoreTextVersion,
} from '~/domains/galleries/editor/texts.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/story-text-versions'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const place = { gallery: params.gallery, item: params.text }
  const query = versionQuery(request.url)
  const story = await readGallerySettings(at, params.gallery)
  const listed = await listTextVersions(at, place, query.before)
  if (!story || !listed) throw data(null, { status: 404 })
  const shown = query.show === undefined ? null : await readTextVersion(at, place, query.show)
  const compared = query.compared ? await compareTextVersions(at, place, query.compared) : null
  if (shown === undefined || compared === undefined) throw data(null, { status: 404 })
  return { ...listed, ...place, title: story.values.title, shown, compared }
}

/** Restores a version. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  const number = read.ok ? versionNumber(read.form.get('number')) : undefined
  if (number === undefined) throw data(null, { status: 422 })
  const place = { gallery: params.gallery, item: params.text }
  if (!(await restoreTextVersion({ ...context.get(scope), author }, place, number)))
    throw data(null, { status: 404 })
  throw redirect(studioPaths.gallery(place.gallery, { open: place.item, done: 'restore-text' }), 303)
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `Versions of a text of ${loaderData.title}` : 'Versions')

export default function StoryTextVersions({ loaderData }: Route.ComponentProps) {
  const { gallery, item, title, versions, next, shown, compared } = loaderData
  return (
    <>
      <StudioHead title="Versions" up={{ label: title, to: studioPaths.gallery(gallery, { open: item }) }} />
      <FieldVersions
        {...{ versions, next, shown, compared }}
        title="Text"
        noun="text"
        addressOf={(query) => studioPaths.storyTextVersions(gallery, item, query)}
      />
    </>
  )
}
