import { data } from 'react-router'
import { REMOVED_PHOTO } from '~/domains/booking/booking-form'
import { bookingView } from '~/domains/booking/client/booking-view'
import { readDetailsForm, saveClientDetails } from '~/domains/booking/client/changes.server'
import { openBooking, readBookingStory } from '~/domains/booking/client/operations.server'
import { saveClientPhotos } from '~/domains/booking/client/photos.server'
import { BookingFailure } from '~/domains/booking/ui/client/booking-parts'
import { DetailsForm, detailsFields } from '~/domains/booking/ui/client/details-form'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { readForm, sentValues } from '~/platform/http/forms.server'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { paths } from '~/ui/paths'
import { preserveInputForRetry } from '~/ui/preserve-input'
import '~/domains/booking/ui/client/client.css'
import type { Route } from './+types/details'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { booking, ref, isProven } = requireOpened(await openBooking(at, request), context, request)
  const [story, form] = await Promise.all([readBookingStory(at, booking), readDetailsForm(at, booking)])
  const sendsMail = await canSendMail(at)
  const view = bookingView(booking, { ...story, now: at.clock.now(), sendsMail })
  return { view, form, ref, isProven, siteName: story.studio.name }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const { booking, ref } = requireOpened(await openBooking(at, request), context, request)
  const read = at.receivedFiles ?? (await readForm(request))
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const { form } = read
  const asked = await readDetailsForm(at, booking)
  const values = sentValues(detailsFields(asked), form)
  const { files, isMore } = at.receivedFiles?.ok ? at.receivedFiles : NO_FILES
  const sent = { files, isMore, removed: form.getAll(REMOVED_PHOTO) }
  const photos = await saveClientPhotos(at, booking, sent)
  if (!photos.ok)
    return tooMany<FormOutcome<string>>(at, photos.retryAt, {
      ...{ errors: {}, values },
      sentence: photos.sentence,
    })
  if (Object.keys(photos.errors).length > 0) return refuse(422, { errors: photos.errors, values })
  const saved = await saveClientDetails(at, booking, {
    ...{ version: Number(form.get('version')), get: form.get, photosOf: photos.changed },
  })
  if (saved.ok)
    throw seeOther(
      paths.clientBooking({ ref, done: saved.booking.version === booking.version ? 'same' : 'details' }),
    )
  switch (saved.reason) {
    case 'refused':
      return refuse(422, { errors: saved.errors, values })
    case 'too-many':
      return tooMany<FormOutcome<string>>(at, saved.retryAt, {
        sentence: saved.sentence,
        errors: {},
        values,
      })
    case 'missing':
      throw data(null, 404)
    case 'changed-since':
      return refuse(409, {
        sentence: 'Your booking was just updated. Review it, then save.',
        values,
      })
    case 'not-possible':
      return refuse(409, { sentence: 'This session has started or is no longer booked.', values })
  }
}

const NO_FILES = { files: [], isMore: false }

const refuse = (status: number, outcome: Partial<FormOutcome<string>>) =>
  data<FormOutcome<string>>({ errors: {}, values: {}, ...outcome }, status)

export const clientAction = (sending: Route.ClientActionArgs) => preserveInputForRetry(sending)

/** Also after a refused form, since its photos may have been added. */
export const shouldRevalidate = () => true

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [{ title: `Your details · ${loaderData.siteName}` }, { name: 'robots', content: 'noindex' }]
    : []

export default function Details({
  loaderData: { view, form, ref, isProven },
  actionData,
}: Route.ComponentProps) {
  return <DetailsForm view={view} form={form} reference={ref} isProven={isProven} outcome={actionData} />
}

export const ErrorBoundary = BookingFailure
