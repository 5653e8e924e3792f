import { data } from 'react-router'
import { doneSentence } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { RemoveForm, RemoveLink, RowForm, useDirty } from '~/domains/content/ui/row-form'
import { EXAMPLE } from '~/domains/contracts/templates/example'
import { TEMPLATE_FORM } from '~/domains/contracts/templates/model'
import {
  addContractTemplate,
  readContractTemplate,
  removeContractTemplate,
  saveContractTemplate,
} from '~/domains/contracts/templates/operations.server'
import { answerRecord, needed } from '~/platform/http/answer-record.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/contract-template'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const isNew = params.template === 'new'
  const query = new URL(request.url).searchParams
  const isExample = isNew && query.get('start') === 'example'
  const template = isNew
    ? { name: 'New template', values: isExample ? EXAMPLE : {}, version: null }
    : await readContractTemplate(context.get(scope), params.template)
  if (!template) throw data(null, { status: 404 })
  const isRemoving = !isNew && query.has('remove')
  return { ...template, id: params.template, isNew, isRemoving, isExample, done: doneSentence(request.url) }
}

export async function action({ request, params: { template: id }, context }: Route.ActionArgs) {
  return await answerRecord(
    { request, context },
    {
      isNew: id === 'new',
      owner: true,
      sent: (form) => sentFields(TEMPLATE_FORM, form),
      add: addContractTemplate,
      save: (at, change) => saveContractTemplate(at, id, change),
      remove: async (at, version) => {
        const removed = await removeContractTemplate(at, id, version)
        return removed.ok || removed.reason !== 'in-use'
          ? removed
          : needed(`You can’t delete this template because ${removed.uses}.`)
      },
      after: {
        added: () => studioPaths.contractTemplates({ done: 'added' }),
        saved: () => studioPaths.contractTemplates({ done: 'kept' }),
        removed: () => studioPaths.contractTemplates({ done: 'removed' }),
      },
    },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData?.name ?? 'Contract template')

export default function ContractTemplate({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { id, name, values, version, isNew, isRemoving, isExample, done } = loaderData
  const saving = outcome?.intent === 'save' ? outcome : undefined
  const dirty = useDirty(saving)
  return (
    <>
      <StudioHead title={name} up={{ label: 'Contract templates', to: studioPaths.contractTemplates() }} />
      <div className="cat-page">
        {isRemoving && version !== null ? (
          <RemoveForm title={`“${name}”`} version={version} back={studioPaths.contractTemplate(id)}>
            <p>Contracts that you made from it stay as they are. You can’t undo this.</p>
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
          {isExample ? (
            <p className="note note--dev">
              This is an example, not legal advice. Change it to say what you do, and ask a lawyer in your
              state if you’re unsure.
            </p>
          ) : null}
        </RowForm>
        {!isNew && !isRemoving ? (
          <RemoveLink to={studioPaths.contractTemplate(id, { remove: 'ask' })}>Delete template</RemoveLink>
        ) : null}
        <LeaveGuard isDirty={dirty.isDirty} />
      </div>
    </>
  )
}
