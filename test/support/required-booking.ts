import pino from 'pino'
import { saveClientDetails } from '~/domains/booking/client/changes.server'
import { recordPayment } from '~/domains/booking/payments/operations.server'
import { openContract } from '~/domains/booking/requirements/contract.server'
import { endHolds } from '~/domains/booking/requirements/ending.server'
import { extendHold, waiveRequirement } from '~/domains/booking/requirements/managing.server'
import type { TypeRequirements } from '~/domains/booking/requirements/model'
import { requestBooking } from '~/domains/booking/reservations/operations.server'
import { selectBooking } from '~/domains/booking/reservations/store.server'
import { findByToken, mailSigningCode, signContract } from '~/domains/contracts/signing/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { makePlace, makeSchedule, makeSessionType, makeTermsVersion } from './factories'
import { queuedMail } from './outbox'
import { putTestSettings } from './settings'

export const author = { uid: 'u1', name: 'Dorian Ellis' }
export const HOUR = 3_600_000
const FROM = { clientAddress: '203.0.113.7', userAgent: 'Mozilla/5.0 (iPhone) Safari/605.1' }
/** In cents. */
export const DEPOSIT = 10_000

const QUESTIONS = [
  { id: 'q1', label: 'Who will be there?', kind: 'line', required: true },
  { id: 'q2', label: 'Anything else?', kind: 'text', required: false },
]

/** A session type that requires a contract, a deposit and answers within three days, without approval. */
export async function openRequired(db: Db, change: Partial<TypeRequirements> = {}, needsApproval = 0) {
  await putTestSettings(db)
  await makeTermsVersion(db)
  const clock = fixedClock('2026-11-20T15:00:00Z')
  const config = {
    ...{ siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1000 },
    smtpUrl: 'smtp://127.0.0.1:1',
  }
  const deps = { db, clock, config, author, log: pino({ level: 'silent' }), clientAddress: '192.0.2.1' }
  const template = newId()
  await db
    .insertInto('contract_templates')
    .values({ id: template, name: 'Agreement', body: 'For {client} on {date}: {price}, {deposit} now.' })
    .execute()
  const studio = await makePlace(db, { slug: 'studio', is_default: 1 })
  const requirements = { template, deposit: true, questionnaire: true, hours: 72, ...change }
  await makeSessionType(db, {
    ...{ slug: 'portrait', minutes: 60, increment_minutes: 30, places: [studio] },
    ...{ needs_approval: needsApproval, deposit_cents: DEPOSIT, questionnaire: JSON.stringify(QUESTIONS) },
    requirements: JSON.stringify(requirements),
  })
  await makeSchedule(db)
  const book = async (given: Record<string, string> = {}) => {
    const fields: Record<string, string> = {
      ...{ service: 'portrait', location: 'studio', slot: '2026-12-05T15:30:00Z', name: 'Ann Lee' },
      ...{ email: 'ann@example.com', partySize: '2', terms: 'yes', ...given },
    }
    const made = await requestBooking(deps, {
      ...{ get: (name: string) => fields[name] ?? '', network: '192.0.2.1', visitor: '' },
    })
    if (!made.ok) throw new Error(`It wasn’t booked: ${made.reason}.`)
    return made.booking
  }
  const read = async (id: string) => {
    const booking = await selectBooking(db, { id })
    if (!booking) throw new Error('The booking is missing.')
    return booking
  }
  return {
    ...{ db, clock, deps, template, book, read },
    sign: async (id: string) => {
      const opened = await openContract(deps, { id })
      if (!opened.ok) return opened
      const signing = await findByToken(deps, opened.token)
      if (!signing) throw new Error('The contract’s link opens nothing.')
      if (signing.signer.signed_at !== null) return { ok: false as const, reason: 'signed' as const }
      const filled = { initials: [], name: 'Ann Lee', drawing: '', consent: 'yes', code: '', release: '' }
      await mailSigningCode(deps, signing, { sent: filled, from: FROM })
      const mail = (await queuedMail(db)).findLast(({ kind }) => kind === 'contract-code')
      const code = /Code: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
      const sent = { ...filled, code, sha256: signing.version.sha256 }
      return await signContract(deps, signing, { sent, from: FROM })
    },
    pay: async (id: string, amount: number, kind = 'deposit') => {
      const fields: Record<string, string> = {
        ...{
          payment: kind,
          amount: String(amount / 100),
          receivedOn: '2026-11-20',
          method: 'cash',
          overpays: 'yes',
        },
      }
      return await recordPayment(deps, {
        ...{ bookingId: id, once: newId(), get: (name: string) => fields[name] ?? '' },
      })
    },
    answer: async (id: string, words = 'Ann and Bo') => {
      const booking = await read(id)
      const fields: Record<string, string> = { 'question.q1': words, partySize: '2' }
      return await saveClientDetails(deps, booking, {
        ...{ version: booking.version, get: (name: string) => fields[name] ?? '' },
      })
    },
    waive: (id: string, kind: string) => waiveRequirement(deps, id, kind),
    extend: (id: string, hours: string) => extendHold(deps, id, hours),
    end: () => endHolds(deps),
    isOccupied: async (id: string) =>
      (await db.selectFrom('occupancies').select('id').where('booking_id', '=', id).execute()).length === 1,
    emails: async () => (await queuedMail(db)).map(({ kind }) => kind),
  }
}
