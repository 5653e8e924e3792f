import { data, redirect } from 'react-router'
import { listRuleChoices } from '~/domains/booking/schedules/operations.server'
import {
  findSessionType,
  removeSessionType,
  SESSION_TYPE_FORM,
  saveSessionType,
} from '~/domains/booking/session-types/operations.server'
import { countQuestions, withQuestions } from '~/domains/booking/session-types/questionnaire-fields'
import {
  NEW_SESSION_TYPE,
  SESSION_TYPE_FIELDS,
  sessionTypeValues,
} from '~/domains/booking/session-types/session-type-form'
import { RecordForm } from '~/domains/booking/ui/rules/record-form'
import {
  QuestionList,
  SessionRuleFields,
  SessionTypeFields,
} from '~/domains/booking/ui/rules/session-type-fields'
import { readServicePrices } from '~/domains/content/services.server'
import { PricesBeside } from '~/domains/content/ui/prices-beside'
import type { FieldValues } from '~/platform/http/forms.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/rules/rules.css'
import type { Route } from './+types/session-type'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const isNew = params.type === 'new'
  const type = isNew ? undefined : await findSessionType(at, params.type)
  if (!isNew && !type) throw data(null, { status: 404 })
  return {
    isNew,
    title: type?.title ?? 'New session type',
    values: type ? sessionTypeValues(type) : NEW_SESSION_TYPE,
    version: type?.version ?? 0,
    places: (await listRuleChoices(at)).places,
    prices: type?.serviceId ? await readServicePrices(at, { id: type.serviceId }) : undefined,
    address: params.type,
    canRemove: !isNew,
    saved: new URL(request.url).searchParams.has('saved'),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const { form } = read
  const sent: FieldValues = Object.fromEntries(SESSION_TYPE_FORM.map((name) => [name, form.get(name)]))
  sent.places = form.getAll('places').join('\n')
  const intent = form.get('intent')
  const rebuilt = withQuestions(sent, intent)
  if (rebuilt) return refuse(200, { errors: {}, values: rebuilt })
  const seen = params.type === 'new' ? null : { slug: params.type, version: Number(form.get('version')) }
  if (intent === 'remove' && seen) {
    const removed = await removeSessionType(at, seen)
    if (removed.ok) throw redirect(studioPaths.sessionTypes(), 303)
    if (removed.reason !== 'in-use') return refuseRecord<FormOutcome<string>>(removed, { values: sent })
    const sentence = `You can’t delete this session type because it’s used by: ${removed.uses}. You can unpublish it instead.`
    return refuse(409, { sentence, errors: {}, values: sent })
  }
  const saved = await saveSessionType(at, { seen, sent })
  if (saved.ok) throw redirect(`${studioPaths.sessionType(saved.slug)}?saved`, 303)
  return refuseRecord<FormOutcome<string>>(saved, { values: sent })
}

const refuse = (status: number, outcome: FormOutcome<string>) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.title ?? 'Session type')

export default function SessionType({ loaderData, actionData }: Route.ComponentProps) {
  const { isNew, title, version, places, prices, address, canRemove, saved } = loaderData
  const values = (actionData?.values ?? loaderData.values) as FieldValues
  const errors = (actionData?.errors ?? {}) as FieldValues
  const order = [...new Set([...SESSION_TYPE_FIELDS, ...Object.keys(errors)])]
  // Adding or removing a question changes the fields, so the form is rendered anew.
  const shape = `${version} ${countQuestions((name) => values[name] ?? '')}`
  return (
    <>
      <StudioHead title={title} up={{ label: 'Session types', to: studioPaths.sessionTypes() }} />
      <RecordForm key={title} {...{ version, saved, order, canRemove }} outcome={actionData}>
        <SessionTypeFields
          {...{ values, errors, isNew, places }}
          priceHint={
            prices ? <PricesBeside prices={prices} except={{ sessionType: address }} isOwner /> : undefined
          }
        />
        <SessionRuleFields values={values} errors={errors} />
        <QuestionList key={shape + JSON.stringify(questionIds(values))} values={values} errors={errors} />
      </RecordForm>
    </>
  )
}

const questionIds = (values: FieldValues) =>
  Object.entries(values).filter(([name]) => /^question\.\d+\.id$/.test(name))
