import { data } from 'react-router'
import { openGallery } from '~/domains/galleries/access/operations.server'
import { readClientGalleryPhoto } from '~/domains/galleries/client-gallery/operations.server'
import { commentOnPhoto, withdrawComment } from '~/domains/galleries/proofing/comments.server'
import { chooserOf, readComments } from '~/domains/galleries/proofing/operations.server'
import { CommentPage } from '~/domains/galleries/proofing/ui/comment-page'
import { readForm } from '~/platform/http/forms.server'
import { placeOf, requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import { preserveInputForRetry } from '~/ui/preserve-input'
import '~/domains/galleries/proofing/ui/favorites.css'
import type { Route } from './+types/comments'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const access = await openFor(context, request, params.gallery)
  const photo = await readClientGalleryPhoto(at, access.gallery, params.item)
  if (!photo) throw data(null, { status: 404 })
  const comments = await readComments(at, access, [params.item])
  return { gallery: { id: access.gallery.id, title: access.gallery.title }, photo, comments }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const access = await openFor(context, request, params.gallery)
  const read = await readForm(request)
  if (!read.ok) return data({ sentence: read.sentence, errors: {}, values: {} }, read.status)
  const { form } = read
  const here = paths.photoComments(params.gallery, params.item)
  if (form.get('intent') === 'withdraw') {
    await withdrawComment(at, access, form.get('comment'))
    return seeOther(here)
  }
  const typed = form.get('body')
  const done = await commentOnPhoto(at, access, { itemId: params.item, typed })
  if (done.ok) return seeOther(here)
  switch (done.reason) {
    case 'refused':
      return data({ errors: { body: done.sentence }, values: { body: typed } }, 422)
    case 'not-allowed':
    case 'missing':
      throw data(null, { status: 404 })
  }
}

export const clientAction = (sending: Route.ClientActionArgs) => preserveInputForRetry(sending)

async function openFor(context: Route.LoaderArgs['context'], request: Request, galleryId: string) {
  const opened = await openGallery(context.get(scope), request, galleryId)
  const pinPage = paths.clientGalleryPin(galleryId, { returnTo: placeOf(request) })
  const { access } = requireOpened(opened, context, request, pinPage)
  if (!chooserOf(access)) throw data(null, { status: 404 })
  return access
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Photo ${loaderData.photo.number} · ${loaderData.gallery.title}` : 'Comments' },
  { name: 'robots', content: 'noindex' },
]

export default function PhotoComments({ loaderData, actionData }: Route.ComponentProps) {
  return <CommentPage {...loaderData} outcome={actionData} />
}
