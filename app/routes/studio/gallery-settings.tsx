import { data, redirect } from 'react-router'
import { readPin } from '~/domains/galleries/access/operations.server'
import {
  GALLERY_FIELDS,
  type GalleryField,
  type GalleryValues,
} from '~/domains/galleries/editor/gallery-form'
import {
  archiveGallery,
  dependentsOfGallery,
  type GalleryRemoved,
  makePin,
  readGallerySettings,
  removeGallery,
  removePin,
  restoreGallery,
  saveGallery,
  withdrawGallery,
} from '~/domains/galleries/editor/settings.server'
import { GallerySettingsForm, PinPart } from '~/domains/galleries/editor/ui/gallery-settings-form'
import { DeleteGallery, GallerySteps } from '~/domains/galleries/editor/ui/gallery-steps'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import '~/domains/galleries/editor/ui/editor.css'
import type { Route } from './+types/gallery-settings'

const DONE = {
  saved: 'Saved.',
  pin: 'PIN saved. Clients will need it the next time they open this gallery.',
  'no-pin': 'PIN turned off.',
  archived: 'Archived.',
  restored: 'Restored.',
  withdrawn: 'Unpublished. Only your team can see it.',
}
type Done = keyof typeof DONE

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const gallery = await readGallerySettings(at, params.gallery)
  if (!gallery) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const isOwner = role === 'owner'
  const done = query.get('done') ?? ''
  return {
    gallery: { ...gallery, pin: null },
    pin: gallery.pin === null ? null : readPin(at, gallery.pin),
    isOwner,
    dependents: isOwner && query.has('remove') ? await dependentsOfGallery(at, gallery.id) : null,
    done: Object.hasOwn(DONE, done) ? DONE[done as Done] : null,
  }
}

interface Outcome extends FormOutcome<GalleryField | 'confirmed'> {
  intent: string
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const at = { ...context.get(scope), author }
  const form = await readForm(request)
  if (!form.ok) return refuse(form.status, { intent: '', sentence: form.sentence, errors: {}, values: {} })
  const intent = form.form.get('intent')
  const seen = { id: params.gallery, version: Number(form.form.get('version')) }
  switch (intent) {
    case 'save':
      return await save(at, seen, form.form)
    case 'new-pin':
      return after(await makePin(at, seen), intent, params.gallery, 'pin')
    case 'no-pin':
      return after(await removePin(at, seen), intent, params.gallery, 'no-pin')
    case 'archive':
      return after(await archiveGallery(at, seen), intent, params.gallery, 'archived')
    case 'restore':
      return after(await restoreGallery(at, seen), intent, params.gallery, 'restored')
    case 'withdraw':
      return after(await withdrawGallery(at, seen), intent, params.gallery, 'withdrawn')
    case 'remove': {
      requireStudio(context, request, { owner: true })
      const removed = await removeGallery(at, { ...seen, confirmed: form.form.get('confirmed') })
      if (removed.ok) throw redirect(studioPaths.galleries({ done: 'removed' }), 303)
      return after(removed, intent, params.gallery, '')
    }
    default:
      return refuse(422, { intent, sentence: BROKEN_FORM, errors: {}, values: {} })
  }
}

async function save(
  at: Parameters<typeof saveGallery>[0],
  seen: { id: string; version: number },
  form: FormFields,
) {
  const sent = Object.fromEntries(
    GALLERY_FIELDS.map((name) => [name, name === 'sizes' ? form.getAll(name).join('\n') : form.get(name)]),
  ) as GalleryValues
  const saved = await saveGallery(at, seen.id, { sent, version: seen.version })
  if (saved.ok) throw redirect(studioPaths.gallerySettings(seen.id, { done: 'saved' }), 303)
  return refuseRecord<Outcome>(saved, { intent: 'save', values: sent })
}

function after(done: GalleryRemoved, intent: string, gallery: string, said: string) {
  if (done.ok) throw redirect(studioPaths.gallerySettings(gallery, { done: said }), 303)
  if (done.reason !== 'not-confirmed')
    return refuseRecord<Outcome>(done, { intent, values: {} }, JUST_CHANGED)
  const errors = { confirmed: 'That doesn’t match. Type the title exactly as shown above.' }
  return refuse(422, { intent, errors, values: {} })
}

const refuse = (status: number, outcome: Outcome) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `Settings: ${loaderData.gallery.values.title}` : 'Gallery')

export default function GallerySettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { gallery, pin, isOwner, dependents, done } = loaderData
  const saving = actionData?.intent === 'save' ? actionData : undefined
  const other = actionData && !saving ? actionData : undefined
  return (
    <div className="st-sheet gsheet">
      {done && !actionData ? <SavedNote>{done}</SavedNote> : null}
      {other?.sentence ? <FormRefusal outcome={other} /> : null}
      {dependents ? (
        <DeleteGallery gallery={gallery} dependents={dependents} error={other?.errors.confirmed} />
      ) : null}
      {/* A new version resets the form to the stored values. */}
      <GallerySettingsForm key={gallery.version} gallery={gallery} outcome={saving} />
      {gallery.kind === 'client' ? <PinPart version={gallery.version} pin={pin} /> : null}
      <GallerySteps gallery={gallery} />
      {isOwner && !dependents ? (
        <DeleteGallery gallery={gallery} dependents={null} error={undefined} />
      ) : null}
    </div>
  )
}
