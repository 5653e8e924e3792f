import { data } from 'react-router'
import { answerOnPhoto, removeAnswer } from '~/domains/galleries/proofing/comments.server'
import {
  completeList,
  type ListChanged,
  limitList,
  readClientFavorites,
  reopenList,
} from '~/domains/galleries/proofing/review.server'
import { ClientFavoritesView, type ManageOutcome } from '~/domains/galleries/proofing/ui/client-favorites'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useLastAnswer, useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/galleries/editor/ui/editor.css'
import '~/domains/galleries/proofing/ui/client-favorites.css'
import type { Route } from './+types/gallery-favorites'

/** Refresh interval in milliseconds, since clients may be choosing at the same time. */
const EVERY_MS = 4_000

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const choices = await readClientFavorites(context.get(scope), params.gallery)
  if (!choices) throw data(null, { status: 404 })
  return { choices, done: new URL(request.url).searchParams.get('done') }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { about: '', sentence: read.sentence })
  const { form } = read
  const galleryId = params.gallery
  const seen = { galleryId, id: form.get('list'), version: Number(form.get('version')) }
  const itemId = form.get('item')
  switch (form.get('intent')) {
    case 'reopen':
      return settled(await reopenList(at, seen), seen.id, 'reopened')
    case 'settle':
      return settled(await completeList(at, seen), seen.id, 'settled')
    case 'limit':
      return settled(await limitList(at, seen, form.get('limit')), seen.id, 'limited')
    case 'answer': {
      const shareId = form.get('share')
      const said = await answerOnPhoto(at, { galleryId, itemId, shareId, typed: form.get('body') })
      return settled(said, `${shareId} ${itemId}`, 'answered')
    }
    case 'remove-answer':
      requireStudio(context, request, { owner: true })
      return settled(await removeAnswer(at, { galleryId, id: form.get('comment') }), '', 'removed')
    default:
      return refuse(422, { about: '', sentence: BROKEN_FORM })
  }

  function settled(changed: ListChanged, about: string, done: string) {
    if (changed.ok) return seeOther(studioPaths.galleryFavorites(galleryId, { done }))
    if (changed.reason !== 'refused') return refuseRecord<ManageOutcome>(changed, { about }, JUST_CHANGED)
    return refuse(422, {
      about,
      sentence: changed.sentence,
      typed: form.get('body') || form.get('limit'),
    })
  }
}

const refuse = (status: number, outcome: ManageOutcome) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `Favorites: ${loaderData.choices.gallery.title}` : 'Favorites')

export default function GalleryFavorites({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { choices, done } = loaderData
  const actionData = useLastAnswer(latest)
  useRefresh(true, EVERY_MS)
  return <ClientFavoritesView choices={choices} done={done} outcome={actionData} />
}
