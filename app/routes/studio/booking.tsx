import { data, redirect } from 'react-router'
import {
  decideBooking,
  listRescheduleTimes,
  rescheduleByStudio,
  saveNote,
  sendMessage,
} from '~/domains/booking/manage/edits.server'
import { DONE_NOTICES, isDecision } from '~/domains/booking/manage/model'
import { describeLastChange, readBookingForStudio } from '~/domains/booking/manage/operations.server'
import { removeCardByStudio } from '~/domains/booking/online/cards.server'
import { refundOnline } from '~/domains/booking/online/checkout.server'
import { addFee, recordPayment, voidPayment, waiveFee } from '~/domains/booking/payments/operations.server'
import { turnPaymentReminders } from '~/domains/booking/payments/reminders.server'
import { changeSchedule } from '~/domains/booking/payments/schedule.server'
import { SCHEDULE_FIELDS } from '~/domains/booking/payments/schedule-form'
import {
  extendHold,
  turnHoldReminder,
  waiveRequirement,
} from '~/domains/booking/requirements/managing.server'
import { BookingDrawer } from '~/domains/booking/ui/manage/booking-drawer'
import type { ManageOutcome } from '~/domains/booking/ui/manage/decision-forms'
import { listContractsOfBooking } from '~/domains/contracts/reading.server'
import { BookingContracts } from '~/domains/contracts/ui/contract-list'
import { listProposalsAbout } from '~/domains/proposals/reading.server'
import { ProposalsBeside } from '~/domains/proposals/ui/proposal-list'
import { type FormFields, readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { reloadWhenRefused } from '~/ui/preserve-input'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/manage/manage.css'
import '~/domains/contracts/ui/contracts.css'
import type { Route } from './+types/booking'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const booking = await readBookingForStudio(at, params.booking)
  if (!booking) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const day = query.get('reschedule')
  return {
    booking,
    openTimes:
      day && booking.can.reschedule
        ? ((await listRescheduleTimes(at, booking.id, day)) ?? { date: booking.date, free: [] })
        : undefined,
    isOwner: role === 'owner',
    contracts: await listContractsOfBooking(at, booking.id),
    proposals: await listProposalsAbout(at, { booking: booking.id }),
    notice: DONE_NOTICES.get(query.get('notice') ?? '') ?? null,
  }
}

export const shouldRevalidate = reloadWhenRefused

export async function action({ request, params, context }: Route.ActionArgs) {
  requireStudio(context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, '', {}, { sentence: read.sentence })
  const { form } = read
  const intent = form.get('intent')
  if (isDecision(intent)) return await decide(context, request, params.booking, form)
  switch (intent) {
    case 'reschedule':
      return await reschedule(context, request, params.booking, form)
    case 'waive-requirement':
    case 'extend-hold':
    case 'hold-reminder-off':
    case 'hold-reminder-on':
      return await changeHold(context, request, params.booking, form)
    case 'note':
      return await note(context, request, params.booking, form)
    case 'payment':
    case 'void':
      return await pay(context, request, params.booking, form)
    case 'refund':
      return await refund(context, request, params.booking, form)
    case 'schedule':
      return await schedule(context, request, params.booking, form)
    case 'remove-card':
      return await removeCard(context, request, params.booking)
    case 'reminders':
      return await turnReminders(context, request, params.booking, form)
    case 'fee':
    case 'waive':
      return await changeFees(context, request, params.booking, form)
    case 'message':
      return await write(context, request, params.booking, form)
    default:
      throw data(BROKEN_FORM, { status: 422 })
  }
}

type Context = Route.ActionArgs['context']

