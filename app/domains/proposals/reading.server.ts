import { readInstallments, readLedger } from '~/domains/billing/operations.server'
import { bookingDues } from '~/domains/booking/payments/schedule.server'
import { findBooking } from '~/domains/booking/reservations/facts.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { valuesOfRow } from '~/domains/content/rows/row-form'
import { taxRulesOf } from '~/domains/content/tax-rules'
import type { Block } from '~/domains/contracts/text'
import { blocksOf } from '~/domains/contracts/text.server'
import type { HistoryQuery } from '~/domains/people/model'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { type ReminderLine, reminderLine, reminderTime } from '~/platform/last-day-reminders'
import { exactMoney } from '~/platform/money'
import { dateOf, longDate, momentLabel } from '~/platform/time'
import type { ProposalView } from './client/model'
import type { Offered, Prepared } from './model'
import { assemble, draftOf, paymentLines } from './offer.server'
import { readFormChoices } from './operations.server'
import { type FormChoices, proposalForm } from './proposal-form'
import { isOpenState, type ProposalState, stateOf } from './state'
import {
  type ProposalRow,
  selectLatest,
  selectProposal,
  selectProposals,
  selectProposalsAbout,
  selectVersions,
  type VersionRow,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

/** A row wherever proposals are listed. */
export interface ProposalLine {
  id: string
  title: string
  client: string
  state: ProposalState
  /** "Viewed November 20, 2026 …" */
  latest: string
}

const PAGE_SIZE = 50

/** Proposals, newest first, page by page. */
export async function listProposals(
  deps: Deps,
  { before }: { before: string | null },
): Promise<{ proposals: ProposalLine[]; next: string | null }> {
  const rows = await selectProposals(deps.db, { before, limit: PAGE_SIZE + 1 })
  const page = rows.slice(0, PAGE_SIZE)
  const next = rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null
  return { proposals: await linesOf(deps, page), next }
}

/** The proposals of a booking or a message, newest first. */
export const listProposalsAbout = async (
  deps: Deps,
  about: { booking: string } | { message: string },
): Promise<ProposalLine[]> => await linesOf(deps, await selectProposalsAbout(deps.db, about))

async function linesOf({ db, clock }: Deps, rows: ProposalRow[]): Promise<ProposalLine[]> {
  const timeZone = await readZone({ db })
  const latest = await selectLatest(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { title, name } = draftOf(row)
    const version = latest.get(row.id)
    return {
      ...{ id: row.id, title: title || 'Untitled proposal', client: name },
      state: stateOf(version, clock.now()),
      latest: momentLabel(version ? latestMoment(version) : row.created_at, timeZone),
    }
  })
}

const latestMoment = ({ sent_at, viewed_at, chosen_at, signed_at, ended_at }: VersionRow): number =>
  Math.max(sent_at, viewed_at ?? 0, chosen_at ?? 0, signed_at ?? 0, ended_at ?? 0)

/** A proposal as the Studio shows it. */
export interface StudioProposal {
  id: string
  version: number
  title: string
  client: string
  state: ProposalState
  booking: { id: string; label: string } | null
  messageId: string | null
  contractId: string | null
  choices: FormChoices
  values: FieldValues
  /** What has to be done before it can be sent. */
  problems: string[]
  /** The draft as its client would see it; null: something is missing. */
  preview:
    | (Pick<ProposalView, 'menu' | 'rules' | 'deposit' | 'chosen' | 'version'> & { contract: Block[] })
    | null
  /** Whether the draft differs from the version that was sent last. */
  isChanged: boolean
  sent: SentView | null
}

export interface SentView {
  number: number
  isOpen: boolean
  until: string
  /** Of the last day. */
  reminder: ReminderLine
  /** "Viewed" · "November 20, 2026, 3:40 PM EST"; '' for what hasn't happened. */
  marks: { label: string; when: string }[]
  chosen: { lines: { label: string; amount: string }[]; payments: string[] } | null
}

/** @param studioName who would sign for the studio. @returns undefined: there is none */
export async function readProposal(
  deps: Deps & { config: Pick<Config, 'secret'> },
  id: string,
  studioName: string,
): Promise<StudioProposal | undefined> {
  const { db, clock } = deps
  const proposal = await selectProposal(db, id)
  if (!proposal) return undefined
  const settings = await readSettings({ db })
  const { timeZone } = settings.studio
  const [latest] = await selectVersions(db, id)
  const state = stateOf(latest, clock.now())
  const { offered, contract, problems } = await assemble(deps, proposal, studioName)
  const booking = proposal.booking_id === null ? undefined : await findBooking({ db }, proposal.booking_id)
  const choices = await readFormChoices(deps, proposal)
  const draft = draftOf(proposal)
  return {
    ...{ id, version: proposal.version, state, messageId: proposal.contact_message_id },
    ...{ title: draft.title || 'Untitled proposal', client: draft.name, contractId: proposal.contract_id },
    booking: booking ? { id: booking.id, label: `${booking.sessionType.title}, ${booking.reference}` } : null,
    ...{ choices, values: valuesOfRow(proposalForm(choices), draft) },
    problems: state === 'signed' ? [] : problems,
    preview:
      offered && contract
        ? {
            menu: {
              ...{ packages: offered.packages, options: offered.options },
              travelFeeCents: offered.travelFeeCents,
            },
            rules: taxRulesOf(settings),
            deposit: { depositCents: offered.depositCents, depositPercent: offered.depositPercent },
            ...{ chosen: null, version: '', contract: blocksOf(contract.text) },
          }
        : null,
    isChanged: !latest || latest.ended_as !== null || !isSame(offered, JSON.parse(latest.document)),
    sent: latest ? await shownVersion(deps, { proposal, latest, timeZone }) : null,
  }
}

