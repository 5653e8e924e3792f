import { planInstallments } from '~/domains/billing/schedule'
import type { TaxRules } from '~/domains/billing/tax'
import { findOfferOf } from '~/domains/booking/availability/operations.server'
import { instantsOf } from '~/domains/booking/availability/wall-time'
import { readManualBookingForm } from '~/domains/booking/manage/manual-booking.server'
import { checkStart } from '~/domains/booking/manage/start-check.server'
import { findBooking, readBookingFacts } from '~/domains/booking/reservations/facts.server'
import { startLabels } from '~/domains/booking/start-labels'
import { readSettings } from '~/domains/content/operations.server'
import { taxRulesOf } from '~/domains/content/tax-rules'
import { type FilledDraft, fillDraft } from '~/domains/contracts/draft.server'
import { TOO_LONG } from '~/domains/contracts/fields'
import type { DraftSigner } from '~/domains/contracts/model'
import { readContractTemplate } from '~/domains/contracts/templates/operations.server'
import { asMarkdown } from '~/domains/contracts/text.server'
import { listClientDocuments } from '~/domains/invoices/reading.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { exactMoney, money } from '~/platform/money'
import { dateOf, fullDate } from '~/platform/time'
import { type Choice, depositOf, priceOf } from './choice'
import { draftSchema, type Offered, type OfferedSession, type Prepared, type ProposalDraft } from './model'
import type { ProposalRow } from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

type AssembleDeps = Deps & { config: Pick<Config, 'secret'> }

export const draftOf = ({ document }: Pick<ProposalRow, 'document'>): ProposalDraft => JSON.parse(document)

/** A draft as it would be sent, and what has to be done first, one sentence each. */
export interface Assembled {
  offered: Offered | undefined
  /** The contract for the first package. */
  contract: FilledDraft | undefined
  problems: string[]
}

/** @param studioName who signs for the studio */
export async function assemble(
  deps: AssembleDeps,
  proposal: Pick<ProposalRow, 'document' | 'booking_id'>,
  studioName: string,
): Promise<Assembled> {
  const { db, clock } = deps
  const draft = draftOf(proposal)
  const settings = await readSettings({ db })
  const now = clock.now()
  const problems: string[] = []
  if (!draftSchema.safeParse(draft).success) problems.push('Fill in the title, the client and the packages.')
  if (draft.expiresOn !== '' && draft.expiresOn < dateOf(now, settings.studio.timeZone))
    problems.push('The last day to sign has passed. Choose a later one.')
  const found = await sessionOf(deps, proposal, settings.studio.timeZone)
  problems.push(...found.problems)
  const template = draft.template === '' ? undefined : await readContractTemplate({ db }, draft.template)
  if (draft.template !== '' && !template) problems.push('The contract template was deleted. Choose another.')
  if (!found.session) return { offered: undefined, contract: undefined, problems }
  const offered: Offered = {
    client: { name: draft.name, email: draft.email, phone: draft.phone },
    second: draft.secondEmail === '' ? null : { name: draft.secondName, email: draft.secondEmail },
    studio: { name: studioName, email: settings.studio.email },
    ...{ title: draft.title, intro: draft.intro, packages: draft.packages, options: draft.options },
    ...{ travelFeeCents: found.travelFeeCents, session: found.session },
    ...{ depositCents: draft.depositCents, depositPercent: draft.depositPercent },
    ...{ installments: draft.installments, daysBefore: draft.daysBefore },
    contract: template?.values.body ?? '',
    ...(template?.lateFee && { lateFee: template.lateFee }),
  }
  if (
    [draft.email, draft.secondEmail].some((each) => each.toLowerCase() === offered.studio.email.toLowerCase())
  )
    problems.push('The studio signs with this email itself. Enter the client’s.')
  const prepared = prepare(offered, FIRST, { rules: taxRulesOf(settings), today: todayOf(settings, now) })
  const contract = await contractOf(deps, offered, prepared)
  if (contract.missing.length > 0)
    problems.push(`The contract has no value for ${contract.missing.join(', ')}. Change its template.`)
  if (contract.isTooLong) problems.push(`${TOO_LONG} in the template.`)
  const { missingCharacters } = await import('~/platform/pdf/fonts.server')
  const unprintable = missingCharacters(contract.text)
  if (unprintable.length > 0) problems.push(`The PDF can’t show these characters: ${unprintable.join(' ')}`)
  return { offered, contract, problems }
}

const FIRST: Choice = { package: 0, options: [] }

export const todayOf = ({ studio }: { studio: { timeZone: string } }, now: number): string =>
  dateOf(now, studio.timeZone)

