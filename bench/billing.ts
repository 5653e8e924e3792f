import './app-modules.ts'
import { sql } from 'kysely'
import { startStripe } from '../test/support/stripe-server.ts'
import { type Db, NOW, type Program, percentile } from './booking-studio.ts'
import { onBothEngines, type QueryRow, type Where } from './own-postgres.ts'
import { startBenchSite } from './site.ts'

const BOOKINGS = 25_000
/** Of so many bookings, one has something open. */
const OPEN_EACH = 25
const ROUNDS = 60
const DAY = 86_400_000
const RACING_PAYMENTS = 200

/**
 * What is open with 50,000 charges, 200 payments of one booking's rest at the same time, what a payment costs, and how
 * soon Stripe's events are answered.
 */
export async function benchBilling(): Promise<QueryRow[]> {
  return [...(await onBothEngines(measure)), await measureWebhooks()]
}

async function measure(database: string, program: Program, where: Where): Promise<QueryRow[]> {
  const db = program.openDatabase(where)
  await program.migrate(db)
  const ids = await fill(program, db)
  const deps = { db, clock: program.fixedClock(NOW) }
  const list = (view: 'open' | 'overdue' | 'paid') =>
    timed(() => program.listPayments(deps, { view, search: '' }, null))
  const rows = [
    { asked: 'the balance of a booking', ...(await timed((n) => program.readLedger(deps, ids[n] ?? ''))) },
    { asked: 'the list of what is open', ...(await list('open')) },
    { asked: 'the list of what is overdue', ...(await list('overdue')) },
    { asked: 'the list of what is paid', ...(await list('paid')) },
    { asked: 'the sums on Today', ...(await timed(() => program.readPaymentSums(deps))) },
  ]
  const counted = await race(program, db, ids[0] ?? '')
  const pay = (n: number) =>
    program.transact(db, (tx) => program.recordReceived({ db: tx }, paymentOf(ids[n]), { mayOverpay: false }))
  const writes = [{ asked: 'a payment is recorded', ...(await timed((n) => pay(n + 1))) }]
  await dropDueTriggers(db, database)
  writes.push({
    asked: 'the same without the triggers of due_ledgers',
    ...(await timed((n) => pay(n + ROUNDS + 10))),
  })
  await db.destroy()
  if (counted !== 1) throw new Error(`${counted} of ${RACING_PAYMENTS} payments of the same rest counted.`)
  return [
    ...rows.map((row) => ({ database, ...row, target: '< 20 ms' })),
    ...writes.map((row) => ({ database, ...row, target: '' })),
  ]
}

const paymentOf = (bookingId = '') => ({
  ...{ id: crypto.randomUUID(), bookingId, kind: 'balance' as const, amountCents: 30_000, at: NOW },
  ...{ receivedOn: '2026-11-20', method: 'cash', note: '', by: 'Dorian Ellis' },
})

async function dropDueTriggers(db: Db, database: string): Promise<void> {
  const { rows } = await (database === 'SQLite'
    ? sql<{
        name: string
        table_name: string
      }>`select name, tbl_name as table_name from sqlite_master where type = 'trigger'`
    : sql<{ name: string; table_name: string }>`
        select tgname as name, tgrelid::regclass::text as table_name from pg_trigger where not tgisinternal`
  ).execute(db)
  for (const { name, table_name } of rows)
    if (name.includes('_when_due_'))
      await (database === 'SQLite'
        ? sql`drop trigger ${sql.ref(name)}`
        : sql`drop trigger ${sql.ref(name)} on ${sql.table(table_name)}`
      ).execute(db)
}

/** Events of Stripe, one after the other, each a different one, over HTTP. */
async function measureWebhooks(): Promise<QueryRow> {
  const stripe = await startStripe(() => Date.now())
  const { secretKey, webhookSecret, apiUrl } = stripe.settings
  const site = await startBenchSite(3194, {
    ...{ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl },
    RATE_LIMIT_SCALE: '1000',
  })
  try {
    const times = await timed(async (n) => {
      const object = { object: 'checkout.session', id: `cs_${n}`, client_reference_id: 'of another program' }
      const event = { id: `evt_${n}`, object: 'event', livemode: false, type: 'checkout.session.completed' }
      const { body, signature } = stripe.delivered({ ...event, data: { object } })
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
      const answer = await fetch(`${site.url}/payments/stripe`, { method: 'POST', body, headers })
      if (answer.status !== 200) throw new Error(`An event was answered with ${answer.status}.`)
    })
    return {
      ...{ database: 'SQLite', asked: 'an event of Stripe is answered, over HTTP' },
      ...{ ...times, 'processor time': '', target: '< 50 ms' },
    }
  } finally {
    await site.stop()
    await stripe.stop()
  }
}

