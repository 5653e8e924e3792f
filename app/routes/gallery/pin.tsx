import { data, redirect } from 'react-router'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { readSettings } from '~/domains/content/operations.server'
import { pinCookie } from '~/domains/galleries/access/model'
import { givePin, openGallery } from '~/domains/galleries/access/operations.server'
import { isPin, waitSentence } from '~/domains/galleries/client-gallery/client-gallery-words'
import { readExpired, readLockedCover } from '~/domains/galleries/client-gallery/operations.server'
import { OPENED_ID } from '~/domains/galleries/client-gallery/ui/client-gallery-cover'
import { PinForm } from '~/domains/galleries/client-gallery/ui/pin-form'
import { setCookie } from '~/platform/http/capability-cookie'
import { readForm } from '~/platform/http/forms.server'
import { requireOpened } from '~/platform/http/guard.server'
import { onlyReturnTo } from '~/platform/http/return-to'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { paths } from '~/ui/paths'
import type { Route } from './+types/pin'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { gallery, share } = await askForPin(context, request, params.gallery)
  const [cover, { studio }] = await Promise.all([readLockedCover(at, gallery), readSettings(at)])
  const returnTo = placeAfter(request, at.config.siteUrl, params.gallery)
  return { title: gallery.title, name: share.name, cover, studioName: studio.name, returnTo }
}

/** The page of this gallery that asked for the PIN. Absent: the gallery. */
function placeAfter(request: Request, siteUrl: string, galleryId: string): string | undefined {
  const place = onlyReturnTo(new URL(request.url).searchParams.getAll('returnTo'), siteUrl)
  return place?.startsWith(`${paths.clientGallery(galleryId)}/`) ? place : undefined
}

/** The gallery that requires a PIN. Redirects to the gallery when no PIN is needed. */
async function askForPin(context: Route.LoaderArgs['context'], request: Request, galleryId: string) {
  const at = context.get(scope)
  const opened = await openGallery(at, request, galleryId)
  if (opened.ok)
    throw redirect(placeAfter(request, at.config.siteUrl, galleryId) ?? paths.clientGallery(galleryId), {
      headers: { 'Cache-Control': 'no-store' },
    })
  switch (opened.reason) {
    case 'needs-pin':
      return opened
    case 'over':
      throw data(await readExpired(at, opened), { status: 410, headers: { 'Cache-Control': 'no-store' } })
    case 'none':
    case 'signed-out':
      return requireOpened(opened, context, request)
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const at = context.get(scope)
  const gallery = await askForPin(context, request, params.gallery)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const pin = read.form.get('pin')
  if (!isPin(pin)) return refuse(422, { errors: { pin: 'Enter the 6-digit PIN.' } })
  const given = await givePin(at, gallery, pin)
  if (given.ok)
    throw seeOther(
      placeAfter(request, at.config.siteUrl, params.gallery) ??
        `${paths.clientGallery(params.gallery)}#${OPENED_ID}`,
      [setCookie(at.config.siteUrl, pinCookie(params.gallery), given.cookie)],
    )
  switch (given.reason) {
    case 'wrong-pin':
      return refuse(422, { errors: { pin: 'That PIN is incorrect.' } })
    case 'too-many': {
      const sentence = waitSentence(given.retryAt - at.clock.now())
      return tooMany<FormOutcome<'pin'>>(at, given.retryAt, { sentence, errors: {}, values: {} })
    }
  }
}

/** The PIN isn't shown again, since someone may be looking at the client's screen. */
const refuse = (status: number, said: Partial<FormOutcome<'pin'>>) =>
  data<FormOutcome<'pin'>>({ errors: {}, values: {}, ...said }, status)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [{ title: `${loaderData.title} · ${loaderData.studioName}` }, { name: 'robots', content: 'noindex' }]
    : []

export default function Pin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, name, cover, studioName, returnTo } = loaderData
  return (
    <AuthSheet
      title={title}
      lede={`${firstName(name)}your photos are ready. Enter the 6-digit PIN that ${studioName} sent you separately.`}
      photo={cover}
      isLocked
    >
      <PinForm action={paths.clientGalleryPin(params.gallery, { returnTo })} outcome={actionData} />
    </AuthSheet>
  )
}

const firstName = (name: string) => (name.trim() ? `${name.trim().split(/\s+/)[0]}, ` : 'Hello, ')
