import { data, redirect } from 'react-router'
import { isRuleKind } from '~/domains/booking/schedules/model'
import {
  findRule,
  listRuleChoices,
  removeRule,
  saveRule,
} from '~/domains/booking/schedules/operations.server'
import { previewUnsaved } from '~/domains/booking/schedules/preview.server'
import { readRule, ruleFields, ruleValues } from '~/domains/booking/schedules/rule-form'
import { RuleForm, type RuleOutcome } from '~/domains/booking/ui/rules/rule-form'
import type { FieldValues } from '~/platform/http/forms.server'
import { readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/rules/rules.css'
import type { Route } from './+types/availability-rule'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const { rules: kind, rule: id } = params
  const at = context.get(scope)
  if (!isRuleKind(kind)) throw data(null, { status: 404 })
  const rule = id === 'new' ? undefined : await findRule(at, kind, id)
  if (id !== 'new' && !rule) throw data(null, { status: 404 })
  return {
    kind,
    id,
    title: rule?.title ?? (kind === 'hours' ? 'New schedule' : 'New date override'),
    values: rule ? ruleValues(kind, rule) : kind === 'dates' ? { closed: 'yes' } : {},
    version: rule?.version ?? 0,
    choices: await listRuleChoices(at),
    saved: new URL(request.url).searchParams.has('saved'),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const { rules: kind, rule: id } = params
  if (!isRuleKind(kind)) throw data(null, { status: 404 })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const sent: FieldValues = sentValues(ruleFields(kind), read.form)
  const seen = id === 'new' ? null : { id, version: Number(read.form.get('version')) }
  switch (read.form.get('intent')) {
    case 'preview': {
      const draft = readRule(kind, sent, await listRuleChoices(at))
      if (!draft.ok) return refuse(422, { errors: draft.errors, values: sent })
      const choice = { service: sent.service ?? '', location: sent.location ?? '', month: sent.month ?? '' }
      const preview = await previewUnsaved(at, kind, { seen, draft: draft.value }, choice)
      return refuse(200, { errors: {}, values: sent, preview: preview ?? null })
    }
    case 'remove': {
      const removed = seen ? await removeRule(at, kind, seen) : { ok: true as const }
      if (removed.ok) throw redirect(studioPaths.availability(), 303)
      return refuseRecord<RuleOutcome>(removed, { values: sent })
    }
  }
  const saved = await saveRule(at, kind, { seen, sent })
  if (saved.ok) throw redirect(`${studioPaths.availabilityRule(kind, saved.id)}?saved`, 303)
  return refuseRecord<RuleOutcome>(saved, { values: sent })
}

const refuse = (status: number, outcome: RuleOutcome) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.title ?? 'Availability')

export default function AvailabilityRule({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, id, title, version } = loaderData
  return (
    <>
      <StudioHead title={title} up={{ label: 'Availability', to: studioPaths.availability() }} />
      <RuleForm
        key={`${id} ${version}`}
        {...loaderData}
        isNew={id === 'new'}
        outcome={actionData}
        kind={kind}
      />
    </>
  )
}