/** Whether a draft says what was sent. */
const isSame = (draft: Offered | undefined, sent: Offered): boolean =>
  JSON.stringify({ ...draft, studio: null }) === JSON.stringify({ ...sent, studio: null })

async function shownVersion(
  { db, clock }: Deps,
  { proposal, latest, timeZone }: { proposal: ProposalRow; latest: VersionRow; timeZone: string },
): Promise<SentView> {
  const at = (moment: number | null) => (moment === null ? '' : momentLabel(moment, timeZone))
  const prepared: Prepared | null = latest.choice === null ? null : JSON.parse(latest.choice)
  return {
    number: latest.number,
    isOpen: isOpenState(stateOf(latest, clock.now())),
    until: longDate(dateOf(latest.expires_at - 1, timeZone)),
    reminder: reminderOf(proposal, latest, timeZone),
    marks: [
      { label: 'Sent', when: at(latest.sent_at) },
      { label: 'Viewed', when: at(latest.viewed_at) },
      { label: 'Chosen', when: at(latest.chosen_at) },
      { label: 'Signed', when: at(latest.signed_at) },
      { label: 'Paid', when: latest.signed_at === null ? '' : await paidLabel(db, proposal) },
      ...(latest.ended_as === 'withdrawn' ? [{ label: 'Withdrawn', when: at(latest.ended_at) }] : []),
    ],
    chosen: prepared && {
      lines: [
        ...prepared.price.lines.map(({ title, quantity, cents }) => ({
          ...{ label: quantity > 1 ? `${title} × ${quantity}` : title, amount: exactMoney(cents) },
        })),
        ...(prepared.price.addedTaxCents > 0
          ? [{ label: prepared.price.taxLabel, amount: exactMoney(prepared.price.addedTaxCents) }]
          : []),
        { label: 'Total', amount: exactMoney(prepared.price.totalCents) },
      ],
      payments: paymentLines(prepared.price.totalCents, prepared.depositCents, prepared.installments),
    },
  }
}

const reminderOf = (
  { reminder_off }: ProposalRow,
  latest: VersionRow,
  timeZone: string,
): SentView['reminder'] =>
  reminderLine(
    {
      ...{ at: reminderTime(latest, timeZone), writtenAt: latest.reminded_at },
      isOff: reminder_off === 1,
    },
    (at) => momentLabel(at, timeZone),
  )

/** "$500.00 of $2,000.00"; '' before the first payment. */
async function paidLabel(db: Db, { booking_id }: ProposalRow): Promise<string> {
  const booking = booking_id === null ? undefined : await findBooking({ db }, booking_id)
  if (!booking) return ''
  const [ledger, installments] = [
    await readLedger({ db }, booking.id),
    await readInstallments({ db }, booking.id),
  ]
  const dues = bookingDues(booking, ledger, installments)
  const total = dues.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
  const open = dues.reduce((sum, { openCents }) => sum + (openCents ?? 0), 0)
  if (total === open) return ''
  return open === 0
    ? `${exactMoney(total)}, all of it`
    : `${exactMoney(total - open)} of ${exactMoney(total)}`
}

/** Proposals to people with these addresses, newest first, for a contact's record. */
export async function proposalsOf({ db }: { db: Db }, query: HistoryQuery) {
  if (query.emails.length === 0) return []
  const rows = await selectProposalsAbout(db, query)
  const lines = await linesOf({ db, clock: { now: () => query.until } }, rows)
  return rows.map((row, nth) => ({ at: row.created_at, ...(lines[nth] as ProposalLine) }))
}

/** Everything that was sent to a person and what they answered. @param email in lower case */
export async function exportProposals({ db, clock }: Deps, email: string) {
  const query = { emails: [email], until: clock.now(), limit: Number.MAX_SAFE_INTEGER }
  const rows = await selectProposalsAbout(db, query)
  const versions = await Promise.all(rows.map(({ id }) => selectVersions(db, id)))
  return versions.flat().map((version) => ({
    ...{ number: version.number, sentAt: version.sent_at, expiresAt: version.expires_at },
    ...{ viewedAt: version.viewed_at, chosenAt: version.chosen_at, signedAt: version.signed_at },
    ended: version.ended_as,
    offered: JSON.parse(version.document) as Offered,
    chosen: version.choice === null ? null : (JSON.parse(version.choice) as Prepared),
  }))
}
