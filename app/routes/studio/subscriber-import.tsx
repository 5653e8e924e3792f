import { data, redirect } from 'react-router'
import { COLUMN_FIELDS, readVerdict, VERDICT_LABELS, VERDICTS } from '~/domains/newsletter/imports/model'
import {
  applyImport,
  chooseColumns,
  discardImport,
  readImport,
} from '~/domains/newsletter/imports/operations.server'
import { ApplyForm, ColumnsForm, ImportResult, LineTable } from '~/domains/newsletter/ui/import-forms'
import { readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/newsletter/ui/subscribers.css'
import type { Route } from './+types/subscriber-import'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const query = new URL(request.url).searchParams
  const verdict = readVerdict(query.get('state'))
  const after = /^\d{1,9}$/.test(query.get('after') ?? '') ? Number(query.get('after')) : 0
  const read = await readImport(context.get(scope), params.import, { verdict, after })
  if (!read) throw data(null, { status: 404 })
  return { ...read, verdict }
}

interface Outcome extends FormOutcome<string> {
  intent: string
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  const read = await readForm(request)
  const refuse = (status: number, sentence: string) =>
    data<Outcome>({ intent: '', sentence, errors: {}, values: {} }, status)
  if (!read.ok) return refuse(read.status, read.sentence)
  const { form } = read
  const intent = form.get('intent')
  const seen = { id: params.import, version: Number(form.get('version')) }
  const values = sentValues([...COLUMN_FIELDS, 'statement', 'agreed'], form)
  switch (intent) {
    case 'columns':
    case 'apply': {
      const done = await (intent === 'apply' ? applyImport : chooseColumns)(at, seen, values)
      if (done.ok) throw redirect(studioPaths.subscriberImport(params.import), 303)
      return refuseRecord<Outcome>(done, { intent, values })
    }
    case 'remove': {
      const removed = await discardImport(at, seen)
      if (removed.ok) throw redirect(studioPaths.subscriberImports(), 303)
      return refuseRecord<Outcome>(removed, { intent, values })
    }
    default:
      return refuse(422, BROKEN_FORM)
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.found.fileName ?? 'Import')

export default function SubscriberImport({ loaderData, actionData }: Route.ComponentProps) {
  const { found, lines, next, verdict } = loaderData
  const { id, state, counts, version } = found
  useRefresh(state === 'applying')
  const choices = [null, ...VERDICTS.filter((each) => counts[each])].map((of) => ({
    label: of === null ? 'All lines' : `${VERDICT_LABELS[of]} (${(counts[of] ?? 0).toLocaleString('en-US')})`,
    to: studioPaths.subscriberImport(id, { state: of }),
    isCurrent: verdict === of,
  }))
  return (
    <>
      <StudioHead
        title={found.fileName}
        up={{ label: 'Import subscribers', to: studioPaths.subscriberImports() }}
      />
      {state === 'checked' ? (
        <div className="sbs-cut" key={version}>
          <ColumnsForm found={found} outcome={actionData?.intent === 'apply' ? undefined : actionData} />
          <ApplyForm found={found} outcome={actionData?.intent === 'apply' ? actionData : undefined} />
        </div>
      ) : (
        <ImportResult found={found} />
      )}
      {state === 'checked' ? (
        <>
          <StudioFilter label="Lines" choices={choices} />
          <LineTable lines={lines} />
          {next === null ? null : (
            <div className="st-next">
              <ButtonLink
                to={studioPaths.subscriberImport(id, { state: verdict, after: String(next) })}
                variant="line"
              >
                More lines
              </ButtonLink>
            </div>
          )}
        </>
      ) : null}
    </>
  )
}
