import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { IMPORT_BYTES } from '~/domains/newsletter/imports/model'
import { listImports, startImport } from '~/domains/newsletter/imports/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { readUpload } from '~/platform/http/upload.server'
import { Field, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import '~/domains/newsletter/ui/subscribers.css'
import type { Route } from './+types/subscriber-imports'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return { imports: await listImports(context.get(scope)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const refuse = (status: number, sentence: string) =>
    data<FormOutcome<'text'>>({ sentence, errors: {}, values: {} }, status)
  const read = await readUpload(request, { field: 'file', maxBytes: IMPORT_BYTES, isOptional: true })
  if (!read.ok) return refuse(read.status, read.sentence)
  const pasted = read.form.get('text')
  if (!read.file && pasted.trim() === '') return refuse(422, 'Choose a CSV file, or paste its text.')
  const bytes = read.file ?? new TextEncoder().encode(pasted)
  const started = await startImport({ ...context.get(scope), author }, { bytes, name: read.fileName })
  if (started.ok) throw redirect(studioPaths.subscriberImport(started.id), 303)
  return refuse(422, started.sentence)
}

export const meta: Route.MetaFunction = () => studioMeta('Import subscribers')

const STATES = { checked: 'Not added yet', applying: 'Being added', applied: 'Added' }

export default function SubscriberImports({ loaderData: { imports }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <>
      <StudioHead title="Import subscribers" />
      <SectionTabs />
      <Form method="post" encType="multipart/form-data" className="st-sheet st-form" noValidate>
        <FormRefusal outcome={actionData} order={['text']} />
        <p className="ui ink2 measure">
          Import a list from another newsletter service or a spreadsheet. You’ll see every line before anyone
          is added. People who unsubscribed from you are never added again.
        </p>
        <Field
          label="CSV file"
          name="file"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          optional
          hint="Up to 10 MB, one person per line."
        />
        <TextArea
          label="Or paste the lines"
          name="text"
          rows={6}
          optional
          autoComplete="off"
          hint="For example, ann@example.com, Ann Lee"
        />
        <div className="st-act">
          <button type="submit" className="btn" aria-busy={isBusy || undefined}>
            {isBusy ? 'Checking…' : 'Check lines'}
          </button>
        </div>
      </Form>
      {imports.length === 0 ? null : (
        <section aria-labelledby="imports">
          <h2 className="st-h2 sbs-sum" id="imports">
            Recent imports
          </h2>
          <StudioTable columns={['File', 'Status', { label: 'Date', right: true }]}>
            {imports.map(({ id, fileName, state, counts, when }) => (
              <tr key={id} data-row>
                <td>
                  <Link className="st-row" to={studioPaths.subscriberImport(id)}>
                    {fileName}
                  </Link>
                </td>
                <td>
                  {STATES[state]}
                  {state === 'applied' ? `: ${(counts.added ?? 0).toLocaleString('en-US')}` : ''}
                </td>
                <td className="r mono">{when}</td>
              </tr>
            ))}
          </StudioTable>
        </section>
      )}
    </>
  )
}
