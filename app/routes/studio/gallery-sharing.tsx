import { data, redirect } from 'react-router'
import { photoCount } from '~/domains/galleries/client-gallery/client-gallery-words'
import { sharedLine } from '~/domains/galleries/sharing/model'
import {
  changeRights,
  type ExpectedShare,
  readShareLink,
  readSharing,
  renewShare,
  revokeShare,
  type ShareChanged,
  sendShare,
  shareGallery,
} from '~/domains/galleries/sharing/operations.server'
import type { ShareErrors, ShareTicks } from '~/domains/galleries/sharing/share-form'
import { readRights, readShare, sizesOf } from '~/domains/galleries/sharing/share-form'
import { ShareForm } from '~/domains/galleries/sharing/ui/share-form'
import { ShareList } from '~/domains/galleries/sharing/ui/share-list'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { FormRefusal } from '~/ui/form-refusal'
import { NotSent } from '~/ui/studio/no-mail-server'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/galleries/editor/ui/editor.css'
import '~/domains/galleries/sharing/ui/sharing.css'
import type { Route } from './+types/gallery-sharing'

const DONE = {
  shared: 'Shared. Their links are ready. We haven’t emailed anyone yet.',
  'shared-sent': 'Shared. We’re emailing them now.',
  known: 'No one was added. The gallery is already shared with these emails.',
  changed: 'Saved.',
  sent: 'We’re emailing them now.',
  'none-sent': 'Everyone has already been emailed.',
  revoked: 'Access revoked. Their link no longer works.',
  renewed: 'New link created. The old one no longer works.',
}
type Done = keyof typeof DONE

/** Messages when there is no mail server. */
const UNSENT: Partial<Record<Done, string>> = {
  'shared-sent': 'Shared. Their links are ready.',
  sent: 'Email saved.',
}
const EMAILS: readonly Done[] = ['shared-sent', 'sent', 'renewed']

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const sharing = await readSharing(context.get(scope), params.gallery)
  if (!sharing) throw data(null, { status: 404 })
  const { gallery, people, zone } = sharing
  const query = new URL(request.url).searchParams
  const word = query.get('done') ?? ''
  const done = Object.hasOwn(DONE, word) ? (word as Done) : null
  const sendsMail = await canSendMail(context.get(scope))
  return {
    gallery: { id: gallery.id, title: gallery.title, state: gallery.state, sizes: gallery.sizes },
    people: people.map((person) => sharedLine(person, zone)),
    done: done && `${(!sendsMail && UNSENT[done]) || DONE[done]}${takenOffWords(Number(query.get('off')))}`,
    isEmailed: done !== null && EMAILS.includes(done),
  }
}

const takenOffWords = (count: number): string =>
  count > 0
    ? ` We removed ${photoCount(count)} from your public site, because their releases don’t allow it.`
    : ''

interface Outcome {
  sentence?: string
  errors: ShareErrors
  values: { people?: string; until?: string }
  ticked?: ShareTicks
  /** A share link that was requested. */
  link?: { id: string; address: string }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return answer(read.status, { sentence: read.sentence })
  const { form } = read
  const galleryId = params.gallery
  const seen: ExpectedShare = { galleryId, id: form.get('id'), version: Number(form.get('version')) }
  switch (form.get('intent')) {
    case 'share':
      return share(at, galleryId, form)
    case 'rights': {
      const rights = readRights(form)
      if (!rights.ok) return answer(422, { sentence: rights.errors.until ?? '' })
      return changed(galleryId, 'changed', await changeRights(at, seen, rights.value))
    }
    case 'revoke':
      return changed(galleryId, 'revoked', await revokeShare(at, seen))
    case 'renew':
      return changed(galleryId, 'renewed', await renewShare(at, seen))
    case 'send':
      return send(at, galleryId, form.get('id'))
    case 'send-new':
      return send(at, galleryId, null)
    case 'link': {
      const address = await readShareLink(at, galleryId, seen.id)
      if (address === undefined) return answer(409, { sentence: JUST_CHANGED })
      return answer(200, { link: { id: seen.id, address } })
    }
    default:
      return answer(422, { sentence: BROKEN_FORM })
  }
}

type At = Parameters<typeof shareGallery>[0]

async function share(at: At, galleryId: string, form: FormFields) {
  const ticked = {
    canFavorite: form.get('favorites') === 'yes',
    sizes: sizesOf(form),
    send: form.get('send') === 'yes',
  }
  const values = { people: form.get('people'), until: form.get('until') }
  const read = readShare(form)
  if (!read.ok) return answer(422, { errors: read.errors, values, ticked })
  const shared = await shareGallery(at, galleryId, { ...read.value, isToSend: ticked.send })
  if (!shared.ok) throw data(null, { status: 404 })
  throw done(
    galleryId,
    shared.added === 0 ? 'known' : shared.sent > 0 ? 'shared-sent' : 'shared',
    shared.takenOff,
  )
}

async function send(at: At, galleryId: string, id: string | null) {
  const sent = await sendShare(at, galleryId, id)
  if (sent.ok) throw done(galleryId, sent.sent > 0 ? 'sent' : 'none-sent')
  switch (sent.reason) {
    case 'missing':
      throw data(null, { status: 404 })
    case 'not-open':
      return answer(409, {
        sentence: 'Email not sent. Publish the gallery first, or create a new link for this person.',
      })
  }
}

function changed(galleryId: string, what: Done, result: ShareChanged) {
  if (result.ok) throw done(galleryId, what)
  return refuseRecord<Outcome>(result, { values: {} }, JUST_CHANGED)
}

const done = (galleryId: string, what: Done, takenOff = 0) =>
  redirect(
    studioPaths.gallerySharing(galleryId, { done: what, off: takenOff > 0 ? String(takenOff) : null }),
    303,
  )

const answer = (status: number, outcome: Partial<Outcome>) =>
  data<Outcome>({ errors: {}, values: {}, ...outcome }, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(`Sharing, ${loaderData?.gallery.title ?? 'gallery'}`)

export default function GallerySharing({ loaderData, actionData }: Route.ComponentProps) {
  const { gallery, people, done: sentence, isEmailed } = loaderData
  const refusal = actionData?.link ? undefined : actionData
  return (
    <div className="st-sheet st-sheet--wide st-share">
      <FormRefusal outcome={refusal} order={['people', 'until']} />
      {sentence && !actionData ? <SavedNote>{sentence}</SavedNote> : null}
      {isEmailed && !actionData ? <NotSent /> : null}
      {gallery.state === 'draft' ? (
        <p className="note">
          This gallery is a draft, so clients can’t open it. Publish it, then email them their links here.
        </p>
      ) : null}
      <ShareList people={people} gallery={gallery} link={actionData?.link} />
      <ShareForm key={people.length} gallery={gallery} outcome={refusal} ticked={refusal?.ticked} />
    </div>
  )
}
