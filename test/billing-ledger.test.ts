import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ledgerBalance } from '~/domains/billing/balance'
import { readLedger } from '~/domains/billing/operations.server'
import { type Db, openDatabase, runsOnPostgres } from '~/platform/db/database.server'
import { migrate, migrateAs } from '~/platform/db/migrate.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { migrations } from '../migrations/all'
import { describeOnBothEngines } from './support/database'
import { makeBooking, makePlace, makeSessionType } from './support/factories'
import { paidByRule } from './support/paid-by-rule'

const LEDGER = '2026-11-28-o-billing-ledger'
const OLDEST_FIRST = '2026-12-04-a-oldest-first'

/** A database on which only these migrations have run. */
async function databaseWith(isRun: (name: string) => boolean, db: Db): Promise<Db> {
  const names = Object.keys(migrations).filter(isRun)
  if (runsOnPostgres(db)) {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    await migrateAs(db, names)
    return db
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'billing-ledger-'))
  const fresh = openDatabase({ databaseUrl: undefined, dataDir })
  onTestFinished(async () => {
    await fresh.destroy()
    await rm(dataDir, { recursive: true, force: true })
  })
  await migrateAs(fresh, names)
  return fresh
}

const cents = fc.integer({ min: 1, max: 30_000 })
const money = fc.record({
  state: fc.constantFrom(...(['requested', 'confirmed', 'done', 'no-show', 'canceled', 'declined'] as const)),
  price: fc.constantFrom(0, 28_500),
  unit: fc.constantFrom('', '', '', 'photo'),
  travel: fc.constantFrom(0, 2_500),
  fees: fc.array(fc.record({ cents, isWaived: fc.boolean() }), { maxLength: 3 }),
  payments: fc.array(
    fc.record({ cents, kind: fc.constantFrom('deposit', 'balance', 'fee', 'refund'), isVoid: fc.boolean() }),
    { maxLength: 5 },
  ),
})
type Money = typeof money extends fc.Arbitrary<infer T> ? T : never

const sum = (rows: { cents: number }[]) => rows.reduce((total, row) => total + row.cents, 0)

/** As the former version computed a balance from its own tables. */
function formerBalance({ state, price, unit, travel, fees, payments }: Money) {
  const counted = payments.filter(({ isVoid }) => !isVoid)
  const refunded = sum(counted.filter(({ kind }) => kind === 'refund'))
  const kept = sum(counted.filter(({ kind }) => kind !== 'refund')) - refunded
  const owedFees = sum(fees.filter(({ isWaived }) => !isWaived))
  const isOff = state === 'declined' || state === 'canceled'
  const owed = isOff ? owedFees : unit === '' ? price + travel + owedFees : null
  const open = owed === null ? null : Math.max(0, owed - kept)
  const feePayments = sum(counted.filter(({ kind }) => kind === 'fee'))
  return {
    ...{ fees: owedFees, refunded, kept, open, over: owed === null ? 0 : Math.max(0, kept - owed) },
    // Since then a refund reopens fees that were paid, too.
    ...(refunded === 0 ? { feesOpen: Math.min(Math.max(0, owedFees - feePayments), open ?? owedFees) } : {}),
  }
}

const AT = Date.parse('2026-11-01T12:00:00Z')

/** Writes a booking with its money as the former version does. */
async function writeFormer(db: Db, given: Money, booking: Partial<Row<'bookings'>>): Promise<string> {
  const { id } = await makeBooking(db, {
    ...{ ...booking, state: given.state, price_cents: given.price, price_unit: given.unit },
    travel_fee_cents: given.travel,
  })
  for (const [nth, fee] of given.fees.entries())
    await db
      .insertInto('booking_fees')
      .values({
        ...{ id: newId(), booking_id: id, cause: 'other', title: `Fee ${nth}`, amount_cents: fee.cents },
        ...{ charged_at: AT + nth, waived_at: fee.isWaived ? AT + 9 : null },
        ...{ waived_by: fee.isWaived ? 'Dana' : '', waive_reason: fee.isWaived ? 'A storm' : '' },
      })
      .execute()
  for (const payment of given.payments)
    await db
      .insertInto('booking_payments')
      .values({
        ...{ id: newId(), booking_id: id, kind: payment.kind as 'fee', amount_cents: payment.cents },
        ...{ received_on: '2026-11-02', method: 'check', recorded_at: AT + 5, recorded_by: 'Dana' },
        voided_at: payment.isVoid ? AT + 9 : null,
      })
      .execute()
  return id
}

describeOnBothEngines('what the former version recorded', (open) => {
  test('moves to the ledger with the same balances, before the migration and while both versions run', async () => {
    const db = await databaseWith((name) => name < LEDGER, (await open()).db)
    const [type, place] = [await makeSessionType(db), await makePlace(db)]
    await db
      .insertInto('settings')
      .values({ key: 'studio', value: '{"currency":"EUR"}', updated_at: AT })
      .execute()
    const samples = fc.sample(money, { seed: 17, numRuns: 120 })
    const written = new Map<string, Money>()
    const write = async (given: Money, nth: number) => {
      const session_date = AT + nth * 7_200_000
      const booking = { session_type_id: type.id, place_id: place.id, session_date }
      written.set(await writeFormer(db, given, booking), given)
    }
    for (const [nth, given] of samples.slice(0, 80).entries()) await write(given, nth)
    const read = async () => ({
      fees: await db.selectFrom('booking_fees').selectAll().orderBy('id').execute(),
      payments: await db.selectFrom('booking_payments').selectAll().orderBy('id').execute(),
    })
    const before = await read()
    expect(await migrate(db)).toContain(LEDGER)
    expect(await read()).toEqual(before)
    for (const [nth, given] of samples.slice(80).entries()) await write(given, 80 + nth)
    for (const [id, given] of written) {
      const ledger = await readLedger({ db }, id)
      expect(ledgerBalance(ledger), JSON.stringify(given)).toMatchObject(formerBalance(given))
      for (const { currency } of [...ledger.charges, ...ledger.payments]) expect(currency).toBe('EUR')
      expect(ledger.payments).toHaveLength(given.payments.length)
    }
    const [waived] = await db
      .selectFrom('charges')
      .selectAll()
      .where('void_reason', '<>', '')
      .limit(1)
      .execute()
    expect(waived).toMatchObject({ kind: 'other', voided_by: 'Dana', void_reason: 'A storm' })
  }, 60_000)

  test('is allocated again where fee payments paid the newest fee first, with the same balances', async () => {
    // With the columns that are read.
    const db = await databaseWith((name) => name !== OLDEST_FIRST, (await open()).db)
    const [type, place] = [await makeSessionType(db), await makePlace(db)]
    const ids: string[] = []
    for (const [nth, given] of fc.sample(money, { seed: 23, numRuns: 60 }).entries()) {
      const session_date = AT + nth * 7_200_000
      ids.push(await writeFormer(db, given, { session_type_id: type.id, place_id: place.id, session_date }))
    }
    const read = async (id: string) => {
      const { charges, payments } = await readLedger({ db }, id)
      const paid = await paidByRule(db, id)
      return {
        balance: ledgerBalance({ charges, payments }),
        isByRule: charges.every((charge) => charge.paidCents === (paid.get(charge.id) ?? 0)),
      }
    }
    const before = await Promise.all(ids.map(read))
    expect(before.some(({ isByRule }) => !isByRule)).toBe(true)
    expect(await migrate(db)).toContain(OLDEST_FIRST)
    for (const [nth, id] of ids.entries())
      expect(await read(id)).toEqual({ balance: before[nth]?.balance, isByRule: true })
  }, 60_000)
})
