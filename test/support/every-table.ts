import { type Kysely, sql } from 'kysely'
import { jsonKind, type TableRow, type Value } from '~/domains/backup/archived-tables'
import { rowsOf } from '~/domains/backup/export-store.server'
import { LEFT_OUT } from '~/domains/backup/model'
import type { Db } from '~/platform/db/database.server'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import type { TableShape } from '~/platform/db/tables'

/** The table that the id in a column refers to. */
const OWNERS: Record<string, string> = {
  booking_id: 'bookings',
  calendar_id: 'external_calendars',
  campaign_id: 'newsletter_campaigns',
  card_id: 'saved_cards',
  contract_id: 'contracts',
  contract_version_id: 'contract_versions',
  proposal_id: 'proposals',
  version_id: 'contract_versions',
  release_id: 'releases',
  charge_id: 'charges',
  cover_photo_id: 'photos',
  gallery_id: 'galleries',
  invoice_id: 'invoices',
  item_id: 'gallery_items',
  list_id: 'favorite_lists',
  contact_message_id: 'contact_messages',
  mini_day_id: 'mini_days',
  online_payment_id: 'online_payments',
  payment_id: 'payments',
  person_id: 'people',
  photo_id: 'photos',
  post_id: 'posts',
  place_id: 'places',
  redeemed_by: 'users',
  resource_id: 'resources',
  service_id: 'services',
  session_type_id: 'session_types',
  set_id: 'gallery_sets',
  share_id: 'gallery_shares',
  step_id: 'newsletter_steps',
  subscriber_id: 'newsletter',
  tag_id: 'newsletter_tags',
  testimonial_id: 'testimonials',
  to_share_id: 'gallery_shares',
  user_id: 'users',
}

/** Allowed values of columns with constraints. */
const CHOICES: Record<string, Value> = {
  'booking_events.by_kind': 'client',
  'booking_fees.cause': 'other',
  'booking_payments.kind': 'deposit',
  'booking_reminders.kind': 'thanks',
  'charges.kind': 'other',
  'contract_signers.role': 'client',
  'contract_versions.ended_as': 'withdrawn',
  'charges.ends_with_booking': 0,
  'proposal_versions.ended_as': 'withdrawn',
  'charges.currency': 'USD',
  'online_payments.currency': 'USD',
  'online_payments.purpose': 'deposit',
  'online_payments.state': 'paid',
  'online_payments.tip_cents': 0,
  'saved_cards.limit_cents': 1,
  'saved_cards.state': 'removed',
  'online_refunds.state': 'succeeded',
  'payments.currency': 'USD',
  'payments.purpose': 'fee',
  'payments.voided_at': null,
  'refunds.currency': 'USD',
  'bookings.session_end': 2,
  'bookings.state': 'done',
  'invoice_series.series': 'INV',
  'invoices.series': 'INV',
  'invoices.kind': 'invoice',
  'invoices.currency': 'USD',
  'releases.covers': 'gallery',
  'credentials.provider_id': 'credential',
  'downloads.what': 'photo',
  'newsletter_suppressions.reason': 'bounced',
  'newsletter_campaigns.state': 'draft',
  'newsletter_recipients.state': 'sent',
  'occupancies.expires_at': null,
  'occupancies.kind': 'booking',
  'occupancies.ends_at': 2,
  'occupancies.resource_number': 1,
  'outbox.state': 'queued',
  'owner_links.role': 'owner',
  'people.details_from': 'studio',
  'people.merged_into': null,
  'text_versions.page_slug': null,
  'testimonial_permissions.means': 'email',
  'users.role': 'client',
  'waitlist.state': 'waiting',
}

/** Text with quotes, a formula, two lines, escapes and a character outside the basic plane. */
export const ODD_TEXT = '=1+"ä, ß"\n\\u0000 – 😀 \u202e'

/** Adds a row to each exported table that is empty, with texts that are easily damaged. */
export async function fillEveryTable(db: Db): Promise<void> {
  for (const shape of await exportedShapes(db)) {
    if ((await dumpTable(db, shape)).length > 0) continue
    const row: TableRow = {}
    for (const column of shape.columns) row[column.name] = await valueFor(db, shape, column)
    await (db as unknown as Kysely<Record<string, TableRow>>).insertInto(shape.name).values(row).execute()
  }
}

/** Columns that say which original a photo has. */
const OF_A_FILE = ['sha256', 'format', 'bytes', 'width', 'height']

async function valueFor(
  db: Db,
  { name: table, key }: TableShape,
  { name, kind }: TableShape['columns'][number],
): Promise<Value> {
  const choice = CHOICES[`${table}.${name}`]
  if (choice !== undefined) return choice
  if (table === 'client_photos' && OF_A_FILE.includes(name)) {
    const { rows } = await sql<TableRow>`select * from photos order by id limit 1`.execute(db)
    return rows[0]?.[name] ?? 'a'.repeat(64)
  }
  const owner = OWNERS[name]
  if (owner !== undefined) {
    const { rows } = await sql<{
      id: string
    }>`select id from ${sql.table(owner)} order by id limit 1`.execute(db)
    return rows[0]?.id ?? null
  }
  if (kind !== 'text') return 1
  const json = jsonKind(table, name)
  if (json) return JSON.stringify(json === 'list' ? [ODD_TEXT] : { text: ODD_TEXT })
  return key.includes(name) ? `${table} ${name}` : ODD_TEXT
}

async function exportedShapes(db: Db): Promise<TableShape[]> {
  return (await readTableShapes(db)).filter(({ name }) => !LEFT_OUT.includes(name))
}

/** Everything that an archive must contain, sorted the same on both engines. */
export async function dumpEverything(db: Db): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {}
  for (const shape of await exportedShapes(db)) dump[shape.name] = await dumpTable(db, shape)
  return dump
}

async function dumpTable(db: Db, shape: TableShape): Promise<string[]> {
  const rows: string[] = []
  for await (const row of rowsOf(db, shape)) rows.push(JSON.stringify(Object.entries(row).toSorted()))
  return rows.toSorted()
}

/** Derived data, queued work, counted attempts, and rows that only serve to undo something. */
const PASSING = [
  ...['content_version', 'download_faults', 'download_files', 'due_ledgers', 'folders_to_check'],
  'gallery_undos',
  ...[
    'hold_networks',
    'holds',
    'inventory_runs',
    'jobs',
    'leases',
    'proofs',
    'rate_limits',
    'renditions',
    'search_terms',
  ],
]

/** Keys of all rows that would be missed, with their tables. */
export async function keysOfEverything(db: Db): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const shape of await readTableShapes(db)) {
    if (PASSING.includes(shape.name)) continue
    // The time that a booking occupies belongs to the booking.
    for await (const row of rowsOf(db, shape))
      if (shape.name !== 'occupancies' || row.kind !== 'booking')
        keys.add([shape.name, ...shape.key.map((column) => row[column])].join(' '))
  }
  return keys
}
