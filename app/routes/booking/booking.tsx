import { data } from 'react-router'
import { bookingNews, bookingView } from '~/domains/booking/client/booking-view'
import { acceptClientReschedule, renewLink } from '~/domains/booking/client/changes.server'
import {
  openBooking,
  readBookingStory,
  readCalendarTargets,
} from '~/domains/booking/client/operations.server'
import { removeClientCard } from '~/domains/booking/online/cards.server'
import { readReturnNews, startPayment } from '~/domains/booking/online/checkout.server'
import { readSentPart } from '~/domains/booking/online/model'
import { paymentRefusal } from '~/domains/booking/online/refusals'
import type { SentTip } from '~/domains/booking/online/tip'
import { openContract } from '~/domains/booking/requirements/contract.server'
import { requiresContract } from '~/domains/booking/requirements/model'
import { BOOKING_COOKIE } from '~/domains/booking/reservations/model'
import { readSessionPhoto } from '~/domains/booking/session-types/operations.server'
import { BackFromPayment } from '~/domains/booking/ui/client/back-from-payment'
import { BookingPage, LinkSent, ManagingSection } from '~/domains/booking/ui/client/booking-page'
import { BookingFailure } from '~/domains/booking/ui/client/booking-parts'
import { readSettings } from '~/domains/content/operations.server'
import { listContractsForClient } from '~/domains/contracts/reading.server'
import { CONTRACT_COOKIE } from '~/domains/contracts/signing/model'
import { contractTokenFor } from '~/domains/contracts/signing/operations.server'
import { BookingContracts } from '~/domains/contracts/ui/own-contracts'
import { type ClientDocument, listClientDocuments } from '~/domains/invoices/reading.server'
import { ClientDocuments } from '~/domains/invoices/ui/client-documents'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { PROPOSAL_COOKIE } from '~/domains/proposals/client/model'
import { proposalTokenFor } from '~/domains/proposals/client/operations.server'
import { setCookie } from '~/platform/http/capability-cookie'
import { readForm } from '~/platform/http/forms.server'
import { requireOpened } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { paths } from '~/ui/paths'
import { preserveInputForRetry, reloadWhenRefused } from '~/ui/preserve-input'
import { useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/booking/ui/client/client.css'
import type { Route } from './+types/booking'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const done = query.get('done')
  const [opened, { studio }] = await Promise.all([openBooking(at, request), readSettings(at)])
  // A person who requested a new link through an old one has no access yet: the new link is in their email.
  if (!opened.ok && opened.reason === 'none' && done === 'link')
    return { ...NOTHING_OPEN, siteName: studio.name }
  // The provider's page may return to another browser than the one that led there, such as that of an app.
  if (!opened.ok && done === 'paid' && query.has('ref'))
    return { ...NOTHING_OPEN, siteName: studio.name, paidFor: query.get('ref') }
  const { booking, ref, isProven } = requireOpened(opened, context, request)
  const [story, calendars, picture] = await Promise.all([
    readBookingStory(at, booking),
    readCalendarTargets(at, booking),
    readSessionPhoto(at, { typeId: booking.sessionType.id, placeId: booking.place.id }),
  ])
  const sendsMail = await canSendMail(at)
  const view = bookingView(booking, { ...story, now: at.clock.now(), sendsMail })
  const returned = done === 'paid' ? await readReturnNews(at, booking.id) : null
  const failure = returned?.state === 'failed' ? returned.words : undefined
  const news = failure ? undefined : (returned?.words ?? bookingNews(done, sendsMail))
  const isWaiting = returned?.state === 'waiting'
  const documents = await listClientDocuments(at, [booking.id])
  // A contract that the booking waits for is among the steps left, with its button.
  const contracts = (isProven ? await listContractsForClient(at, booking) : []).filter(
    ({ canSign, contractId }) => !(canSign && requiresContract(booking, contractId)),
  )
  const hasProposal = isProven && view.steps !== null && (await proposalTokenFor(at, booking)) !== undefined
  const steps = view.steps && { ...view.steps, hasProposal }
  const shown = { view: { ...view, steps }, reference: ref, news, calendars, picture }
  return { ...NOTHING_OPEN, siteName: studio.name, documents, contracts, booking: shown, failure, isWaiting }
}

