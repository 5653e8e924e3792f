import { data } from 'react-router'
import { doneSentence } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { RemoveForm, RemoveLink, RowForm, useDirty } from '~/domains/content/ui/row-form'
import { PRESET_FIELDS } from '~/domains/galleries/presets/model'
import {
  addPreset,
  blankPreset,
  readPreset,
  removePreset,
  savePreset,
} from '~/domains/galleries/presets/operations.server'
import { answerRecord } from '~/platform/http/answer-record.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/gallery-preset'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const isNew = params.preset === 'new'
  const preset = isNew
    ? { name: 'New preset', values: blankPreset(), version: null }
    : await readPreset(context.get(scope), params.preset)
  if (!preset) throw data(null, { status: 404 })
  const mayRemove = role === 'owner' && !isNew
  return {
    ...preset,
    id: params.preset,
    mayRemove,
    isRemoving: mayRemove && new URL(request.url).searchParams.has('remove'),
    done: doneSentence(request.url),
  }
}

export async function action({ request, params: { preset: id }, context }: Route.ActionArgs) {
  return await answerRecord(
    { request, context },
    {
      isNew: id === 'new',
      sent: (form) => sentFields(PRESET_FIELDS, form),
      add: addPreset,
      save: (at, change) => savePreset(at, id, change),
      remove: (at, version) => removePreset(at, id, version),
      after: {
        added: () => studioPaths.galleryPresets({ done: 'added' }),
        saved: () => studioPaths.galleryPresets({ done: 'kept' }),
        removed: () => studioPaths.galleryPresets({ done: 'removed' }),
      },
    },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.name ?? 'Gallery preset')

export default function GalleryPreset({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { id, name, values, version, mayRemove, isRemoving, done } = loaderData
  const saving = outcome?.intent === 'save' ? outcome : undefined
  const dirty = useDirty(saving)
  return (
    <>
      <StudioHead title={name} up={{ label: 'Gallery presets', to: studioPaths.galleryPresets() }} />
      <div className="cat-page">
        {isRemoving && version !== null ? (
          <RemoveForm title={`“${name}”`} version={version} back={studioPaths.galleryPreset(id)}>
            <p>Galleries that were created with it stay as they are. You can’t undo this.</p>
          </RemoveForm>
        ) : null}
        {outcome && !saving ? <FormRefusal outcome={outcome} /> : null}
        <RowForm
          // New stored values reset the form.
          key={JSON.stringify(values)}
          fields={PRESET_FIELDS}
          {...{ values, version, dirty }}
          outcome={saving}
        >
          {outcome ? null : <SavedNote>{done}</SavedNote>}
        </RowForm>
        {mayRemove && !isRemoving ? (
          <RemoveLink to={studioPaths.galleryPreset(id, { remove: 'ask' })}>Delete preset</RemoveLink>
        ) : null}
        <LeaveGuard isDirty={dirty.isDirty} />
      </div>
    </>
  )
}
