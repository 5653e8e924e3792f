import { redirect } from 'react-router'
import { openGallery } from '~/domains/galleries/access/operations.server'
import { pageOf } from '~/domains/galleries/client-gallery/model'
import { readClientGalleryPhoto } from '~/domains/galleries/client-gallery/operations.server'
import { clientGalleryItemId } from '~/domains/galleries/client-gallery/ui/use-client-gallery'
import { currentListCookie, favoriteRefusal } from '~/domains/galleries/proofing/model'
import { favoritePhoto } from '~/domains/galleries/proofing/operations.server'
import type { FavoriteAnswer } from '~/domains/galleries/proofing/ui/favorite-queue'
import { setCookie } from '~/platform/http/capability-cookie'
import { readForm } from '~/platform/http/forms.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/favorite'

/** Marks a photo as a favorite, or removes the mark. The page's script gets JSON, a form a redirect to the page. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const opened = await openGallery(at, request, params.gallery)
  if (!opened.ok) return answer({ ok: false, sentence: CLOSED }, 403)
  const read = await readForm(request)
  if (!read.ok) return answer({ ok: false, sentence: read.sentence }, read.status)
  const { form } = read
  const itemId = form.get('item')
  const done = await favoritePhoto(at, opened.access, {
    ...{ itemId, listId: form.get('list') },
    isOn: form.get('on') === 'yes',
  })
  if (form.get('script') !== 'yes') {
    const { gallery } = opened.access
    if (!done.ok) return seeOther(paths.favorites(gallery.id, { no: done.reason }))
    const back = await placeOf(form.get('back'))
    return seeOther(back, [setCookie(at.config.siteUrl, currentListCookie(gallery.id), done.list.id)])
  }
  if (done.ok) return answer({ ok: true, list: done.list }, 200)
  switch (done.reason) {
    case 'full':
      return answer(
        { ok: false, sentence: favoriteRefusal({ ...done, limit: done.list.limit }), list: done.list },
        409,
      )
    case 'locked':
      return answer({ ok: false, sentence: favoriteRefusal(done) }, 409)
    case 'missing':
      return answer({ ok: false, sentence: favoriteRefusal(done) }, 404)
    case 'not-allowed':
      return answer({ ok: false, sentence: favoriteRefusal(done) }, 403)
  }

  async function placeOf(back: string): Promise<string> {
    if (back === 'choices') return paths.favorites(params.gallery)
    if (back === 'photo') return paths.clientGalleryPhoto(params.gallery, itemId)
    const photo = opened.ok ? await readClientGalleryPhoto(at, opened.access.gallery, itemId) : undefined
    return `${paths.clientGallery(params.gallery, { page: pageOf(photo?.number ?? 1) })}#${clientGalleryItemId(itemId)}`
  }
}

const CLOSED = 'You no longer have access to this gallery. Reload the page.'

const answer = (body: FavoriteAnswer, status: number) =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })

/** There is no page at this address. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(paths.clientGallery(params.gallery))
