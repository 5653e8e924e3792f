import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { Place, SessionType } from '../model'
import type { PlaceDraft, SessionTypeDraft } from './drafts'

/** The published session types in their order, each with the places at which it is offered. */
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
    finishedPhotographs: row.finished_photographs,
    readyIn: row.ready_in,
    priceCents: row.price_cents,
    priceUnit: row.price_unit,
    depositCents: row.deposit_cents,
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

/** @returns the place's id */
export async function insertPlace(db: Db, place: PlaceDraft, position: number): Promise<string> {
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
      title: type.title,
      summary: type.summary,
      minutes: type.minutes,
      finished_photographs: type.finishedPhotographs,
      ready_in: type.readyIn,
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
      notice_hours: rules.noticeHours,
      horizon_days: rules.horizonDays,
      daily_limit: rules.dailyLimit,
      needs_approval: rules.needsApproval ? 1 : 0,
      questions: JSON.stringify(rules.questions),
    })
    .execute()
  for (const placeId of placeIds)
    await db.insertInto('session_type_places').values({ session_type_id: id, place_id: placeId }).execute()
  return id
}

/** The session types of a service, published or not, in their order. */
export async function selectTypesOfService(
  db: Db,
  serviceId: string,
): Promise<{ slug: string; title: string; priceCents: number }[]> {
  const rows = await db
    .selectFrom('session_types')
    .select(['slug', 'title', 'price_cents'])
    .where('service_id', '=', serviceId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ slug, title, price_cents: priceCents }) => ({ slug, title, priceCents }))
}
