import { data, redirect } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { doneSentence, type EditorAnswer, isDeletion } from '~/domains/galleries/editor/actions'
import { type ActionResult, actOnGallery } from '~/domains/galleries/editor/actions.server'
import { readEditedGallery, readItem } from '~/domains/galleries/editor/operations.server'
import { GalleryEditor } from '~/domains/galleries/editor/ui/gallery-editor'
import { watchUploads } from '~/domains/galleries/uploads/operations.server'
import { UploadPanel } from '~/domains/galleries/uploads/ui/upload-panel'
import { type FormFields, LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED, newerVersion } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useLastAnswer } from '~/ui/studio/use-refresh'
import '~/domains/galleries/editor/ui/editor.css'
import '~/domains/photos/ui/photos.css'
import '~/domains/galleries/uploads/ui/upload-panel.css'
import type { Route } from './+types/gallery'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const set = query.get('set')
  const page = Number(query.get('page') ?? 1)
  const gallery = await readEditedGallery(at, { id: params.gallery, set: set === 'none' ? '' : set, page })
  if (!gallery) throw data(null, { status: 404 })
  const { studio } = await readSettings(at)
  const item = query.get('open')
  const open =
    item === null ? undefined : await readItem(at, { gallery: gallery.id, item, zone: studio.timeZone })
  return {
    gallery,
    open: open ?? null,
    done: noticeOf(query, gallery.kind),
    progress: (await watchUploads(at, gallery.id)) ?? null,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!form.ok) return refuse(form.status, { intent: '', sentence: form.sentence, errors: {}, values: {} })
  if (isDeletion(form.form.get('intent'))) requireStudio(context, request, { owner: true })
  const acted = await actOnGallery({ ...context.get(scope), author }, params.gallery, form.form)
  if (!acted.ok) return refusal(acted, form.form)
  const { notice, undo } = acted
  if (form.form.get('inPlace') === 'yes')
    return data<EditorAnswer>({ ok: true, notice, ...(undo ? { undo } : {}) })
  const was = new URL(request.url).searchParams
  throw redirect(placeAfter(acted, params.gallery, { was, done: form.form.get('intent') }), 303)
}

/**
 * The address after a change without script, whose page says what was done and offers to undo it. It contains
 * the intent, never a sentence.
 */
function placeAfter(
  { undo, open, set }: Extract<ActionResult, { ok: true }>,
  gallery: string,
  { was, done }: { was: URLSearchParams; done: string },
) {
  return studioPaths.gallery(gallery, {
    set: set ?? was.get('set'),
    page: set ? null : was.get('page'),
    open: open ?? was.get('open'),
    done: doneSentence(done) ? done : null,
    ...(undo ? { undoing: undo.intent ?? null, undo: undo.undo ?? null } : {}),
  })
}

function noticeOf(query: URLSearchParams, kind: string) {
  const done = query.get('done') ?? ''
  const notice = done === 'publish' && kind === 'client' ? OPEN_TO_CLIENTS : doneSentence(done)
  if (notice === undefined) return null
  const intent = query.get('undoing')
  if (intent === 'unsort') return { notice, undo: { intent } }
  const undo = query.get('undo')
  return { notice, undo: intent === 'put-back' && undo ? { intent, undo } : null }
}

/** Publishing emails no one. */
const OPEN_TO_CLIENTS = 'Published. To email clients their links, go to Sharing.'

function refusal(acted: Exclude<ActionResult, { ok: true }>, form: FormFields) {
  const intent = form.get('intent')
  const values = Object.fromEntries(
    KEPT.map((name) => [name, form.get(name)]).filter(([name]) => form.has(name ?? '')),
  )
  const withSentence = (sentence: string) => ({ intent, sentence, errors: {}, values })
  switch (acted.reason) {
    case 'missing':
      throw data(null, { status: 404 })
    case 'nothing-chosen':
      return refuse(
        422,
        withSentence('Select photos first. Click them, or use the arrow keys and press Space.'),
      )
    case 'changed-since':
      if (!('version' in acted)) return refuse(409, withSentence(JUST_CHANGED))
      return refuse(409, {
        ...withSentence(newerVersion(acted)),
        values: { ...values, version: acted.version, separate: 'yes' },
      })
    case 'empty':
      return refuse(422, withSentence('Nothing to publish yet. Add photos to this gallery first.'))
    case 'unknown':
      return refuse(422, withSentence(BROKEN_FORM))
    case 'blocked':
      return refuse(422, { intent, sentence: BLOCKED, errors: {}, values, blocked: acted.blocked })
    case 'refused':
      return refuse(422, { intent, errors: acted.errors, values })
  }
}

const BLOCKED = 'Some photos can’t be shown yet, so nothing was published.'
const KEPT = ['title', 'alt', 'caption', 'focalX', 'focalY', 'number', 'setTitle', 'body']

const refuse = (status: number, outcome: Omit<Extract<EditorAnswer, { ok: false }>, 'ok'>) =>
  data<EditorAnswer>({ ok: false, ...outcome }, status)

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.gallery.title ?? 'Gallery')

export default function GalleryPage({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { gallery, open, done, progress } = loaderData
  const actionData = useLastAnswer(latest)
  return (
    <GalleryEditor
      key={gallery.id}
      gallery={gallery}
      open={open}
      done={done}
      refused={actionData?.ok === false ? actionData : undefined}
    >
      {progress ? (
        <UploadPanel
          galleryId={gallery.id}
          progress={progress}
          isOpenToClients={gallery.kind === 'client' && gallery.state === 'published'}
        />
      ) : null}
    </GalleryEditor>
  )
}
