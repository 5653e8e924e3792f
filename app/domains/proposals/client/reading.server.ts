import { findOfferOf } from '~/domains/booking/availability/operations.server'
import { bookingView } from '~/domains/booking/client/booking-view'
import { readBookingStory } from '~/domains/booking/client/operations.server'
import { checkStart } from '~/domains/booking/manage/start-check.server'
import { findBooking, wasCalledOff } from '~/domains/booking/reservations/facts.server'
import { readSessionPhoto } from '~/domains/booking/session-types/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { taxRulesOf } from '~/domains/content/tax-rules'
import { firstSigning } from '~/domains/contracts/prepared.server'
import { type Origin, readSigning } from '~/domains/contracts/signing/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { transact } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { dateOf, longDate, momentLabel } from '~/platform/time'
import type { Offered, Prepared } from '../model'
import { paymentLines } from '../offer.server'
import { isOpenState, stateOf } from '../state'
import { lockProposal, selectVersions, updateVersion } from '../store.server'
import type { ProposalView, SignedView, Standing } from './model'
import type { ClientDeps, SentProposal } from './operations.server'

/** What the client's page shows. Records the first time that a version is opened. */
export async function readProposalPage(
  deps: ClientDeps,
  { proposal, version, offered }: SentProposal,
  from: Origin,
): Promise<ProposalView> {
  const { db, clock } = deps
  const settings = await readSettings({ db })
  const { timeZone } = settings.studio
  const standing = await standingOf(deps, { version, offered })
  if (isOpenState(stateOf(version, clock.now())) && version.viewed_at === null)
    await unlessDiskFull(noteViewed(deps, proposal.id, version.id))
  const prepared: Prepared | null = version.choice === null ? null : JSON.parse(version.choice)
  const signing =
    standing === 'open' && prepared
      ? await firstSigning({ db }, version.contract_version_id ?? '')
      : undefined
  const { title, date, time, location, sessionTypeId, placeId } = offered.session
  const picture = await readSessionPhoto({ db }, { typeId: sessionTypeId, placeId })
  return {
    ...{ standing, title: offered.title, intro: offered.intro, client: offered.client.name },
    ...{ version: version.id, number: version.number },
    until: longDate(dateOf(version.expires_at - 1, timeZone)),
    session: { title, date, time, location, picture },
    menu: {
      ...{ packages: offered.packages, options: offered.options },
      travelFeeCents: offered.travelFeeCents,
    },
    rules: taxRulesOf(settings),
    deposit: { depositCents: offered.depositCents, depositPercent: offered.depositPercent },
    chosen: prepared && {
      ...{ choice: prepared.choice, price: prepared.price },
      payments: paymentLines(prepared.price.totalCents, prepared.depositCents, prepared.installments),
    },
    signing: signing ? await readSigning(deps, signing, from) : null,
    signed: standing === 'signed' ? await readSigned(deps, { proposal, version, offered }, timeZone) : null,
  }
}

async function standingOf(
  { db, clock }: ClientDeps,
  { version, offered }: Pick<SentProposal, 'version' | 'offered'>,
): Promise<Standing> {
  const state = stateOf(version, clock.now())
  if (state === 'signed' || state === 'withdrawn' || state === 'expired') return state
  const { bookingId } = offered.session
  if (await wasCalledOff({ db }, bookingId)) return 'called-off'
  return (await isTimeFree({ db, clock }, offered)) ? 'open' : 'time-lost'
}

async function isTimeFree(deps: Pick<ClientDeps, 'db' | 'clock'>, { session }: Offered): Promise<boolean> {
  const { bookingId, startsAt, sessionTypeId, placeId } = session
  if (bookingId !== null) {
    const booking = await findBooking(deps, bookingId)
    return booking?.state === 'requested' || booking?.state === 'confirmed'
  }
  if (startsAt <= deps.clock.now()) return false
  const offer = await findOfferOf(deps, { sessionType: { id: sessionTypeId }, place: { id: placeId } })
  return (await checkStart(deps, { offer, startsAt })).inTheWay === ''
}

const noteViewed = ({ db, clock }: ClientDeps, proposalId: string, versionId: string): Promise<void> =>
  transact(db, async (tx) => {
    await lockProposal(tx, proposalId)
    const version = (await selectVersions(tx, proposalId)).find(({ id }) => id === versionId)
    if (version?.viewed_at === null) await updateVersion(tx, versionId, { viewed_at: clock.now() })
  })

async function readSigned(
  deps: ClientDeps,
  { proposal, version }: SentProposal,
  timeZone: string,
): Promise<SignedView> {
  const { db, clock } = deps
  const booking = proposal.booking_id === null ? undefined : await findBooking({ db }, proposal.booking_id)
  const signing = await firstSigning({ db }, version.contract_version_id ?? '')
  const story = booking && (await readBookingStory(deps, booking))
  const sendsMail = await canSendMail(deps)
  const view = booking && story && bookingView(booking, { ...story, now: clock.now(), sendsMail })
  return {
    reference: booking?.reference ?? '',
    signedAt: momentLabel(version.signed_at ?? 0, timeZone),
    payments: view?.payments ?? null,
    isWaiting: signing?.version.completed_at === null,
  }
}
