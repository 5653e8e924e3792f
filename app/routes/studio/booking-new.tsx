import { data, redirect } from 'react-router'
import { questionField } from '~/domains/booking/booking-form'
import { MANUAL_BOOKING_FIELDS, questionsOf } from '~/domains/booking/manage/booking-forms'
import {
  addBooking,
  listManualBookingTypes,
  readManualBookingForm,
} from '~/domains/booking/manage/manual-booking.server'
import type { ManageOutcome } from '~/domains/booking/ui/manage/decision-forms'
import { ManualBookingForm } from '~/domains/booking/ui/manage/manual-booking-form'
import { readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/manage/manage.css'
import type { Route } from './+types/booking-new'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const asked = new URL(request.url).searchParams
  const [start, inquiry] = [asked.get('start') ?? '', asked.get('inquiry') ?? '']
  return { form: await readManualBookingForm(context.get(scope), start, inquiry) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, {}, { sentence: read.sentence })
  const { form } = read
  const at = context.get(scope)
  const questions = questionsOf(await listManualBookingTypes(at), form.get('type'))
  const names = [...MANUAL_BOOKING_FIELDS, ...questions.map(({ id }) => questionField(id))]
  const sent = sentValues(names, form)
  // Without script, a button loads the questions of the chosen session type.
  if (form.get('intent') === 'questions') return refuse(200, sent, {})
  const booked = await addBooking({ ...at, author }, { get: form.get, once: form.get('once') })
  if (booked.ok) throw redirect(studioPaths.booking(booked.booking.id, { notice: 'new' }), 303)
  switch (booked.reason) {
    case 'refused':
      return refuse(422, sent, { errors: booked.errors })
    case 'off-rules':
      return refuse(422, sent, {
        errors: { anyway: 'This is outside your booking rules. To book it anyway, check “Book anyway.”' },
        warnings: booked.warnings,
      })
    case 'taken':
      return refuse(409, sent, { sentence: `That time is taken by ${booked.inTheWay}. Choose another.` })
  }
}

const refuse = (
  status: number,
  values: Record<string, string>,
  why: { sentence?: string; errors?: Record<string, string>; warnings?: string[] },
) => data<ManageOutcome>({ intent: 'new', values, errors: {}, ...why }, status)

export const meta: Route.MetaFunction = () => studioMeta('New booking')

export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="New booking" up={{ label: 'Bookings', to: studioPaths.bookingList() }} />
      <ManualBookingForm form={loaderData.form} outcome={actionData} />
    </>
  )
}