async function decide(context: Context, request: Request, id: string, form: FormFields) {
  const deps = { ...context.get(scope), author: requireStudio(context, request) }
  const intent = form.get('intent')
  if (!isDecision(intent)) throw data(null, { status: 422 })
  const before = (await readBookingForStudio(deps, id))?.state
  const seen = { id, version: Number(form.get('version')) }
  const sent = { words: form.get('words'), deposit: form.get('deposit') }
  const decided = await decideBooking(deps, seen, intent, sent.words, sent.deposit)
  if (decided.ok) {
    if (form.get('inPlace') === 'yes')
      return { done: intent, before: before ?? decided.booking.state, version: decided.booking.version }
    const notice = intent === 'confirm' && decided.booking.state === 'requested' ? 'accept' : intent
    throw redirect(studioPaths.booking(id, { notice }), 303)
  }
  switch (decided.reason) {
    case 'missing':
      throw data(null, { status: 404 })
    case 'refused':
      return refuse(422, intent, sent, { errors: decided.errors })
    case 'changed-since':
    case 'not-possible':
      return refuse(409, intent, sent, { sentence: await describeLastChange(deps, decided.booking) })
  }
}

async function reschedule(context: Context, request: Request, id: string, form: FormFields) {
  const deps = { ...context.get(scope), author: requireStudio(context, request) }
  const seen = { id, version: Number(form.get('version')) }
  const rescheduled = await rescheduleByStudio(deps, seen, form.get)
  const names = ['slot', 'date', 'time', 'which', 'words', 'asksToAccept']
  const sent = sentValues(names, form)
  if (rescheduled.ok && form.get('inPlace') === 'yes') return null
  if (rescheduled.ok) throw redirect(studioPaths.booking(id, { notice: 'reschedule' }), 303)
  switch (rescheduled.reason) {
    case 'missing':
      throw data(null, { status: 404 })
    case 'refused':
      return refuse(422, 'reschedule', sent, { errors: rescheduled.errors })
    case 'off-rules':
      return refuse(422, 'reschedule', sent, {
        errors: { anyway: 'This is outside your booking rules. To move it anyway, check “Move anyway.”' },
        warnings: rescheduled.warnings,
      })
    case 'taken':
      return refuse(409, 'reschedule', sent, {
        sentence: `That time is taken by ${rescheduled.inTheWay}. Choose another.`,
      })
    case 'changed-since':
    case 'not-possible':
      return refuse(409, 'reschedule', sent, {
        sentence: await describeLastChange(deps, rescheduled.booking),
      })
  }
}

async function changeHold(context: Context, request: Request, id: string, form: FormFields) {
  const deps = { ...context.get(scope), author: requireStudio(context, request) }
  const intent = form.get('intent')
  const sent = { hours: form.get('hours') }
  const changed =
    intent === 'extend-hold'
      ? await extendHold(deps, id, sent.hours)
      : intent === 'waive-requirement'
        ? await waiveRequirement(deps, id, form.get('requirement'))
        : await turnHoldReminder(deps, id, intent === 'hold-reminder-off')
  if (!changed.ok && changed.reason === 'not-possible')
    return refuse(409, intent, sent, { sentence: await describeLastChange(deps, changed.booking) })
  return answer(id, intent, sent, changed)
}

async function note(context: Context, request: Request, id: string, form: FormFields) {
  const deps = { ...context.get(scope), author: requireStudio(context, request) }
  const sent = { note: form.get('note') }
  const saved = await saveNote(deps, { id, note: sent.note, seen: form.get('seen') })
  if (!saved.ok && saved.reason === 'changed-since')
    return refuse(409, 'note', sent, {
      sentence: `Someone on your team just changed this note. It now says: “${saved.note}” Combine the two, then save.`,
    })
  return answer(id, 'note', sent, saved)
}

async function pay(context: Context, request: Request, id: string, form: FormFields) {
  const deps = { ...context.get(scope), author: requireStudio(context, request) }
  const intent = form.get('intent')
  const names = ['payment', 'amount', 'receivedOn', 'method', 'note', 'owed', 'overpays', 'reason']
  const sent = sentValues(names, form)
  const kept =
    intent === 'void'
      ? await voidPayment(deps, {
          bookingId: id,
          paymentId: form.get('payment'),
          reason: form.get('reason'),
        })
      : await recordPayment(deps, { bookingId: id, once: form.get('once'), get: form.get })
  return answer(id, intent, sent, kept)
}

