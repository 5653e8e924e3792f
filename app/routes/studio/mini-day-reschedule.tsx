import { data, Form, redirect, useNavigation } from 'react-router'
import { findMiniDay } from '~/domains/booking/mini-days/operations.server'
import { rescheduleMiniDay } from '~/domains/booking/mini-days/reschedule.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { Field, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { useSendsMail } from '~/ui/sends-mail'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { TimeField } from '~/ui/studio/studio-zone'
import '~/domains/booking/ui/rules/rules.css'
import type { Route } from './+types/mini-day-reschedule'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const found = await findMiniDay(context.get(scope), params.day)
  if (!found) throw data(null, { status: 404 })
  const { day, starts, when } = found
  return {
    id: day.id,
    title: day.title,
    when,
    first: day.starts[0] ?? '',
    version: day.version,
    booked: starts.filter(({ booking }) => booking).length,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const { form } = read
  const sent = { date: form.get('date'), first: form.get('first'), words: form.get('words') }
  const seen = { id: params.day, version: Number(form.get('version')) }
  const done = await rescheduleMiniDay({ ...context.get(scope), author }, seen, sent)
  if (done.ok)
    throw redirect(
      `${studioPaths.miniDay(params.day)}?rescheduled=${done.rescheduled}${done.waiting > 0 ? `&waiting=${done.waiting}` : ''}`,
      303,
    )
  if (done.reason !== 'in-the-way') return refuseRecord<Outcome>(done, { values: sent }, JUST_CHANGED)
  return refuse(409, { errors: {}, values: sent, what: done.what })
}

type Outcome = FormOutcome<string> & { what?: string[] }

const refuse = (status: number, outcome: Outcome) => data(outcome, status)

export const meta: Route.MetaFunction = () => studioMeta('Reschedule day')

export default function RescheduleDay({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, when, first, version, booked } = loaderData
  const values = actionData?.values ?? {}
  const errors = actionData?.errors ?? {}
  const isBusy = useNavigation().state === 'submitting'
  const sendsMail = useSendsMail()
  return (
    <>
      <StudioHead title="Reschedule day" up={{ label: title, to: studioPaths.miniDay(id) }} />
      <Form method="post" className="st-sheet st-form" noValidate>
        <FormRefusal outcome={actionData} order={['date', 'first', 'words']} />
        {actionData?.what ? (
          <div className="note note--stop" role="alert">
            <strong>The day wasn’t rescheduled because of conflicts:</strong>
            <ul className="note__list">
              {actionData.what.map((line) => (
                <li key={line}>{line}</li>
              ))}
              {actionData.what.length === 0 ? <li>Someone just booked some of that time.</li> : null}
            </ul>
          </div>
        ) : null}
        <p className="ink2">
          Moves every session on {when} to a new date, in the same order.{' '}
          {booked === 0
            ? 'No one is booked yet.'
            : `${sendsMail ? 'We’ll email' : 'This site can’t send email yet, so tell'} ${booked === 1 ? '1 client' : `${booked} clients`}, who can accept or pick another time.`}
        </p>
        <input type="hidden" name="version" value={version} />
        <div className="rl-two">
          <Field name="date" type="date" label="New date" defaultValue={values.date} error={errors.date} />
          <TimeField
            name="first"
            label="First start time"
            defaultValue={values.first ?? first}
            error={errors.first}
            required={false}
          />
        </div>
        <TextArea
          name="words"
          label="Message to clients"
          optional
          rows={3}
          defaultValue={values.words}
          error={errors.words}
        />
        <div className="st-act">
          <button type="submit" className="btn" aria-busy={isBusy || undefined}>
            {isBusy ? 'Rescheduling…' : 'Reschedule day'}
          </button>
        </div>
      </Form>
    </>
  )
}
