import { data } from 'react-router'
import { TEMPLATE_FORM } from '~/domains/contact-messages/templates/model'
import {
  addTemplate,
  readTemplate,
  removeTemplate,
  saveTemplate,
} from '~/domains/contact-messages/templates/operations.server'
import { doneSentence } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { RemoveForm, RemoveLink, RowForm, useDirty } from '~/domains/content/ui/row-form'
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
import type { Route } from './+types/reply-template'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const isNew = params.template === 'new'
  const template = isNew
    ? { name: 'New template', values: {}, version: null }
    : await readTemplate(context.get(scope), params.template)
  if (!template) throw data(null, { status: 404 })
  const isRemoving = !isNew && new URL(request.url).searchParams.has('remove')
  return { ...template, id: params.template, isNew, isRemoving, done: doneSentence(request.url) }
}

export async function action({ request, params: { template: id }, context }: Route.ActionArgs) {
  return await answerRecord(
    { request, context },
    {
      isNew: id === 'new',
      owner: true,
      sent: (form) => sentFields(TEMPLATE_FORM, form),
      add: addTemplate,
      save: (at, change) => saveTemplate(at, id, change),
      remove: (at, version) => removeTemplate(at, id, version),
      after: {
        added: () => studioPaths.replyTemplates({ done: 'added' }),
        saved: () => studioPaths.replyTemplates({ done: 'kept' }),
        removed: () => studioPaths.replyTemplates({ done: 'removed' }),
      },
    },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.name ?? 'Reply template')

export default function ReplyTemplate({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { id, name, values, version, isNew, isRemoving, done } = loaderData
  const saving = outcome?.intent === 'save' ? outcome : undefined
  const dirty = useDirty(saving)
  return (
    <>
      <StudioHead title={name} up={{ label: 'Reply templates', to: studioPaths.replyTemplates() }} />
      <div className="cat-page">
        {isRemoving && version !== null ? (
          <RemoveForm title={`“${name}”`} version={version} back={studioPaths.replyTemplate(id)}>
            <p>Emails that you wrote with it stay as they are. You can’t undo this.</p>
          </RemoveForm>
        ) : null}
        {outcome && !saving ? <FormRefusal outcome={outcome} /> : null}
        <RowForm
          // New stored values reset the form.
          key={JSON.stringify(values)}
          fields={TEMPLATE_FORM}
          {...{ values, version, dirty }}
          outcome={saving}
        >
          {outcome ? null : <SavedNote>{done}</SavedNote>}
        </RowForm>
        {!isNew && !isRemoving ? (
          <RemoveLink to={studioPaths.replyTemplate(id, { remove: 'ask' })}>Delete template</RemoveLink>
        ) : null}
        <LeaveGuard isDirty={dirty.isDirty} />
      </div>
    </>
  )
}
