import { data } from 'react-router'
import { readStart } from '~/domains/booking/booking-form'
import { bookingView } from '~/domains/booking/client/booking-view'
import { readRescheduleCalendar, rescheduleClientBooking } from '~/domains/booking/client/changes.server'
import { openBooking, readBookingStory } from '~/domains/booking/client/operations.server'
import { BookingFailure } from '~/domains/booking/ui/client/booking-parts'
import { RescheduleForm } from '~/domains/booking/ui/client/reschedule-form'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { readForm } from '~/platform/http/forms.server'
import { requireOpened } from '~/platform/http/guard.server'
import { TIME_NOT_OFFERED } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { paths } from '~/ui/paths'
import { preserveInputForRetry, reloadWhenRefused } from '~/ui/preserve-input'
import '~/domains/booking/ui/booking-steps.css'
import '~/domains/booking/ui/booking-summary.css'
import '~/domains/booking/ui/client/client.css'
import type { Route } from './+types/reschedule'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { booking, ref } = requireOpened(await openBooking(at, request), context, request)
  const query = new URL(request.url).searchParams
  const shown = { month: query.get('month') ?? '', date: query.get('date') ?? '' }
  const [story, times] = await Promise.all([
    readBookingStory(at, booking),
    readRescheduleCalendar(at, booking, shown),
  ])
  const sendsMail = await canSendMail(at)
  const view = bookingView(booking, { ...story, now: at.clock.now(), sendsMail })
  return { view, times, ref, siteName: story.studio.name }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const { booking, ref } = requireOpened(await openBooking(at, request), context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const { form } = read
  const start = readStart(form.get('slot'))
  if (!start.ok) return refuse(422, { errors: start.errors })
  const rescheduled = await rescheduleClientBooking(at, booking, {
    version: Number(form.get('version')),
    startsAt: start.value.slot,
    agreedFeeCents: Number(form.get('fee')),
  })
  if (rescheduled.ok)
    throw seeOther(
      paths.clientBooking({
        ref,
        done: rescheduled.booking.version === booking.version ? 'same' : 'rescheduled',
      }),
    )
  switch (rescheduled.reason) {
    case 'missing':
      throw data(null, 404)
    case 'not-offered':
      return refuse(422, {
        errors: { slot: TIME_NOT_OFFERED },
      })
    case 'taken':
      return refuse(409, {
        errors: {
          slot:
            rescheduled.free.length > 0
              ? 'Someone just booked that time. Other times that day are still open.'
              : 'Someone just booked that time, and that day is now full. Choose another day.',
        },
      })
    case 'costs-more':
      return refuse(409, {
        sentence: 'The free rescheduling period just ended. Check the fee before you reschedule.',
      })
    case 'changed-since':
      return refuse(409, { sentence: 'Your booking was just updated. Review it before you reschedule.' })
    case 'not-possible':
      return refuse(409, { sentence: 'You can no longer reschedule this session online.' })
  }
}

const refuse = (status: number, outcome: Partial<FormOutcome<'slot'>>) =>
  data<FormOutcome<'slot'>>({ errors: {}, values: {}, ...outcome }, status)

export const clientAction = (sending: Route.ClientActionArgs) => preserveInputForRetry(sending)

export const shouldRevalidate = reloadWhenRefused

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [{ title: `Reschedule your session · ${loaderData.siteName}` }, { name: 'robots', content: 'noindex' }]
    : []

export default function Reschedule({ loaderData: { view, times, ref }, actionData }: Route.ComponentProps) {
  return <RescheduleForm view={view} times={times} reference={ref} outcome={actionData} />
}

export const ErrorBoundary = BookingFailure
