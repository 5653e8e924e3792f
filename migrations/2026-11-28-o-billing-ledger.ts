import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The ledger: what clients owe, what they paid, and which payment pays what. Bookings write their own charges, and
 * allocations are recomputed with every change of a booking's charges, payments or refunds, by triggers, so that they
 * are right whoever writes. The former version still reads and writes `booking_fees` and `booking_payments`: both
 * sides are copied to each other until a later release drops these tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  const dialect = db.getExecutor().adapter instanceof PostgresAdapter ? POSTGRES : SQLITE
  await refuseExcess(db, dialect)
  await settleOnChange(db, dialect)
  await chargeBookings(db, dialect)
  await copyFees(db, dialect)
  await copyPayments(db, dialect)
  await moveOver(db, dialect)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('charges')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('session', 'travel', 'reschedule', 'cancellation', 'other')`),
    )
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull().check(sql`length(currency) = 3`))
    .addColumn('amount_cents', 'integer', (c) => c.check(sql`amount_cents > 0`))
    .addColumn('charged_at', 'bigint', (c) => c.notNull())
    .addColumn('voided_at', 'bigint')
    .addColumn('voided_by', 'text', (c) => c.notNull())
    .addColumn('void_reason', 'text', (c) => c.notNull())
    .addUniqueConstraint('charges_of_booking', ['booking_id', 'id'])
    .addCheckConstraint('charges_known', sql`amount_cents is not null or kind = 'session'`)
    .execute()
  await sql`
    create index charges_fees on charges (booking_id)
    where voided_at is null and kind in ('reschedule', 'cancellation', 'other')`.execute(db)
  for (const table of ['payments', 'refunds']) {
    const create = db.schema
      .createTable(table)
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    const withPurpose =
      table === 'refunds'
        ? create
        : create.addColumn('purpose', 'text', (c) =>
            c.notNull().check(sql`purpose in ('deposit', 'balance', 'fee')`),
          )
    await withPurpose
      .addColumn('currency', 'text', (c) => c.notNull().check(sql`length(currency) = 3`))
      .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
      .addColumn(table === 'refunds' ? 'refunded_on' : 'received_on', 'text', (c) => c.notNull())
      .addColumn('method', 'text', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('recorded_at', 'bigint', (c) => c.notNull())
      .addColumn('recorded_by', 'text', (c) => c.notNull())
      .addColumn('voided_at', 'bigint')
      .addUniqueConstraint(`${table}_of_booking`, ['booking_id', 'id'])
      .execute()
  }
  await db.schema
    .createTable('allocations')
    .addColumn('booking_id', 'text', (c) => c.notNull())
    .addColumn('charge_id', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addPrimaryKeyConstraint('allocations_once', ['booking_id', 'charge_id', 'payment_id'])
    .addForeignKeyConstraint(
      'allocations_charge',
      ['booking_id', 'charge_id'],
      'charges',
      ['booking_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'allocations_payment',
      ['booking_id', 'payment_id'],
      'payments',
      ['booking_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('allocations_of_payment')
    .on('allocations')
    .columns(['booking_id', 'payment_id'])
    .execute()
}

interface Dialect {
  least: string
  greatest: string
  /** Milliseconds since 1970. */
  now: string
  /** The currency in the studio's settings, whose `value` is JSON; null when it isn't. */
  currency: string
  /** Makes changes of one booking's money take turns. */
  lock: (booking: string) => string[]
  trigger: (
    name: string,
    on: { after: string; table: string; when?: string },
    statements: string[],
  ) => string[]
  /** Refuses rows for which the condition is true, with the name as the error. */
  refuse: (table: string, name: string, condition: string) => string[]
}

const SQLITE: Dialect = {
  least: 'min',
  greatest: 'max',
  now: "cast(unixepoch('subsec') * 1000 as integer)",
  currency: "case when json_valid(value) then value ->> 'currency' end",
  // A writing transaction has locked the whole database.
  lock: () => [],
  trigger: (name, { after, table, when = 'true' }, statements) => [
    `create trigger ${name} after ${after} on ${table} when ${when} begin ${statements.join('; ')}; end`,
  ],
  refuse: (table, name, condition) =>
    ['insert', 'update'].map(
      (change) => `create trigger ${name}_${change} before ${change} on ${table} when ${condition}
        begin select raise(abort, '${name}'); end`,
    ),
}

const POSTGRES: Dialect = {
  least: 'least',
  greatest: 'greatest',
  now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  currency: `substring(value from '"currency": *"([A-Z]{3})"')`,
  lock: (booking) => [`perform 1 from bookings where id = ${booking} for no key update`],
  trigger: (name, { after, table, when = 'true' }, statements) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${statements.join('; ')}; return null; end $$`,
    `create trigger ${name} after ${after} on ${table} for each row when (${when}) execute function ${name}()`,
  ],
  refuse: (table, name, condition) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin
       if ${condition} then raise exception '${name}'; end if;
       return new;
     end $$`,
    `create trigger ${name} before insert or update on ${table} for each row execute function ${name}()`,
  ],
}

async function createTrigger(
  db: Kysely<unknown>,
  dialect: Dialect,
  ...definition: Parameters<Dialect['trigger']>
): Promise<void> {
  for (const statement of dialect.trigger(...definition)) await sql.raw(statement).execute(db)
}

const FEES = "('reschedule', 'cancellation', 'other')"

/** A booking keeps one currency: that of its first charge, at first the studio's. */
const currencyOf = (booking: string, { currency }: Dialect): string => `coalesce(
  (select currency from charges where booking_id = ${booking} order by charged_at, id limit 1),
  (select ${currency} from settings where key = 'studio'), 'USD')`

/** No charge is paid twice, and no payment pays more than it is. */
async function refuseExcess(db: Kysely<unknown>, { refuse }: Dialect): Promise<void> {
  const rest = (table: 'charges' | 'payments', id: 'charge_id' | 'payment_id') => `
    new.amount_cents > (
      select case when voided_at is null then coalesce(amount_cents, 0) else 0 end from ${table} where id = new.${id}
    ) - (
      select coalesce(sum(amount_cents), 0) from allocations
      where booking_id = new.booking_id and ${id} = new.${id}
        and not (charge_id = new.charge_id and payment_id = new.payment_id)
    )`
  const excess = `${rest('charges', 'charge_id')} or ${rest('payments', 'payment_id')}`
  for (const statement of refuse('allocations', 'allocations_within', excess))
    await sql.raw(statement).execute(db)
}

async function settleOnChange(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const table of ['charges', 'payments', 'refunds'])
    for (const after of ['insert', 'update'])
      await createTrigger(db, dialect, `${table}_settle_${after}`, { after, table }, [
        ...dialect.lock('new.booking_id'),
        'delete from allocations where booking_id = new.booking_id',
        allocate('new.booking_id', dialect),
      ])
}

/**
 * Lays a booking's charges on a line, price and travel first, then fees by date. Deposits and balances fill it from
 * the left, oldest first, fee payments from the right, so fee payments pay fees first. What overlaps is allocated.
 * Refunds are taken from the newest deposits and balances, then from the newest fee payments. As long as a price isn't
 * known, deposits and balances wait for it.
 */
function allocate(booking: string, { least, greatest }: Dialect): string {
  const sums = `
    select
      (select coalesce(sum(amount_cents), 0) from charges
        where booking_id = ${booking} and voided_at is null) as charged,
      (select count(*) from charges
        where booking_id = ${booking} and voided_at is null and amount_cents is null) as unknown,
      (select coalesce(sum(amount_cents), 0) from payments
        where booking_id = ${booking} and voided_at is null and purpose <> 'fee') as other,
      (select coalesce(sum(amount_cents), 0) from payments
        where booking_id = ${booking} and voided_at is null and purpose = 'fee') as fee,
      (select coalesce(sum(amount_cents), 0) from refunds
        where booking_id = ${booking} and voided_at is null) as refunded`
  const kept = `
    select charged, case when unknown > 0 then 0 else ${greatest}(0, other - refunded) end as other,
      ${least}(charged, ${greatest}(0, fee - ${greatest}(0, refunded - other))) as fee
    from (${sums}) as sums`
  return `
    insert into allocations (booking_id, charge_id, payment_id, amount_cents)
    select ${booking}, charge_id, payment_id, until - since from (
      select c.id as charge_id, p.id as payment_id,
        case when p.is_fee = 1
          then ${greatest}(c.until - c.amount_cents, k.charged - ${least}(p.until, k.fee))
          else ${greatest}(c.until - c.amount_cents, p.until - p.amount_cents) end as since,
        case when p.is_fee = 1
          then ${least}(c.until, k.charged - (p.until - p.amount_cents))
          else ${least}(c.until, p.until, k.other, k.charged - k.fee) end as until
      from (
        select id, amount_cents, sum(amount_cents) over (
          order by case when kind in ${FEES} then 1 else 0 end, charged_at, id
        ) as until
        from charges where booking_id = ${booking} and voided_at is null and amount_cents is not null
      ) as c cross join (
        select id, amount_cents, case when purpose = 'fee' then 1 else 0 end as is_fee, sum(amount_cents) over (
          partition by case when purpose = 'fee' then 1 else 0 end order by received_on, id
        ) as until
        from payments where booking_id = ${booking} and voided_at is null
      ) as p cross join (${kept}) as k
    ) as spans where until > since`
}

const IS_OFF = "state in ('declined', 'canceled')"

/** The price of a booking and its travel fee. A price for each photo or hour isn't known yet. */
function chargesOf(booking: string, dialect: Dialect): string[] {
  const charge = (kind: string, amount: string, condition: string) => `
    insert into charges
      (id, booking_id, kind, title, currency, amount_cents, charged_at, voided_at, voided_by, void_reason)
    select ${booking}.id || ':${kind}', ${booking}.id, '${kind}', '', ${currencyOf(`${booking}.id`, dialect)}, ${amount},
      ${booking}.created_at, case when ${booking}.${IS_OFF} then coalesce(
        (select max(at) from booking_events
          where booking_id = ${booking}.id and kind in ('declined', 'canceled')), ${dialect.now}) end, '', ''
    ${booking === 'new' ? '' : `from bookings as ${booking}`}
    where ${condition} and not exists (select 1 from charges where id = ${booking}.id || ':${kind}')`
  return [
    charge(
      'session',
      `case when ${booking}.price_unit = '' then ${booking}.price_cents end`,
      `(${booking}.price_cents > 0 or ${booking}.price_unit <> '')`,
    ),
    charge('travel', `${booking}.travel_fee_cents`, `${booking}.travel_fee_cents > 0`),
  ]
}

async function chargeBookings(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const table = 'bookings'
  await createTrigger(db, dialect, 'bookings_charge', { after: 'insert', table }, chargesOf('new', dialect))
  const when = `new.${IS_OFF} and not old.${IS_OFF}`
  await createTrigger(db, dialect, 'bookings_void_charges', { after: 'update of state', table, when }, [
    `update charges set voided_at = ${dialect.now}
     where booking_id = new.id and kind in ('session', 'travel') and voided_at is null`,
  ])
}

async function copyFees(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTrigger(
    db,
    dialect,
    'booking_fees_to_charges',
    { after: 'insert', table: 'booking_fees', when: 'new.amount_cents > 0' },
    [feeCharges('new', dialect)],
  )
  await createTrigger(
    db,
    dialect,
    'booking_fees_waived',
    { after: 'update of waived_at', table: 'booking_fees', when: 'new.waived_at is not null' },
    [
      `update charges set voided_at = new.waived_at, voided_by = new.waived_by, void_reason = new.waive_reason
       where id = new.id and voided_at is null`,
    ],
  )
  await createTrigger(
    db,
    dialect,
    'charges_to_booking_fees',
    { after: 'insert', table: 'charges', when: `new.kind in ${FEES}` },
    [
      `insert into booking_fees
         (id, booking_id, cause, title, amount_cents, charged_at, waived_at, waived_by, waive_reason)
       select new.id, new.booking_id, new.kind, new.title, new.amount_cents, new.charged_at, new.voided_at,
         new.voided_by, new.void_reason
       where not exists (select 1 from booking_fees where id = new.id)`,
    ],
  )
  await createTrigger(
    db,
    dialect,
    'charges_waived',
    {
      after: 'update of voided_at',
      table: 'charges',
      when: `new.kind in ${FEES} and new.voided_at is not null`,
    },
    [
      `update booking_fees set waived_at = new.voided_at, waived_by = new.voided_by, waive_reason = new.void_reason
       where id = new.id and waived_at is null`,
    ],
  )
}

/** @param fee `new` in a trigger, else a row of booking_fees */
const feeCharges = (fee: string, dialect: Dialect): string => `
  insert into charges
    (id, booking_id, kind, title, currency, amount_cents, charged_at, voided_at, voided_by, void_reason)
  select ${fee}.id, ${fee}.booking_id, ${fee}.cause, ${fee}.title, ${currencyOf(`${fee}.booking_id`, dialect)},
    ${fee}.amount_cents, ${fee}.charged_at, ${fee}.waived_at, ${fee}.waived_by, ${fee}.waive_reason
  ${fee === 'new' ? '' : `from booking_fees as ${fee}`}
  where ${fee}.amount_cents > 0 and not exists (select 1 from charges where id = ${fee}.id)`

async function copyPayments(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const target of ['payments', 'refunds'] as const) {
    const isRefund = target === 'refunds'
    const from = { table: 'booking_payments', when: `new.kind ${isRefund ? '=' : '<>'} 'refund'` }
    await createTrigger(
      db,
      dialect,
      `booking_payments_to_${target}`,
      { ...from, after: 'insert', when: `${from.when} and new.amount_cents > 0` },
      [receivedFrom('new', target, dialect)],
    )
    await createTrigger(
      db,
      dialect,
      `booking_payments_voided_${target}`,
      { ...from, after: 'update of voided_at', when: `${from.when} and new.voided_at is not null` },
      [`update ${target} set voided_at = new.voided_at where id = new.id and voided_at is null`],
    )
    await createTrigger(db, dialect, `${target}_to_booking_payments`, { after: 'insert', table: target }, [
      `insert into booking_payments
           (id, booking_id, kind, amount_cents, received_on, method, recorded_at, recorded_by, voided_at)
         select new.id, new.booking_id, ${isRefund ? "'refund', " : 'new.purpose, '} new.amount_cents,
           ${isRefund ? 'new.refunded_on' : 'new.received_on'}, new.method, new.recorded_at, new.recorded_by, new.voided_at
         where not exists (select 1 from booking_payments where id = new.id)`,
    ])
    await createTrigger(
      db,
      dialect,
      `${target}_voided`,
      { after: 'update of voided_at', table: target, when: 'new.voided_at is not null' },
      [`update booking_payments set voided_at = new.voided_at where id = new.id and voided_at is null`],
    )
  }
}

/** @param row `new` in a trigger, else a row of booking_payments */
function receivedFrom(row: string, target: 'payments' | 'refunds', dialect: Dialect): string {
  const isRefund = target === 'refunds'
  return `
    insert into ${target} (id, booking_id, ${isRefund ? '' : 'purpose, '} currency, amount_cents,
      ${isRefund ? 'refunded_on' : 'received_on'}, method, note, recorded_at, recorded_by, voided_at)
    select ${row}.id, ${row}.booking_id, ${isRefund ? '' : `${row}.kind, `} ${currencyOf(`${row}.booking_id`, dialect)},
      ${row}.amount_cents, ${row}.received_on, ${row}.method, '', ${row}.recorded_at, ${row}.recorded_by, ${row}.voided_at
    ${row === 'new' ? '' : `from booking_payments as ${row}`}
    where ${row}.kind ${isRefund ? '=' : '<>'} 'refund' and ${row}.amount_cents > 0
      and not exists (select 1 from ${target} where id = ${row}.id)`
}

/** Charges the price of every booking, and copies its fees, payments and refunds. */
async function moveOver(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const statement of [
    ...chargesOf('b', dialect),
    feeCharges('f', dialect),
    receivedFrom('p', 'payments', dialect),
    receivedFrom('p', 'refunds', dialect),
  ])
    await sql.raw(statement).execute(db)
}
