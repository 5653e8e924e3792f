import { data, redirect } from 'react-router'
import {
  declineUnverified,
  keepUnverified,
  listUnverified,
} from '~/domains/booking/reservations/floods.server'
import { isFloodSpan } from '~/domains/booking/reservations/unverified-model'
import { UnverifiedTable } from '~/domains/booking/ui/manage/unverified-table'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { FormRefusal } from '~/ui/form-refusal'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/manage/waitlist.css'
import type { Route } from './+types/unverified-bookings'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const query = new URL(request.url).searchParams
  const span = query.get('span')
  return {
    ...(await listUnverified(context.get(scope), isFloodSpan(span) ? span : 'day')),
    notice: noticeOf(query),
  }
}

function noticeOf(query: URLSearchParams): string {
  if (query.has('kept')) return 'Kept. It no longer counts as unverified.'
  const declined = query.get('declined') ?? ''
  if (!/^\d{1,6}$/.test(declined)) return ''
  return `${declined === '1' ? '1 booking' : `${declined} bookings`} declined. Each client gets one email.`
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, read.sentence)
  const { form } = read
  const deps = { ...context.get(scope), author }
  const typed = form.get('span')
  const span = isFloodSpan(typed) ? typed : 'day'
  switch (form.get('intent')) {
    case 'keep':
      if (!(await keepUnverified(deps, form.get('booking')))) return refuse(409, CHANGED)
      throw redirect(studioPaths.unverifiedBookings({ span, kept: 'yes' }), 303)
    case 'decline': {
      requireStudio(context, request, { owner: true })
      const until = form.get('until')
      if (!/^\d{1,15}$/.test(until)) return refuse(422, CHANGED)
      const count = await declineUnverified(deps, { span, until: Number(until) })
      throw redirect(studioPaths.unverifiedBookings({ span, declined: String(count) }), 303)
    }
    default:
      throw data(null, { status: 422 })
  }
}

const CHANGED = 'This list just changed. Reload the page and review it again.'

const refuse = (status: number, sentence: string) => data({ sentence, errors: {}, values: {} }, status)

export const meta: Route.MetaFunction = () => studioMeta('Unverified bookings')

export default function UnverifiedBookings({ loaderData, actionData }: Route.ComponentProps) {
  const { span, open, limit, notice } = loaderData
  const choice = (label: string, value: typeof span) => ({
    label,
    to: studioPaths.unverifiedBookings({ span: value === 'day' ? null : value }),
    isCurrent: span === value,
  })
  return (
    <>
      <StudioHead title="Unverified bookings" up={{ label: 'Bookings', to: studioPaths.bookings() }} />
      <p className="ink2 measure wtl-about">
        {open === 1 ? '1 open booking comes' : `${open} open bookings come`} from email addresses that aren’t
        verified. At {limit}, we start asking new clients to confirm by email. Clients who are signed in, or
        have used a link in one of our emails, book as usual.
      </p>
      <StudioFilter
        label="Booked"
        choices={[choice('Last 24 hours', 'day'), choice('Last 7 days', 'week'), choice('All', 'all')]}
      />
      <FormRefusal outcome={actionData} />
      {notice === '' || actionData ? null : (
        <p className="note note--fix wtl-notice" role="status">
          {notice}
        </p>
      )}
      <UnverifiedTable view={loaderData} />
    </>
  )
}
