import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { newId } from '~/platform/ids.server'
import { depositAsked, type TypeRequirements } from '../requirements/model'
import type { PlaceDraft, SessionTypeDraft } from './drafts'
import type {
  Place,
  SessionType,
  SessionTypeEdit,
  SessionTypeRecord,
  SessionTypeRow,
  TypeOfService,
} from './model'

/** The published session types in order, with the locations that offer them. */
export async function selectSessionTypes(db: Db): Promise<SessionType[]> {
  const types = await db
    .selectFrom('session_types as t')
    .leftJoin('services as s', 's.id', 't.service_id')
    .selectAll('t')
    .select('s.slug as serviceSlug')
    .where('t.published_at', 'is not', null)
    .orderBy('t.position')
    .orderBy('t.id')
    .execute()
  const places = await db
    .selectFrom('places as p')
    .innerJoin('session_type_places as o', 'o.place_id', 'p.id')
    .selectAll('p')
    .select('o.session_type_id as sessionTypeId')
    .orderBy('p.position')
    .orderBy('p.id')
    .execute()
  return types.map((row) => ({
    slug: row.slug,
    title: row.title,
    summary: row.summary,
    minutes: row.minutes,
    editedPhotos: row.edited_photos,
    turnaround: row.turnaround,
    priceCents: row.price_cents,
    priceUnit: row.price_unit,
    depositCents: depositAsked({ depositCents: row.deposit_cents, requirements: requirementsFrom(row) }),
    serviceSlug: row.serviceSlug,
    places: places.filter(({ sessionTypeId }) => sessionTypeId === row.id).map(placeFrom),
  }))
}

const placeFrom = (row: Row<'places'>): Place => ({
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  kind: row.kind,
  isDefault: row.is_default === 1,
})

/** @returns the location's id */
export async function insertPlace(
  db: Db,
  place: PlaceDraft,
  { position, photoId }: { position: number; photoId: string | null },
): Promise<string> {
  const { slug, title, summary, kind, isDefault } = place
  const id = newId()
  await db
    .insertInto('places')
    .values({
      ...{ id, slug, title, summary, kind, is_default: isDefault ? 1 : 0, position },
      address: place.address,
      latitude: place.latitude,
      longitude: place.longitude,
      travel_minutes: place.travelMinutes,
      travel_fee_cents: place.travelFeeCents,
      photo_id: photoId,
    })
    .execute()
  return id
}

/** @returns the session type's id */
export async function insertSessionType(
  db: Db,
  type: SessionTypeDraft,
  {
    position,
    serviceId,
    placeIds,
    at,
  }: { position: number; serviceId: string | null; placeIds: string[]; at: number },
): Promise<string> {
  const id = newId()
  const { rules } = type
  await db
    .insertInto('session_types')
    .values({
      id,
      slug: type.slug,
      service_id: serviceId,
      sets_price: type.setsPrice && serviceId !== null ? 1 : 0,
      title: type.title,
      summary: type.summary,
      minutes: type.minutes,
      edited_photos: type.editedPhotos,
      turnaround: type.turnaround,
      price_cents: type.priceCents,
      price_unit: type.priceUnit,
      deposit_cents: type.depositCents,
      position,
      published_at: at,
      starts_kind: rules.starts,
      fixed_starts: JSON.stringify(rules.fixedStarts),
      sunset_minutes: rules.sunsetMinutes,
      increment_minutes: rules.incrementMinutes,
      buffer_before_minutes: rules.bufferBefore,
      buffer_after_minutes: rules.bufferAfter,
      minimum_notice_hours: rules.minimumNoticeHours,
      booking_window_days: rules.bookingWindowDays,
      daily_limit: rules.dailyLimit,
      needs_approval: rules.needsApproval ? 1 : 0,
      questionnaire: JSON.stringify(rules.questions),
    })
    .execute()
  for (const placeId of placeIds)
    await db.insertInto('session_type_places').values({ session_type_id: id, place_id: placeId }).execute()
  return id
}

