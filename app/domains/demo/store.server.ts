import { type Kysely, sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import { dropTerms } from '~/platform/db/search-terms.server'
import { sha256 } from '~/platform/ids.server'
import { DEMO_TABLES, type DemoTable } from './model'

export const TABLES = Object.keys(DEMO_TABLES) as DemoTable[]

/** Ids of all rows of the demo tables. */
export async function selectIds(db: Db): Promise<Map<DemoTable, Set<string>>> {
  const ids = new Map<DemoTable, Set<string>>()
  for (const table of TABLES) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(db)
    ids.set(table, new Set(rows.map(({ id }) => id)))
  }
  return ids
}

type Facts = Record<string, unknown>

/** The current columns of each row. */
async function selectFacts(db: Db, table: DemoTable): Promise<Map<string, Facts>> {
  const { rows } = await sql<Facts & { id: string }>`select * from ${sql.table(table)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A fingerprint of each row, without columns that the program changes by itself. */
export async function fingerprints(db: Db, table: DemoTable): Promise<Map<string, string>> {
  const left: readonly string[] = DEMO_TABLES[table]
  const facts = await selectFacts(db, table)
  return new Map(
    [...facts].map(([id, row]) => {
      const names = Object.keys(row).filter((name) => !left.includes(name))
      return [id, markOf(row, names.toSorted())]
    }),
  )
}

/** Includes the column names, since a column added by an update isn't an edit. */
const markOf = (row: Facts, names: readonly string[]): string =>
  `${names.join()} ${sha256(JSON.stringify(names.map((name) => row[name])))}`

const isStillSo = (row: Facts | undefined, mark: string): boolean =>
  row !== undefined && markOf(row, mark.split(' ')[0]?.split(',') ?? []) === mark

export async function insertDemoRows(
  tx: Db,
  table: DemoTable,
  rows: { id: string; fingerprint: string }[],
): Promise<void> {
  const values = rows.map(({ id, fingerprint }) => ({ table_name: table, row_id: id, fingerprint }))
  for (const some of inParts(values)) await tx.insertInto('demo_rows').values(some).execute()
}

/** Unedited and edited demo rows. */
export interface DemoRows {
  unchanged: Set<string>
  edited: Set<string>
}

export async function selectDemoRows(db: Db): Promise<Record<DemoTable, DemoRows>> {
  const noted = await db.selectFrom('demo_rows').selectAll().execute()
  const found = {} as Record<DemoTable, DemoRows>
  for (const table of TABLES) {
    const mine = noted.filter(({ table_name }) => table_name === table)
    const now = mine.length === 0 ? new Map<string, Facts>() : await selectFacts(db, table)
    const there = mine.filter(({ row_id }) => now.has(row_id))
    const worked = await selectWorked(db, table)
    const isUnchanged = (row: (typeof there)[number]) =>
      isStillSo(now.get(row.row_id), row.fingerprint) && !worked.has(row.row_id)
    found[table] = {
      unchanged: new Set(there.filter(isUnchanged).map(({ row_id }) => row_id)),
      edited: new Set(there.filter((row) => !isUnchanged(row)).map(({ row_id }) => row_id)),
    }
  }
  return found
}

/** Posts and texts of stories that someone has opened and saved in the editor, published or not. */
async function selectWorked(db: Db, table: DemoTable): Promise<Set<string>> {
  if (table === 'posts') {
    const rows = await db.selectFrom('post_versions').select('post_id').distinct().execute()
    return new Set(rows.map(({ post_id }) => post_id))
  }
  if (table !== 'gallery_items') return new Set()
  const rows = await db.selectFrom('text_versions').select('item_id').distinct().execute()
  return new Set(rows.flatMap(({ item_id }) => item_id ?? []))
}

export const deleteDemoRows = async (tx: Db): Promise<void> => {
  await tx.deleteFrom('demo_rows').execute()
}

export async function hasDemoRows(db: Db): Promise<boolean> {
  return (await db.selectFrom('demo_rows').select('row_id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether a gallery that isn't a client's has a photo that isn't part of the demo. */
export async function hasOwnPhotos(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('gallery_items as item')
    .innerJoin('galleries as gallery', 'gallery.id', 'item.gallery_id')
    .select('item.id')
    .where('gallery.kind', '!=', 'client')
    .where('item.photo_id', 'is not', null)
    .where('item.photo_id', 'not in', (e) =>
      e.selectFrom('demo_rows').select('row_id').where('table_name', '=', 'photos'),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether there is a client gallery that isn't part of the demo. */
export async function hasOwnClientGallery(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('galleries')
    .select('id')
    .where('kind', '=', 'client')
    .where('id', 'not in', (e) =>
      e.selectFrom('demo_rows').select('row_id').where('table_name', '=', 'galleries'),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The demo's account, if it still has its address. */
export const selectSampleAccount = (
  db: Db,
): Promise<{ id: string; name: string; email: string } | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('demo_rows', 'demo_rows.row_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('demo_rows.table_name', '=', 'users')
    .where('users.role', '=', 'client')
    .where('users.email', 'like', '%@example.com')
    .executeTakeFirst()

export async function deleteRows(tx: Db, table: DemoTable, ids: readonly string[]): Promise<void> {
  const anyTable = tx as unknown as Kysely<Record<string, { id: string }>>
  for (const some of inParts(ids)) await anyTable.deleteFrom(table).where('id', 'in', some).execute()
}

/** Deletes everything that belongs to the sample client's address, including later additions. */
export async function deleteSampleClient(
  tx: Db,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const bookings = await tx.selectFrom('bookings').select('id').where('email_key', '=', email).execute()
  for (const booking of bookings) await dropTerms(tx, 'booking', booking.id)
  await tx.deleteFrom('bookings').where('email_key', '=', email).execute()
  await tx.deleteFrom('waitlist').where('email_key', '=', email).execute()
  await tx.deleteFrom('newsletter').where('email_key', '=', email).execute()
  await tx.deleteFrom('newsletter_suppressions').where('email_key', '=', email).execute()
  await tx.deleteFrom('gallery_shares').where('email_key', '=', email).execute()
  await tx.deleteFrom('releases').where('email_key', '=', email).execute()
  await tx.deleteFrom('signed_releases').where('email_key', '=', email).execute()
  await tx.deleteFrom('withdrawn_release_photos').where('email_key', '=', email).execute()
  await deleteEmails(tx, email)
  await deletePerson(tx, email)
  await tx.deleteFrom('users').where('id', '=', id).execute()
}

async function deleteEmails(tx: Db, email: string): Promise<void> {
  const letters = [
    {
      kind: 'contact-message',
      rows: await tx.deleteFrom('contact_messages').where('email', '=', email).returning('id').execute(),
    },
    {
      kind: 'do-not-sell',
      rows: await tx
        .deleteFrom('do_not_sell_requests')
        .where('email_key', '=', email)
        .returning('id')
        .execute(),
    },
    {
      kind: 'mail',
      rows: await tx.deleteFrom('outbox').where('to_address', '=', email).returning('id').execute(),
    },
  ] as const
  for (const { kind, rows } of letters) for (const row of rows) await dropTerms(tx, kind, row.id)
}

/** A person with another address is a real one, and loses only this address. */
async function deletePerson(tx: Db, email: string): Promise<void> {
  const address = await tx
    .deleteFrom('person_addresses')
    .where('email_key', '=', email)
    .returning('person_id')
    .executeTakeFirst()
  if (!address) return
  const other = await tx
    .selectFrom('person_addresses')
    .select('email_key')
    .where('person_id', '=', address.person_id)
    .executeTakeFirst()
  if (other) return
  await dropTerms(tx, 'person', address.person_id)
  await tx.deleteFrom('people').where('id', '=', address.person_id).execute()
  await tx.deleteFrom('people').where('merged_into', '=', address.person_id).execute()
}

/** Items of the demo galleries, and the clients' favorites and comments. */
export const selectItems = (tx: Db) =>
  tx.selectFrom('gallery_items').select(['id', 'gallery_id', 'photo_id', 'body']).execute()

/** Galleries that are shared, or that a release refers to. */
export async function selectSharedGalleries(tx: Db): Promise<Set<string>> {
  const shares = await tx.selectFrom('gallery_shares').select('gallery_id').distinct().execute()
  const releases = await tx.selectFrom('releases').select('gallery_id').distinct().execute()
  return new Set([...shares, ...releases].map(({ gallery_id }) => gallery_id))
}

export const selectMiniDaysInUse = async (tx: Db): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('bookings')
    .select('mini_day_id')
    .where('mini_day_id', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ mini_day_id }) => mini_day_id ?? []))
}

/** Hours for every session, and the default location: a calendar needs them, so they are not demo content. */
export async function selectLasting(tx: Db): Promise<Set<string>> {
  const hours = await tx
    .selectFrom('schedules')
    .select('id')
    .where('session_type_id', 'is', null)
    .where('place_id', 'is', null)
    .execute()
  const places = await tx.selectFrom('places').select('id').where('is_default', '=', 1).execute()
  return new Set([...hours, ...places].map(({ id }) => id))
}

/** Clears what the demo says about the default location, unless the owner has edited it. */
export async function clearDefaultPlace(tx: Db): Promise<void> {
  await tx
    .updateTable('places')
    .set({ summary: '', latitude: null, longitude: null })
    .where('is_default', '=', 1)
    .where('version', '=', 1)
    .execute()
}

/** Rows of these tables need a session type and a location. */
const IN_THE_CALENDAR = [
  ...(['bookings', 'mini_days', 'schedules', 'special_dates'] as const),
  ...(['waitlist', 'holds', 'unverified_bookings'] as const),
]

/**
 * Of these rows, those to which nothing else refers.
 * @param column that refers to them from the calendar
 */
export async function selectUnneeded(
  tx: Db,
  ids: Iterable<string>,
  column: 'session_type_id' | 'place_id',
): Promise<string[]> {
  const tables = column === 'place_id' ? [...IN_THE_CALENDAR, 'session_type_places'] : IN_THE_CALENDAR
  const needed = new Set<string | null>()
  for (const table of tables) {
    const { rows } = await sql<{ id: string | null }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)}`.execute(tx)
    for (const { id } of rows) needed.add(id)
  }
  return [...ids].filter((id) => !needed.has(id))
}

