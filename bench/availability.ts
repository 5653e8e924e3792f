import { type Db, NOW, type Program, percentile } from './booking-studio.ts'
import { onBothEngines, type QueryRow, type Where } from './own-postgres.ts'

const BOOKINGS = 10_000
const A_DAY = 8
const DAYS_AHEAD = 365
const RULES = 50
const ROUNDS = 240
const DAY = 86_400_000
const HOUR = 3_600_000

/**
 * A month of available times, as the calendar page requests it, with years of bookings that fill almost every
 * day.
 */
export const benchAvailability = (): Promise<QueryRow[]> => onBothEngines(measure)

async function measure(database: string, program: Program, where: Where): Promise<QueryRow[]> {
  const db = program.openDatabase(where)
  await program.migrate(db)
  await fill(program, db)
  const clock = program.fixedClock(NOW)
  const offer = await program.findOffer({ db }, { service: 'portrait', location: '' })
  if (!offer) throw new Error('not offered')
  const offered = await timed((month) =>
    program.listDays(
      { db, clock },
      { offer, firstDate: `${month}-01`, lastDate: `${month}-${month.daysInMonth}` },
    ),
  )
  const shown = await timed((month) =>
    program.readCalendarView({ db, clock }, { view: 'month', date: `${month}-01` }),
  )
  await db.destroy()
  return [
    { database, asked: 'what can be booked in a month', ...offered, target: '< 10 ms' },
    { database, asked: 'the month in the Studio', ...shown, target: '< 50 ms' },
  ]
}

/** Each month of a year in turn. */
async function timed(
  ask: (month: Temporal.PlainYearMonth) => Promise<unknown>,
): Promise<Pick<QueryRow, 'median' | 'p95' | 'processor time'>> {
  const times: number[] = []
  const used: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const month = Temporal.PlainYearMonth.from('2026-12').add({ months: round % 12 })
    const before = process.cpuUsage()
    const began = performance.now()
    await ask(month)
    // The first of each month warms up.
    if (round < 12) continue
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

async function fill(program: Program, db: Db): Promise<void> {
  await program.putTestSettings(db)
  const place = await program.makePlace(db, { is_default: 1 })
  const type = await program.makeSessionType(db, {
    slug: 'portrait',
    minutes: 45,
    booking_window_days: 400,
    daily_limit: 12,
    places: [place],
  })
  await makeRules(program, db, { session_type_id: type.id, place_id: place.id })
  const first = Math.floor(NOW / DAY) - BOOKINGS / A_DAY + DAYS_AHEAD
  const starts = Array.from(
    { length: BOOKINGS },
    (_, n) => (first + Math.floor(n / A_DAY)) * DAY + (14 + (n % A_DAY)) * HOUR,
  )
  const rows = starts.map((start, n) => bookingAt(start, n, { session_type_id: type.id, place_id: place.id }))
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500)
    await db.insertInto('bookings').values(some).execute()
    await db
      .insertInto('occupancies')
      .values(
        some.map((row) => ({
          id: row.id,
          resource_id: 'default',
          resource_number: 1,
          kind: 'booking' as const,
          starts_at: row.session_date,
          ends_at: row.session_end + 900_000,
          booking_id: row.id,
          expires_at: null,
          title: '',
          version: 1,
        })),
      )
      .execute()
  }
}

/**
 * The opening hours, then in rotation: seasons, seasons for one session type or location, and special days.
 */
async function makeRules(
  program: Program,
  db: Db,
  { session_type_id, place_id }: { session_type_id: string; place_id: string },
): Promise<void> {
  await program.makeSchedule(db)
  for (let n = 1; n < RULES; n++) {
    const from = new Date(NOW + n * 7 * DAY).toISOString().slice(0, 10)
    const until = new Date(NOW + (n * 7 + 3) * DAY).toISOString().slice(0, 10)
    const title = `Rule ${n}`
    const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '20:00' }))
    if (n % 3 === 0)
      await db
        .insertInto('special_dates')
        .values({
          id: crypto.randomUUID(),
          resource_id: 'default',
          title,
          session_type_id: null,
          place_id: null,
          from_date: from,
          until_date: from,
          hours: '[]',
          version: 1,
        })
        .execute()
    else
      await program.makeSchedule(db, {
        title,
        from_date: from,
        until_date: until,
        hours: JSON.stringify(hours),
        ...(n % 3 === 1 ? { session_type_id } : { place_id }),
      })
  }
}

const bookingAt = (start: number, n: number, of: { session_type_id: string; place_id: string }) => ({
  id: crypto.randomUUID(),
  reference: `BE-${n}`,
  resource_id: 'default',
  ...of,
  mini_day_id: null,
  state: 'confirmed' as const,
  session_date: start,
  session_end: start + 45 * 60_000,
  wall_start: '',
  zone: 'America/New_York',
  name: `Client ${n}`,
  email: `client${n}@example.com`,
  email_key: `client${n}@example.com`,
  phone: '',
  party_size: 1,
  notes: '',
  address: '',
  answers: '[]',
  terms_version: null,
  price_cents: 28_500,
  price_unit: '',
  travel_fee_cents: 0,
  deposit_cents: 7_500,
  policy: '{}',
  uid: `${n}@bench.example.com`,
  sequence: 0,
  manage_version: 1,
  submission_key: null,
  private_note: '',
  acceptance_requested_at: null,
  created_at: NOW,
  version: 1,
})