/** The session types of a service, published or not, in order. */
export async function selectTypesOfService(db: Db, serviceId: string): Promise<TypeOfService[]> {
  const rows = await db
    .selectFrom('session_types')
    .select(['slug', 'title', 'price_cents', 'sets_price', 'published_at'])
    .where('service_id', '=', serviceId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ slug, title, price_cents: priceCents, sets_price, published_at }) => ({
    ...{ slug, title, priceCents },
    setsPrice: sets_price === 1,
    isPublished: published_at !== null,
  }))
}

/** Ids of the photos of a session: its location's, then its service's, then the service's thumbnail. */
export async function selectPhotosOfSession(
  db: Db,
  { typeId, placeId }: { typeId: string; placeId: string },
): Promise<string[]> {
  const row = await db
    .selectFrom('session_types as t')
    .leftJoin('services as s', 's.id', 't.service_id')
    .leftJoin('places as p', (join) => join.on('p.id', '=', placeId))
    .select(['p.photo_id as place', 's.photo_id as service', 's.thumbnail_photo_id as thumbnail'])
    .where('t.id', '=', typeId)
    .executeTakeFirst()
  return row ? [row.place, row.service, row.thumbnail].filter((each) => each !== null) : []
}

export async function selectTypeRows(db: Db): Promise<SessionTypeRow[]> {
  const rows = await db.selectFrom('session_types').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map((row) => ({
    slug: row.slug,
    title: row.title,
    minutes: row.minutes,
    priceCents: row.price_cents,
    priceUnit: row.price_unit,
    startsKind: row.starts_kind,
    isPublished: row.published_at !== null,
  }))
}

export async function selectType(db: Db, slug: string): Promise<SessionTypeRecord | undefined> {
  const row = await db.selectFrom('session_types').selectAll().where('slug', '=', slug).executeTakeFirst()
  if (!row) return undefined
  const places = await db
    .selectFrom('session_type_places as o')
    .innerJoin('places as p', 'p.id', 'o.place_id')
    .select('p.id')
    .where('o.session_type_id', '=', row.id)
    .orderBy('p.position')
    .execute()
  return recordFrom(
    row,
    places.map(({ id }) => id),
  )
}

const recordFrom = (row: Row<'session_types'>, places: string[]): SessionTypeRecord => ({
  id: row.id,
  slug: row.slug,
  version: row.version,
  serviceId: row.service_id,
  setsPrice: row.sets_price === 1,
  title: row.title,
  summary: row.summary,
  minutes: row.minutes,
  editedPhotos: row.edited_photos,
  turnaround: row.turnaround,
  priceCents: row.price_cents,
  priceUnit: row.price_unit,
  depositCents: row.deposit_cents,
  places,
  isPublished: row.published_at !== null,
  incrementMinutes: row.increment_minutes,
  bufferBefore: row.buffer_before_minutes,
  bufferAfter: row.buffer_after_minutes,
  minimumNoticeHours: row.minimum_notice_hours,
  bookingWindowDays: row.booking_window_days,
  dailyLimit: row.daily_limit,
  needsApproval: row.needs_approval === 1,
  startsKind: row.starts_kind,
  fixedStarts: JSON.parse(row.fixed_starts),
  sunsetMinutes: row.sunset_minutes,
  questions: JSON.parse(row.questionnaire),
  requirements: requirementsFrom(row),
})

const requirementsFrom = ({ requirements }: Row<'session_types'>): TypeRequirements | null =>
  requirements === null ? null : JSON.parse(requirements)

const columnsOf = (type: SessionTypeEdit, at: number) => ({
  service_id: type.serviceId,
  sets_price: type.setsPrice ? 1 : 0,
  title: type.title,
  summary: type.summary,
  minutes: type.minutes,
  edited_photos: type.editedPhotos,
  turnaround: type.turnaround,
  price_cents: type.priceCents,
  price_unit: type.priceUnit,
  deposit_cents: type.depositCents,
  published_at: type.isPublished ? at : null,
  increment_minutes: type.incrementMinutes,
  buffer_before_minutes: type.bufferBefore,
  buffer_after_minutes: type.bufferAfter,
  minimum_notice_hours: type.minimumNoticeHours,
  booking_window_days: type.bookingWindowDays,
  daily_limit: type.dailyLimit,
  needs_approval: type.needsApproval ? 1 : 0,
  starts_kind: type.startsKind,
  fixed_starts: JSON.stringify(type.fixedStarts),
  sunset_minutes: type.sunsetMinutes,
  questionnaire: JSON.stringify(type.questions),
  requirements: type.requirements && JSON.stringify(type.requirements),
})

