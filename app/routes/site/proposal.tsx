import { data } from 'react-router'
import { manageTokenOf } from '~/domains/booking/client/manage-link.server'
import { removeClientCard } from '~/domains/booking/online/cards.server'
import { startPayment } from '~/domains/booking/online/checkout.server'
import { readSentPart } from '~/domains/booking/online/model'
import { paymentRefusal } from '~/domains/booking/online/refusals'
import { findBooking } from '~/domains/booking/reservations/facts.server'
import { BOOKING_COOKIE } from '~/domains/booking/reservations/model'
import { PaymentsDue } from '~/domains/booking/ui/client/payments-due'
import { readSettings } from '~/domains/content/operations.server'
import { readSignForm } from '~/domains/contracts/sign-fields'
import { SignForm } from '~/domains/contracts/ui/signing-page'
import {
  chooseFromProposal,
  mailProposalCode,
  openProposal,
  type SentProposal,
  signProposal,
} from '~/domains/proposals/client/operations.server'
import { readProposalPage } from '~/domains/proposals/client/reading.server'
import { ProposalFailure } from '~/domains/proposals/ui/proposal-failure'
import { type ProposalOutcome, ProposalPage } from '~/domains/proposals/ui/proposal-page'
import { setCookie } from '~/platform/http/capability-cookie'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requireOpened } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { paths } from '~/ui/paths'
import { preserveInput, reloadWhenRefused } from '~/ui/preserve-input'
import '~/domains/booking/ui/client/client.css'
import '~/domains/contracts/ui/contracts.css'
import '~/domains/proposals/ui/proposal.css'
import type { Route } from './+types/proposal'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { sent, ref } = requireOpened(await openProposal(at, request), context, request)
  const [view, { studio }] = [await readProposalPage(at, sent, at), await readSettings(at)]
  const isChanging = new URL(request.url).searchParams.has('change') || view.signing === null
  return { view, ref, isChanging, studioName: studio.name }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const { sent, ref } = requireOpened(await openProposal(at, request), context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const { form } = read
  switch (form.get('intent')) {
    case 'choose':
      return await choose(at, sent, form, ref)
    case 'code':
    case 'sign':
      return await sign(at, sent, form, ref)
    case 'pay':
      return await pay(at, sent, form)
    case 'remove-card':
      return await removeCard(at, sent, ref)
    default:
      return refuse(422, { sentence: BROKEN_FORM })
  }
}

async function choose(at: RequestScope, sent: SentProposal, form: FormFields, ref: string | null) {
  const names = form.entries().map(([name]) => name)
  const values = Object.fromEntries(form.entries())
  const chosen = await chooseFromProposal(at, sent, { version: form.get('version'), get: form.get, names })
  if (chosen.ok) throw seeOther(`${paths.proposal({ ref })}#sign`)
  switch (chosen.reason) {
    case 'refused':
      return refuse(422, { form: 'choose', errors: chosen.errors, values })
    case 'not-possible':
      return refuse(409, { sentence: CHANGED })
    case 'too-many':
      return tooMany<ProposalOutcome>(at, chosen.retryAt, { ...NOTHING, sentence: TOO_MANY_CHOICES })
  }
}

async function sign(at: RequestScope, proposal: SentProposal, form: FormFields, ref: string | null) {
  const { sent, values } = readSignForm(form)
  if (form.get('version') !== proposal.version.id) return refuse(409, { sentence: CHANGED })
  if (form.get('intent') === 'code') {
    const mailed = await mailProposalCode(at, proposal, { sent, from: at })
    if (mailed.ok) return data<ProposalOutcome>({ ...NOTHING, form: 'sign', isCodeSent: true, values })
    switch (mailed.reason) {
      case 'refused':
        return refuse(422, { form: 'sign', errors: mailed.errors, values })
      case 'too-many':
        return tooMany<ProposalOutcome>(at, mailed.retryAt, { ...NOTHING, sentence: TOO_MANY_CODES, values })
      case 'no-server':
        return refuse(503, { form: 'sign', sentence: NO_SERVER, values })
      case 'not-possible':
        return refuse(409, { sentence: CHANGED })
    }
  }
  const signed = await signProposal(at, proposal, { sent, from: at })
  if (signed.ok) {
    const token = manageTokenOf(at, signed.booking)
    // The form keeps its place on the page, and the next one begins at its top.
    throw seeOther(`${paths.proposal({ ref })}#main`, [setCookie(at.config.siteUrl, BOOKING_COOKIE, token)])
  }
  switch (signed.reason) {
    case 'refused':
      return refuse(422, { form: 'sign', errors: signed.errors, values })
    case 'not-possible':
      return refuse(409, { sentence: CHANGED })
    case 'price-changed':
      return refuse(409, { sentence: PRICE_CHANGED })
    case 'time-lost':
      return refuse(409, { sentence: TIME_LOST })
    case 'called-off':
      return refuse(409, { sentence: CALLED_OFF })
  }
}

