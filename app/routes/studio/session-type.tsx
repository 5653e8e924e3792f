import { data } from 'react-router'
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
  RequirementFields,
  SessionRuleFields,
  SessionTypeFields,
} from '~/domains/booking/ui/rules/session-type-fields'
import { listServiceTitles } from '~/domains/content/service-prices.server'
import { readServicePrices } from '~/domains/content/services.server'
import { PricesBeside } from '~/domains/content/ui/prices-beside'
import { listContractTemplates } from '~/domains/contracts/templates/operations.server'
import { answerIntent, answerRecord, needed } from '~/platform/http/answer-record.server'
import { type FieldValues, type FormFields, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
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
    services: await listServiceTitles(at),
    templates: await listContractTemplates(at),
    prices: type?.serviceId ? await readServicePrices(at, { id: type.serviceId }) : undefined,
    address: params.type,
    canRemove: !isNew,
    saved: new URL(request.url).searchParams.has('saved'),
  }
}

export async function action({ request, params: { type: slug }, context }: Route.ActionArgs) {
  const toType = (saved: { ok: true; slug: string }) => `${studioPaths.sessionType(saved.slug)}?saved`
  return await answerRecord(
    { request, context },
    {
      isNew: slug === 'new',
      owner: true,
      sent: sentType,
      add: (at, sent) => saveSessionType(at, { seen: null, sent }),
      save: (at, { sent, version }) => saveSessionType(at, { seen: { slug, version }, sent }),
      remove: async (at, version) => {
        const removed = await removeSessionType(at, { slug, version })
        if (removed.ok || removed.reason !== 'in-use') return removed
        return needed(
          `You can’t delete this session type because it’s used by: ${removed.uses}. You can unpublish it instead.`,
        )
      },
      after: { added: toType, saved: toType, removed: studioPaths.sessionTypes },
      other: async (_, form) => {
        const intent = form.get('intent')
        const values = withQuestions(sentType(form), intent)
        return values && answerIntent({ intent, errors: {}, values }, 200)
      },
    },
  )
}

const sentType = (form: FormFields): FieldValues => ({
  ...sentValues(SESSION_TYPE_FORM, form),
  places: form.getAll('places').join('\n'),
})

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.title ?? 'Session type')

export default function SessionType({ loaderData, actionData }: Route.ComponentProps) {
  const { isNew, title, version, places, services, templates, prices, address, canRemove, saved } = loaderData
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
          {...{ values, errors, isNew, places, services }}
          priceHint={
            prices ? <PricesBeside prices={prices} except={{ sessionType: address }} isOwner /> : undefined
          }
        />
        <SessionRuleFields values={values} errors={errors} />
        <RequirementFields {...{ values, errors, templates }} />
        <QuestionList key={shape + JSON.stringify(questionIds(values))} values={values} errors={errors} />
      </RecordForm>
    </>
  )
}

const questionIds = (values: FieldValues) =>
  Object.entries(values).filter(([name]) => /^question\.\d+\.id$/.test(name))