/** @returns whether the slug was free */
export async function insertType(tx: Tx, slug: string, type: SessionTypeEdit, at: number): Promise<boolean> {
  const id = newId()
  const last = await tx
    .selectFrom('session_types')
    .select((e) => e.fn.max('position').as('position'))
    .executeTakeFirst()
  const made = await tx
    .insertInto('session_types')
    .values({
      id,
      slug,
      position: (last?.position ?? -1) + 1,
      version: 1,
      ...columnsOf(type, at),
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await insertPlaces(tx, id, type.places)
  return true
}

/** @returns whether the version was still the expected one */
export async function updateType(tx: Tx, seen: Seen, type: SessionTypeEdit, at: number): Promise<boolean> {
  if (!(await updateSeen(tx, 'session_types', seen, columnsOf(type, at)))) return false
  await tx.deleteFrom('session_type_places').where('session_type_id', '=', seen.id).execute()
  await insertPlaces(tx, seen.id, type.places)
  return true
}

async function insertPlaces(tx: Tx, id: string, places: string[]): Promise<void> {
  if (places.length > 0)
    await tx
      .insertInto('session_type_places')
      .values(places.map((placeId) => ({ session_type_id: id, place_id: placeId })))
      .execute()
}

/** Ends that another session type sets the price of the service. @returns its title */
export async function takeStartingPrice(
  tx: Tx,
  serviceId: string,
  except: string | null,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('session_types')
    .set((column) => ({ sets_price: 0, version: column('version', '+', 1) }))
    .where('service_id', '=', serviceId)
    .where('sets_price', '=', 1)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? ''))
    .returning('title')
    .executeTakeFirst()
  return row?.title
}

/** References that prevent a session type or a location from being deleted. */
export async function countUses(
  db: Db,
  column: 'session_type_id' | 'place_id',
  id: string,
): Promise<{ what: string; count: number }[]> {
  const uses: { what: string; count: number }[] = []
  for (const [table, what] of USED_BY) {
    const row = await db
      .selectFrom(table as 'bookings')
      .select((e) => e.fn.countAll().as('n'))
      .where(column, '=', id)
      .executeTakeFirst()
    uses.push({ what, count: Number(row?.n ?? 0) })
  }
  return uses.filter(({ count }) => count > 0)
}

const USED_BY = [
  ['bookings', 'bookings'],
  ['mini_days', 'mini-session days'],
  ['schedules', 'schedules'],
  ['special_dates', 'date overrides'],
  ['waitlist', 'people on the waitlist'],
  ['holds', 'clients booking right now'],
] as const

export async function deleteType(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('session_type_places').where('session_type_id', '=', id).execute()
  await tx.deleteFrom('session_types').where('id', '=', id).execute()
}

/** Swaps a row with the one before it. */
export async function raise(tx: Tx, table: 'session_types' | 'places', slug: string): Promise<boolean> {
  const rows = await tx
    .selectFrom(table as 'places')
    .select(['id', 'slug'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const at = rows.findIndex((row) => row.slug === slug)
  if (at === -1) return false
  if (at > 0) rows.splice(at - 1, 0, ...rows.splice(at, 1))
  for (const [position, { id }] of rows.entries())
    await tx
      .updateTable(table as 'places')
      .set({ position })
      .where('id', '=', id)
      .execute()
  return true
}

/** Titles of the session types that require a contract from a template. */
export async function selectTypesRequiring(db: Db, template: string): Promise<string[]> {
  const rows = await db
    .selectFrom('session_types')
    .select(['title', 'requirements'])
    .where('requirements', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.flatMap(({ title, requirements }) =>
    (JSON.parse(requirements ?? '{}') as Partial<TypeRequirements>).template === template ? [title] : [],
  )
}
