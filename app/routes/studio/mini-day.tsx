import { data, Link } from 'react-router'
import { MINI_DAY_FIELDS, miniDayValues } from '~/domains/booking/mini-days/mini-day-form'
import {
  findMiniDay,
  listMiniChoices,
  removeMiniDay,
  saveMiniDay,
} from '~/domains/booking/mini-days/operations.server'
import { MiniDayFields, MiniStarts } from '~/domains/booking/ui/rules/mini-day-fields'
import { RecordForm } from '~/domains/booking/ui/rules/record-form'
import { answerRecord, needed } from '~/platform/http/answer-record.server'
import { type FieldValues, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { useSendsMail } from '~/ui/sends-mail'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/rules/rules.css'
import type { Route } from './+types/mini-day'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const isNew = params.day === 'new'
  const found = isNew ? undefined : await findMiniDay(at, params.day)
  if (!isNew && !found) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const rescheduled = query.get('rescheduled')
  return {
    id: found?.day.id ?? null,
    title: found?.day.title ?? 'New mini-session day',
    values: found ? miniDayValues(found.day) : { apart: '20', count: '8' },
    version: found?.day.version ?? 0,
    starts: found?.starts ?? [],
    canceled: found?.canceled ?? [],
    when: found?.when ?? '',
    choices: await listMiniChoices(at),
    canRemove: !isNew && role === 'owner',
    saved: query.has('saved'),
    rescheduled: rescheduled !== null && /^\d{1,2}$/.test(rescheduled) ? Number(rescheduled) : null,
    waiting: /^\d{1,5}$/.test(query.get('waiting') ?? '') ? Number(query.get('waiting')) : 0,
  }
}

export async function action({ request, params: { day: id }, context }: Route.ActionArgs) {
  const toDay = (saved: { ok: true; id: string }) => `${studioPaths.miniDay(saved.id)}?saved`
  return await answerRecord(
    { request, context },
    {
      isNew: id === 'new',
      sent: (form) => sentValues(MINI_DAY_FIELDS, form),
      add: (at, sent) => saveMiniDay(at, { seen: null, sent }),
      save: (at, { sent, version }) => saveMiniDay(at, { seen: { id, version }, sent }),
      remove: async (at, version) => {
        const removed = await removeMiniDay(at, { id, version })
        if (removed.ok || removed.reason !== 'booked') return removed
        return needed(
          `You can’t delete this day: ${removed.count} slots are booked. Cancel or reschedule them first.`,
        )
      },
      after: { added: toDay, saved: toDay, removed: studioPaths.miniDays },
    },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData?.title ?? 'Mini-session day')

export default function MiniDay({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, version, starts, canceled, when, choices, canRemove, saved, rescheduled, waiting } =
    loaderData
  const values = (actionData?.values ?? loaderData.values) as FieldValues
  const errors = (actionData?.errors ?? {}) as FieldValues
  const sendsMail = useSendsMail()
  return (
    <>
      <StudioHead title={title} up={{ label: 'Mini sessions', to: studioPaths.miniDays() }}>
        {id ? (
          <Link className="btn btn--line" to={studioPaths.rescheduleMiniDay(id)}>
            Reschedule day
          </Link>
        ) : null}
      </StudioHead>
      {rescheduled === null ? null : (
        <p className="note note--fix rl-note" role="status">
          Rescheduled to {when}.{' '}
          {rescheduled === 0
            ? 'No one was booked.'
            : `${sendsMail ? 'We’re asking' : 'This site can’t send email yet, so ask'} ${rescheduled === 1 ? '1 client' : `${rescheduled} clients`} to confirm the new time.`}
          {waiting > 0 ? ` ${waiting} on the waitlist moved too.` : ''}
        </p>
      )}
      {id ? <MiniStarts starts={starts} canceled={canceled} /> : null}
      <RecordForm
        key={`${id} ${version}`}
        {...{ version, saved, canRemove }}
        order={[...MINI_DAY_FIELDS]}
        outcome={actionData}
      >
        <MiniDayFields {...{ values, errors, choices }} />
      </RecordForm>
    </>
  )
}