/** Only owners return money, since no one can undo it. */
async function refund(context: Context, request: Request, id: string, form: FormFields) {
  const deps = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  const sent = sentValues(['payment', 'amount', 'owed'], form)
  const asked = await refundOnline(deps, {
    bookingId: id,
    paymentId: sent.payment,
    amount: sent.amount,
    owed: sent.owed,
    once: form.get('once'),
  })
  return answer(id, 'refund', sent, asked)
}

async function schedule(context: Context, request: Request, id: string, form: FormFields) {
  const deps = { ...context.get(scope), author: requireStudio(context, request) }
  const sent = sentValues(SCHEDULE_FIELDS, form)
  const changed = await changeSchedule(deps, { bookingId: id, seen: form.get('seen'), form })
  if (!changed.ok && changed.reason === 'changed-since')
    return refuse(409, 'schedule', sent, {
      sentence:
        'Someone on your team just changed these due dates. Your dates are still in the form. Check them, then save.',
    })
  return answer(id, 'schedule', sent, changed)
}

async function turnReminders(context: Context, request: Request, id: string, form: FormFields) {
  const deps = { ...context.get(scope), author: requireStudio(context, request) }
  const [of, to] = [form.get('of'), form.get('to')]
  if ((of !== 'booking' && of !== 'client') || (to !== 'on' && to !== 'off'))
    throw data(BROKEN_FORM, { status: 422 })
  const turned = await turnPaymentReminders(deps, { bookingId: id, of, isOff: to === 'off' })
  if (!turned.ok) throw data(null, { status: 404 })
  throw redirect(studioPaths.booking(id, { notice: 'reminders' }), 303)
}

async function removeCard(context: Context, request: Request, id: string) {
  const deps = { ...context.get(scope), author: requireStudio(context, request) }
  if (!(await removeCardByStudio(deps, id))) throw data(null, { status: 404 })
  throw redirect(studioPaths.booking(id, { notice: 'remove-card' }), 303)
}

async function changeFees(context: Context, request: Request, id: string, form: FormFields) {
  const deps = { ...context.get(scope), author: requireStudio(context, request) }
  const intent = form.get('intent')
  const sent = sentValues(['fee', 'title', 'amount', 'isExtra', 'reason'], form)
  const changed =
    intent === 'waive'
      ? await waiveFee(deps, { bookingId: id, feeId: form.get('fee'), reason: form.get('reason') })
      : await addFee(deps, {
          bookingId: id,
          once: form.get('once'),
          title: form.get('title'),
          amount: form.get('amount'),
          isExtra: form.get('isExtra'),
        })
  return answer(id, intent, sent, changed)
}

async function write(context: Context, request: Request, id: string, form: FormFields) {
  const deps = { ...context.get(scope), author: requireStudio(context, request) }
  const sent = { subject: form.get('subject'), message: form.get('message') }
  const written = await sendMessage(deps, { bookingId: id, once: form.get('once'), ...sent })
  return answer(id, 'message', sent, written)
}

type Changed =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }

/** Shows the booking with a notice of the change, or the form with what to correct. */
function answer(id: string, intent: string, sent: Record<string, string>, changed: Changed) {
  if (changed.ok) throw redirect(studioPaths.booking(id, { notice: intent }), 303)
  if (changed.reason === 'missing') throw data(null, { status: 404 })
  return refuse(422, intent, sent, { errors: changed.errors })
}

const refuse = (
  status: number,
  intent: string,
  values: Record<string, string>,
  why: { sentence?: string; errors?: Record<string, string>; warnings?: string[] },
) => data<ManageOutcome>({ intent, values, errors: {}, ...why }, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `${loaderData.booking.title}, ${loaderData.booking.client.name}` : 'Booking')

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, openTimes, notice, isOwner, contracts, proposals } = loaderData
  const outcome = actionData && 'intent' in actionData ? actionData : undefined
  return (
    <BookingDrawer
      booking={booking}
      openTimes={openTimes}
      outcome={outcome}
      notice={outcome ? null : notice}
      isOwner={isOwner}
      contracts={
        <>
          <ProposalsBeside proposals={proposals} start={studioPaths.newProposal({ booking: booking.id })} />
          <BookingContracts contracts={contracts} bookingId={booking.id} />
        </>
      }
    />
  )
}