const NOTHING_OPEN = {
  documents: [] as ClientDocument[],
  contracts: [] as Awaited<ReturnType<typeof listContractsForClient>>,
  booking: null,
  /** Why a payment failed from which the client returns. */
  failure: undefined as string | undefined,
  /** Whether the provider has yet to confirm it. */
  isWaiting: false,
  /** The reference of a booking that may have just been paid. */
  paidFor: null as string | null,
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const { booking, ref, isProven } = requireOpened(await openBooking(at, request), context, request)
  const read = await readForm(request)
  if (!read.ok) return data({ sentence: read.sentence }, read.status)
  const version = Number(read.form.get('version'))
  switch (read.form.get('intent')) {
    case 'accept': {
      const accepted = await acceptClientReschedule(at, booking, version)
      if (accepted.ok) throw seeOther(paths.clientBooking({ ref, done: 'accepted' }))
      return refuse(accepted.reason)
    }
    case 'pay': {
      const part = readSentPart(read.form)
      if (!part) return data({ sentence: BROKEN_FORM }, 422)
      const { siteUrl } = at.config
      const { reference } = booking
      const tip = { tip: read.form.get('tip'), ownTip: read.form.get('ownTip') }
      const started = await startPayment(
        at,
        booking.id,
        { ...part, ...tip, consent: read.form.get('consent'), clientAddress: at.clientAddress },
        {
          paidUrl: siteUrl + paths.clientBooking({ ref: reference, done: 'paid' }),
          backUrl: siteUrl + paths.clientBooking({ ref: reference }),
        },
      )
      if (started.ok) throw seeOther(paths.clientBookingCheckout({ ref }))
      const { status, sentence } = paymentRefusal(started)
      return data({ sentence, tip }, status)
    }
    case 'remove-card':
      await removeClientCard(at, booking)
      throw seeOther(paths.clientBooking({ ref, done: 'card' }))
    case 'sign': {
      const opened = await openContract(at, booking)
      if (opened.ok)
        throw seeOther(paths.contract(), [setCookie(at.config.siteUrl, CONTRACT_COOKIE, opened.token)])
      return opened.reason === 'not-possible' ? refuse('not-possible') : refuseContract(opened.missing)
    }
    case 'proposal': {
      const token = isProven && (await proposalTokenFor(at, booking))
      if (!token) return refuse('not-possible')
      throw seeOther(paths.proposal(), [setCookie(at.config.siteUrl, PROPOSAL_COOKIE, token)])
    }
    case 'contract':
    case 'contract-pdf': {
      const token = isProven && (await contractTokenFor(at, booking, read.form.get('signer')))
      if (!token) return refuse('not-possible')
      const isPdf = read.form.get('intent') === 'contract-pdf'
      throw seeOther(isPdf ? paths.signedContract() : paths.contract(), [
        setCookie(at.config.siteUrl, CONTRACT_COOKIE, token),
      ])
    }
    case 'new-link': {
      const renewed = await renewLink(at, booking, version)
      if (!renewed.ok)
        return renewed.reason === 'too-many'
          ? tooMany(at, renewed.retryAt, { sentence: renewed.sentence })
          : refuse(renewed.reason)
      const ended = ref === null ? [setCookie(at.config.siteUrl, BOOKING_COOKIE, '')] : []
      throw seeOther(paths.clientBooking({ ref, done: 'link' }), ended)
    }
    default:
      return data({ sentence: BROKEN_FORM }, 422)
  }
}

/** A contract can only be signed with every value that it names. */
const refuseContract = (missing: string[]) =>
  data(
    {
      sentence:
        missing.length === 1 && missing[0] === 'clientPhone'
          ? 'The contract names your phone number. Please add it to your details below, then sign.'
          : 'The contract isn’t ready yet, so you can’t sign it. Please contact us, and we’ll fix it.',
    },
    409,
  )

function refuse(reason: 'missing' | 'changed-since' | 'not-possible') {
  switch (reason) {
    case 'missing':
      throw data(null, 404)
    case 'changed-since':
      return data({ sentence: 'Your booking was just updated. Here’s the latest.' }, 409)
    case 'not-possible':
      return data({ sentence: 'You can’t do that anymore. Here’s your booking now.' }, 409)
  }
}

/** The tip of a refused form. Other forms of the page have none. */
const refusedTip = (actionData: object | undefined): SentTip | undefined =>
  actionData && 'tip' in actionData ? (actionData.tip as SentTip) : undefined

export const clientAction = (sending: Route.ClientActionArgs) => preserveInputForRetry(sending)

export const shouldRevalidate = reloadWhenRefused

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [{ title: `Your booking · ${loaderData.siteName}` }, { name: 'robots', content: 'noindex' }]
    : []

export default function Booking({
  loaderData: { booking, documents, contracts, paidFor, failure, isWaiting },
  actionData,
}: Route.ComponentProps) {
  useRefresh(isWaiting, 3_000)
  if (paidFor !== null) return <BackFromPayment signIn={paths.clientBooking({ ref: paidFor })} />
  if (!booking) return <LinkSent />
  const address = paths.clientBooking({ ref: booking.reference })
  const toSign = contracts.filter(({ canSign }) => canSign)
  const others = contracts.filter(({ canSign }) => !canSign)
  return (
    <BookingPage
      {...booking}
      sentence={actionData?.sentence ?? failure}
      refusedTip={refusedTip(actionData)}
      asked={
        toSign.length === 0 ? null : (
          <ManagingSection
            id="sign"
            title={toSign.length === 1 ? 'Contract to sign' : 'Contracts to sign'}
            isMain
          >
            <BookingContracts contracts={toSign} action={address} />
          </ManagingSection>
        )
      }
    >
      {others.length === 0 ? null : (
        <ManagingSection id="contracts" title={others.length === 1 ? 'Contract' : 'Contracts'}>
          <BookingContracts contracts={others} action={address} />
        </ManagingSection>
      )}
      {documents.length === 0 ? null : (
        <ManagingSection id="invoices" title="Invoices and receipts">
          <ClientDocuments documents={documents} />
        </ManagingSection>
      )}
    </BookingPage>
  )
}

export const ErrorBoundary = BookingFailure