async function removeCard(at: RequestScope, { proposal, version }: SentProposal, ref: string | null) {
  const booking =
    version.signed_at === null || proposal.booking_id === null
      ? undefined
      : await findBooking(at, proposal.booking_id)
  if (!booking) return refuse(422, { sentence: BROKEN_FORM })
  await removeClientCard(at, booking)
  throw seeOther(paths.proposal({ ref }))
}

/** Leads to the payment page of the booking that was made by signing. */
async function pay(at: RequestScope, { proposal, version }: SentProposal, form: FormFields) {
  const part = readSentPart(form)
  const booking =
    version.signed_at === null || proposal.booking_id === null
      ? undefined
      : await findBooking(at, proposal.booking_id)
  if (!part || !booking) return refuse(422, { sentence: BROKEN_FORM })
  const { reference } = booking
  const tip = { tip: form.get('tip'), ownTip: form.get('ownTip') }
  const started = await startPayment(
    at,
    booking.id,
    { ...part, ...tip, consent: form.get('consent'), clientAddress: at.clientAddress },
    {
      paidUrl: at.config.siteUrl + paths.clientBooking({ ref: reference, done: 'paid' }),
      backUrl: at.config.siteUrl + paths.proposal(),
    },
  )
  if (started.ok)
    throw seeOther(paths.clientBookingCheckout(), [
      setCookie(at.config.siteUrl, BOOKING_COOKIE, manageTokenOf(at, booking)),
    ])
  const { status, sentence } = paymentRefusal(started)
  return refuse(status, { sentence, values: tip })
}

const refusedTip = (outcome: ProposalOutcome | undefined) =>
  outcome?.values.ownTip === undefined
    ? undefined
    : { tip: outcome.values.tip ?? '', ownTip: outcome.values.ownTip }

const NOTHING: ProposalOutcome = { errors: {}, values: {} }

const refuse = (status: number, outcome: Partial<ProposalOutcome>) =>
  data<ProposalOutcome>({ ...NOTHING, ...outcome }, status)

const CHANGED = 'Nothing was signed just now. Here’s the latest about this proposal.'
const PRICE_CHANGED =
  'Nothing was signed, because a tax or a price has changed. Choose again to see what it costs now.'
const TIME_LOST =
  'Nothing was signed, because the time of the session was just taken. Please contact us, and we’ll find another one.'
const CALLED_OFF = 'Nothing was signed, because this session won’t take place.'
const NO_SERVER =
  'We can’t send email right now, so you can’t sign yet. Please try again later, or contact us.'
const TOO_MANY_CODES = 'You asked for a lot of codes. Use the latest one, or try again in an hour.'
const TOO_MANY_CHOICES = 'You changed your choice a lot. Please try again in an hour.'

export const clientAction = (sending: Route.ClientActionArgs) => preserveInput(sending)

export const shouldRevalidate = reloadWhenRefused

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `${loaderData.view.title} · ${loaderData.studioName}` },
        { name: 'robots', content: 'noindex' },
      ]
    : []

export default function Proposal({ loaderData, actionData }: Route.ComponentProps) {
  const { view, ref, isChanging, studioName } = loaderData
  const action = paths.proposal({ ref })
  const outcome: ProposalOutcome | undefined = actionData
  return (
    <ProposalPage
      {...{ view, isChanging, studioName }}
      reference={ref}
      outcome={outcome}
      signForm={
        view.signing ? (
          <SignForm
            key={view.signing.sha256}
            view={view.signing}
            action={action}
            about={{ version: view.version }}
            outcome={outcome?.form === 'sign' ? outcome : undefined}
          />
        ) : null
      }
      payments={
        view.signed?.payments ? (
          <PaymentsDue payments={view.signed.payments} action={action} refused={refusedTip(outcome)} />
        ) : null
      }
    />
  )
}

export const ErrorBoundary = ProposalFailure