async function sessionOf(
  deps: AssembleDeps,
  proposal: Pick<ProposalRow, 'document' | 'booking_id'>,
  zone: string,
): Promise<{ session: OfferedSession | undefined; travelFeeCents: number; problems: string[] }> {
  const nothing = (...problems: string[]) => ({ session: undefined, travelFeeCents: 0, problems })
  const { db, clock } = deps
  const draft = draftOf(proposal)
  if (proposal.booking_id !== null) {
    const booking = await findBooking({ db }, proposal.booking_id)
    const facts = booking && (await readBookingFacts({ db }, booking.id))
    if (!booking || !facts) return nothing('The booking was deleted.')
    return {
      session: {
        ...{ bookingId: booking.id, reference: booking.reference, sessionTypeId: booking.sessionType.id },
        ...{ placeId: booking.place.id, title: booking.sessionType.title, startsAt: booking.sessionDate },
        ...{ date: facts.date, time: facts.time, location: facts.location, address: booking.address },
        day: dateOf(booking.sessionDate, booking.zone),
      },
      travelFeeCents: booking.travelFeeCents,
      problems: [
        ...(booking.state === 'requested' || booking.state === 'confirmed'
          ? []
          : ['The booking is over or canceled.']),
        ...(booking.sessionDate <= clock.now() ? ['The session’s time has passed.'] : []),
        ...((await listClientDocuments(deps, [booking.id])).length > 0
          ? ['The booking already has an invoice, so its price can’t change.']
          : []),
      ],
    }
  }
  const { types, places } = await readManualBookingForm({ db, clock }, '')
  const type = types.find(({ id }) => id === draft.sessionType)
  const place = places.find(({ id }) => id === draft.place)
  const [startsAt] = draft.date === '' || draft.time === '' ? [] : instantsOf(draft.date, draft.time, zone)
  if (!type || !place || startsAt === undefined)
    return nothing('Choose the session, the location, the date and the start time.')
  const offer = await findOfferOf({ db }, { sessionType: type, place })
  const { inTheWay } = await checkStart({ db, clock }, { offer, startsAt })
  const when = startLabels({ startsAt, endsAt: startsAt + type.minutes * 60_000 }, zone)
  const address = place.kind === 'client' ? draft.address : offer.place.address
  return {
    session: {
      ...{ bookingId: null, reference: '', sessionTypeId: type.id, placeId: place.id, title: type.title },
      ...{ startsAt, date: when.fullDay, time: when.rangeInWords, day: when.date, address: draft.address },
      location: [place.title, address].filter((part) => part !== '').join(', '),
    },
    travelFeeCents: offer.place.travelFeeCents,
    problems: [
      ...(startsAt <= clock.now() ? ['The session’s time has passed.'] : []),
      ...(inTheWay === '' ? [] : [`The session’s time isn’t free: ${inTheWay}.`]),
      ...(place.kind === 'client' && draft.address === '' ? ['Enter the address of the session.'] : []),
    ],
  }
}

/** What a choice costs and when it's paid. @param today YYYY-MM-DD in the studio's zone */
export function prepare(
  offered: Offered,
  choice: Choice,
  { rules, today }: { rules: TaxRules; today: string },
): Prepared {
  const full = {
    ...choice,
    options: offered.options.map((option, at) => choice.options[at] ?? (option.isRequired ? 1 : 0)),
  }
  const price = priceOf(offered, full, rules)
  const depositCents = depositOf(price.totalCents, offered)
  const installments = planInstallments(
    { totalCents: price.totalCents, depositCents, agreedOn: today, sessionOn: offered.session.day },
    offered,
  )
  return { choice: full, price, depositCents, installments }
}

/** The contract that a client with this choice signs. */
export async function contractOf(deps: Deps, offered: Offered, prepared: Prepared): Promise<FilledDraft> {
  const { client, second, studio, session, title } = offered
  const signers: DraftSigner[] = [
    { role: 'client', name: client.name, email: client.email },
    ...(second ? [{ role: 'client' as const, ...second }] : []),
    { role: 'studio', ...studio },
  ]
  const body = [offered.contract, choiceText(offered, prepared)].filter((part) => part !== '').join('\n\n')
  return await fillDraft(
    deps,
    {
      ...{ booking_id: null, title, body, signers: JSON.stringify(signers) },
      late_fee: offered.lateFee ? JSON.stringify(offered.lateFee) : null,
    },
    {
      ...{ id: session.bookingId ?? '', reference: session.reference, sessionType: session.title, client },
      ...{ date: session.date, time: session.time, location: session.location },
      price: exactMoney(prepared.price.totalCents),
      travelFee: money(offered.travelFeeCents),
      deposit: prepared.depositCents === 0 ? '' : exactMoney(prepared.depositCents),
    },
  )
}

/** What was chosen and when it's paid, as a part of the contract. */
function choiceText({ session }: Offered, { price, depositCents, installments }: Prepared): string {
  const plain = (value: string) => asMarkdown(value.replace(/[{}]/g, ''))
  const lines = price.lines.map(
    ({ title, quantity, cents }) =>
      `- ${plain(title)}${quantity > 1 ? ` × ${quantity}` : ''}: ${exactMoney(cents)}`,
  )
  const tax =
    price.addedTaxCents > 0 ? [`- ${plain(price.taxLabel)}: ${exactMoney(price.addedTaxCents)}`] : []
  return [
    '## Session',
    plain([session.title, session.date, session.time, session.location].join(', ')),
    '## Package and extras',
    [...lines, ...tax, `- **Total: ${exactMoney(price.totalCents)}**`].join('\n'),
    '## Payments',
    paymentLines(price.totalCents, depositCents, installments)
      .map((each) => `- ${each}`)
      .join('\n'),
  ].join('\n\n')
}

/** "$500.00 when you sign" · "$1,500.00 by Saturday, November 21, 2026" */
export function paymentLines(
  totalCents: number,
  depositCents: number,
  installments: Prepared['installments'],
): string[] {
  if (totalCents === 0) return ['Nothing to pay']
  let left = totalCents
  return installments.flatMap(({ dueOn, amountCents }, at) => {
    const cents = Math.min(amountCents ?? left, left)
    left -= cents
    if (cents === 0) return []
    const isDeposit = at === 0 && depositCents > 0
    return [`${exactMoney(cents)} ${isDeposit ? 'when you sign' : `by ${fullDate(dueOn)}`}`]
  })
}
