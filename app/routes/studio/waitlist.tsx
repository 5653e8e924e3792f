import { data, redirect } from 'react-router'
import { WaitlistTable } from '~/domains/booking/ui/manage/waitlist-table'
import { WAITLIST_DAYS } from '~/domains/booking/waitlist/model'
import { offerNow } from '~/domains/booking/waitlist/offers.server'
import { listWaitlist, removeFromWaitlist } from '~/domains/booking/waitlist/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { NotSent } from '~/ui/studio/no-mail-server'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/manage/waitlist.css'
import type { Route } from './+types/waitlist'

const NOTHING_FREE = 'There’s no opening left that day. Free up time first, or add the booking manually.'

const NOTICES = new Map([
  ['offer', 'Offered.'],
  ['take-off', 'Removed from the waitlist.'],
])

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const query = new URL(request.url).searchParams
  const days = WAITLIST_DAYS.find((each) => each === query.get('days')) ?? 'coming'
  const listed = await listWaitlist(context.get(scope), { days, after: query.get('after') })
  const done = query.get('notice') ?? ''
  return { ...listed, days, query: done, notice: NOTICES.get(done) ?? '' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, read.sentence)
  const { form } = read
  const deps = { ...context.get(scope), author }
  const seen = { id: form.get('waiting'), state: form.get('state') }
  const intent = form.get('intent')
  if (intent !== 'offer' && intent !== 'take-off') throw data(null, { status: 422 })
  const done = intent === 'offer' ? await offerNow(deps, seen) : await removeFromWaitlist(deps, seen)
  if (done.ok) throw redirect(studioPaths.waitlist({ notice: intent }), 303)
  if (done.reason !== 'nothing-free')
    return refuseRecord<FormOutcome<string>>(done, { values: {} }, JUST_CHANGED)
  return refuse(409, NOTHING_FREE)
}

const refuse = (status: number, sentence: string) => data({ sentence, errors: {}, values: {} }, status)

export const meta: Route.MetaFunction = () => studioMeta('Waitlist')

export default function WaitingList({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, next, days, notice, query } = loaderData
  const choices = [
    { label: 'Coming days', to: studioPaths.waitlist(), isCurrent: days === 'coming' },
    { label: 'Past days', to: studioPaths.waitlist({ days: 'past' }), isCurrent: days === 'past' },
  ]
  return (
    <>
      <StudioHead title="Waitlist" up={{ label: 'Bookings', to: studioPaths.bookings() }} />
      <StudioFilter label="Days" choices={choices} />
      <FormRefusal outcome={actionData} />
      {notice === '' || actionData ? null : (
        <p className="note note--fix wtl-notice" role="status">
          {notice}
        </p>
      )}
      {query === 'offer' && !actionData ? <NotSent /> : null}
      <WaitlistTable lines={lines} days={days} />
      {next === null ? null : (
        <div className="st-next">
          <ButtonLink
            to={studioPaths.waitlist({ days: days === 'coming' ? null : days, after: next })}
            variant="line"
          >
            {days === 'coming' ? 'Later' : 'Older'}
          </ButtonLink>
        </div>
      )}
    </>
  )
}
