import { data } from 'react-router'
import { openGallery } from '~/domains/galleries/access/operations.server'
import { currentListCookie, favoriteRefusal, submissionRefusal } from '~/domains/galleries/proofing/model'
import { addList, readFavoriteItems, removeList } from '~/domains/galleries/proofing/operations.server'
import { submitList } from '~/domains/galleries/proofing/submission.server'
import { type FavoritesOutcome, FavoritesPage } from '~/domains/galleries/proofing/ui/favorites-page'
import { favoriteQueueOf } from '~/domains/galleries/proofing/ui/favorites-provider'
import { readCookie, setCookie } from '~/platform/http/capability-cookie'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { placeOf, requireOpened } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import { preserveInputForRetry, reloadWhenRefused } from '~/ui/preserve-input'
import '~/domains/galleries/proofing/ui/favorites.css'
import type { Route } from './+types/favorites'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const access = await openFor(context, request, params.gallery)
  const query = new URL(request.url).searchParams
  const current = readCookie(request, at.config.siteUrl, currentListCookie(params.gallery))
  const own = await readFavoriteItems(at, access, { list: query.get('list'), current })
  if (!own) throw data(null, { status: 404 })
  const no = query.get('no')
  const refusal = no === 'full' || no === 'locked' || no === 'missing' || no === 'not-allowed' ? no : null
  return {
    own,
    done: query.get('done'),
    refusal: refusal && favoriteRefusal({ reason: refusal, limit: own.list?.limit ?? own.gallery.limit }),
  }
}

/** Waits until unsent favorites have arrived, so that the list contains them. */
export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  await favoriteQueueOf(params.gallery).settled()
  return await serverLoader()
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const access = await openFor(context, request, params.gallery)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const { form } = read
  const to = (list: string, done?: string) =>
    seeOther(paths.favorites(params.gallery, { list, ...(done ? { done } : {}) }), [
      setCookie(at.config.siteUrl, currentListCookie(params.gallery), list),
    ])
  switch (form.get('intent')) {
    case 'use':
      return /^[\w-]{1,60}$/.test(form.get('list'))
        ? to(form.get('list'), 'used')
        : seeOther(paths.favorites(params.gallery))
    case 'add': {
      const added = await addList(at, access, form.get('purpose'))
      if (added.ok) return to(added.id, 'added')
      return added.reason === 'refused'
        ? refuse(422, { errors: { purpose: added.sentence }, values: { purpose: form.get('purpose') } })
        : refuse(403, { sentence: favoriteRefusal(added) })
    }
    case 'remove': {
      const removed = await removeList(at, access, form.get('list'))
      if (removed.ok) return seeOther(paths.favorites(params.gallery, { done: 'removed' }))
      return removed.reason === 'not-empty'
        ? refuse(409, { sentence: 'This list still has photos. Remove them first.' })
        : refuse(409, { sentence: favoriteRefusal({ reason: removed.reason }) })
    }
    case 'send':
      return await send(form)
    default:
      return refuse(422, { sentence: BROKEN_FORM })
  }

  async function send(sent: FormFields) {
    const seen = { id: sent.get('list'), version: Number(sent.get('version')), note: sent.get('note') }
    const done = await submitList(at, access, seen)
    if (done.ok) return seeOther(paths.favorites(params.gallery, { list: seen.id, done: 'sent' }))
    const values = { note: seen.note }
    if (done.reason === 'refused') return refuse(422, { errors: { note: done.sentence }, values })
    return refuse(409, { sentence: submissionRefusal(done), values })
  }
}

export const clientAction = (sending: Route.ClientActionArgs) => preserveInputForRetry(sending)

const refuse = (status: number, outcome: Partial<FavoritesOutcome>) =>
  data({ errors: {}, values: {}, ...outcome } satisfies FavoritesOutcome, status)

async function openFor(context: Route.LoaderArgs['context'], request: Request, galleryId: string) {
  const opened = await openGallery(context.get(scope), request, galleryId)
  const pinPage = paths.clientGalleryPin(galleryId, { returnTo: placeOf(request) })
  return requireOpened(opened, context, request, pinPage).access
}

export const shouldRevalidate = reloadWhenRefused

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Your favorites · ${loaderData.own.gallery.title}` : 'Your favorites' },
  { name: 'robots', content: 'noindex' },
]

export default function Favorites({ loaderData, actionData }: Route.ComponentProps) {
  return <FavoritesPage {...loaderData} outcome={actionData} />
}
