import { data } from 'react-router'
import { bookingView, readClientMessage } from '~/domains/booking/client/booking-view'
import { cancelClientBooking } from '~/domains/booking/client/changes.server'
import { openBooking, readBookingStory } from '~/domains/booking/client/operations.server'
import { BookingFailure } from '~/domains/booking/ui/client/booking-parts'
import { CancelForm } from '~/domains/booking/ui/client/cancel-form'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { readForm } from '~/platform/http/forms.server'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { paths } from '~/ui/paths'
import { preserveInputForRetry, reloadWhenRefused } from '~/ui/preserve-input'
import '~/domains/booking/ui/client/client.css'
import type { Route } from './+types/cancel'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { booking, ref } = requireOpened(await openBooking(at, request), context, request)
  const story = await readBookingStory(at, booking)
  const sendsMail = await canSendMail(at)
  const view = bookingView(booking, { ...story, now: at.clock.now(), sendsMail })
  return { view, ref, siteName: story.studio.name }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const { booking, ref } = requireOpened(await openBooking(at, request), context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const { form } = read
  const words = readClientMessage(form)
  if (!words.ok) return refuse(422, words)
  const canceled = await cancelClientBooking(at, booking, {
    version: Number(form.get('version')),
    words: words.value.words,
    agreedKept: form.get('kept') === 'yes',
  })
  if (canceled.ok) throw seeOther(paths.clientBooking({ ref, done: 'canceled' }))
  const values = { words: form.get('words') }
  switch (canceled.reason) {
    case 'missing':
      throw data(null, 404)
    case 'changed-since':
      return refuse(409, {
        values,
        sentence: 'Your booking was just updated. Review it before you cancel.',
      })
    case 'costs-more':
      return refuse(409, {
        values,
        sentence: 'The refund deadline just passed. Review what’s changed before you cancel.',
      })
    case 'not-possible':
      return refuse(409, { values, sentence: 'You can no longer cancel this session online.' })
  }
}

const refuse = (status: number, outcome: Partial<FormOutcome<'words'>>) =>
  data<FormOutcome<'words'>>({ errors: {}, values: {}, ...outcome }, status)

export const clientAction = (sending: Route.ClientActionArgs) => preserveInputForRetry(sending)

export const shouldRevalidate = reloadWhenRefused

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [{ title: `Cancel your session · ${loaderData.siteName}` }, { name: 'robots', content: 'noindex' }]
    : []

export default function Cancel({ loaderData: { view, ref }, actionData }: Route.ComponentProps) {
  return <CancelForm view={view} reference={ref} outcome={actionData} />
}

export const ErrorBoundary = BookingFailure