/** @returns how many of many payments of all that is open were recorded */
async function race(program: Program, db: Db, bookingId: string): Promise<number> {
  const paid = await Promise.all(
    Array.from({ length: RACING_PAYMENTS }, () =>
      program.transact(db, (tx) =>
        program.recordReceived({ db: tx }, paymentOf(bookingId), { mayOverpay: false }),
      ),
    ),
  )
  return paid.filter(({ ok }) => ok).length
}

async function timed(
  ask: (round: number) => Promise<unknown>,
): Promise<Pick<QueryRow, 'median' | 'p95' | 'processor time'>> {
  const times: number[] = []
  const used: number[] = []
  for (let round = 0; round < ROUNDS + 5; round++) {
    const before = process.cpuUsage()
    const began = performance.now()
    await ask(round)
    // The first ones warm up.
    if (round < 5) continue
    times.push(performance.now() - began)
    const { user, system } = process.cpuUsage(before)
    used.push((user + system) / 1_000)
  }
  return {
    median: `${percentile(times, 0.5).toFixed(2)} ms`,
    p95: `${percentile(times, 0.95).toFixed(2)} ms`,
    'processor time': `${percentile(used, 0.5).toFixed(2)} ms`,
  }
}

/** Two charges for each booking, a price and travel. @returns the ids of the open bookings */
async function fill(program: Program, db: Db): Promise<string[]> {
  await program.putTestSettings(db)
  const place = await program.makePlace(db, { is_default: 1 })
  const type = await program.makeSessionType(db, { slug: 'portrait', places: [place] })
  const open: string[] = []
  for (let from = 0; from < BOOKINGS; from += 500)
    await program.transact(db, async (tx) => {
      const rows = Array.from({ length: 500 }, (_, at) => bookingAt(from + at, type.id, place.id))
      await tx.insertInto('bookings').values(rows).execute()
      const [owing, paid] = [
        rows.filter((_, at) => at % OPEN_EACH === 0),
        rows.filter((_, at) => at % OPEN_EACH > 0),
      ]
      open.push(...owing.map(({ id }) => id))
      await tx
        .insertInto('installments')
        .values(
          rows.map(({ id, wall_start }) => ({
            ...{ booking_id: id, position: 0, due_on: wall_start.slice(0, 10) },
            ...{ days_before: 0, amount_cents: null },
          })),
        )
        .execute()
      await tx
        .insertInto('payments')
        .values(
          paid.map(({ id }) => ({
            ...{ id: crypto.randomUUID(), booking_id: id, purpose: 'balance' as const, currency: 'USD' },
            ...{ amount_cents: 30_000, received_on: '2026-11-01', method: 'cash', note: '' },
            ...{ recorded_at: NOW, recorded_by: 'Dorian Ellis', voided_at: null },
          })),
        )
        .execute()
    })
  return open
}

function bookingAt(n: number, session_type_id: string, place_id: string) {
  const start = NOW + Math.floor((n - BOOKINGS / 2) / 50) * DAY + (n % 50) * 60_000
  return {
    ...{ id: crypto.randomUUID(), reference: `BE-${n}`, resource_id: 'default', session_type_id, place_id },
    ...{
      mini_day_id: null,
      state: 'confirmed' as const,
      session_date: start,
      session_end: start + 2_700_000,
    },
    ...{ wall_start: new Date(start).toISOString().slice(0, 16), zone: 'America/New_York' },
    ...{ name: `Client ${n}`, email: `client${n}@example.com`, email_key: `client${n}@example.com` },
    ...{ phone: '', party_size: 1, notes: '', address: '', answers: '[]', terms_version: null },
    ...{ price_cents: 27_500, price_unit: '', travel_fee_cents: 2_500, deposit_cents: 7_500, policy: '{}' },
    ...{ uid: `${n}@bench.example.com`, sequence: 0, manage_version: 1, submission_key: null },
    ...{ private_note: '', acceptance_requested_at: null, created_at: NOW, version: 1 },
  }
}