/** Each session type and package with its service. */
export async function selectServiceParts(
  tx: Db,
): Promise<Record<'session_types' | 'packages', { id: string; slug: string; service_id: string | null }[]>> {
  return {
    session_types: await tx.selectFrom('session_types').select(['id', 'slug', 'service_id']).execute(),
    packages: await tx.selectFrom('packages').select(['id', 'slug', 'service_id']).execute(),
  }
}

/** Testimonials with a permission that the team recorded. */
export const selectPermitted = async (tx: Db): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('testimonial_permissions')
    .select('testimonial_id')
    .where('recorded_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ testimonial_id }) => testimonial_id))
}

/** Every use of photos by other content: ids, and texts that may contain slugs. */
export async function selectUses(tx: Db): Promise<{ ids: (string | null)[]; texts: string[] }> {
  const galleries = await tx.selectFrom('galleries').select(['cover_photo_id']).execute()
  const items = await tx.selectFrom('gallery_items').select(['photo_id', 'body']).execute()
  const posts = await tx.selectFrom('posts').select(['cover_photo_id', 'body']).execute()
  const versions = await tx.selectFrom('post_versions').select(['form', 'document']).execute()
  const products = await tx.selectFrom('products').select(['photo_id', 'views']).execute()
  // Demo texts stay, without the demo photos.
  const services = await tx
    .selectFrom('services')
    .select(['photo_id', 'thumbnail_photo_id'])
    .where('version', '>', 1)
    .execute()
  const pages = await tx.selectFrom('pages').select('body').where('version', '>', 1).execute()
  return {
    ids: [
      ...galleries.map((row) => row.cover_photo_id),
      ...items.map((row) => row.photo_id),
      ...posts.map((row) => row.cover_photo_id),
      ...products.flatMap((row) => [row.photo_id, ...JSON.parse(row.views)]),
      ...services.flatMap((row) => [row.photo_id, row.thumbnail_photo_id]),
    ],
    texts: [
      ...[...items, ...posts, ...pages].map(({ body }) => body),
      ...versions.flatMap(({ form, document }) => [form, document]),
    ],
  }
}

/** Settings saved after the installation. */
export async function selectChangedSettings(tx: Db): Promise<string[]> {
  const rows = await tx.selectFrom('settings').select(['key', 'value', 'updated_at']).execute()
  const installed = rows.find(({ key }) => key === 'installation')?.updated_at
  return rows.filter(({ updated_at }) => updated_at !== installed).map(({ value }) => value)
}

export const selectPhotos = (tx: Db, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('photos')
        .select(['id', 'slug', 'sha256', 'format', 'media_hash'])
        .where('id', 'in', ids)
        .execute()
