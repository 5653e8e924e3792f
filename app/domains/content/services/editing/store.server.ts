import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { ServiceRow } from '../../drafts'
import type { Notch } from '../../model'
import type { ListedService } from './model'

/** What a service is saved as. */
export type ServiceValues = Omit<ServiceRow, 'photo' | 'thumbnail' | 'published'> & {
  photoId: string | null
  thumbnailPhotoId: string | null
  publishedAt: number | null
}

/** All services in their order. */
export const servicesQuery = (db: Db) =>
  db.selectFrom('services').selectAll().orderBy('position').orderBy('id')

export async function selectAllServices(db: Db): Promise<ListedService[]> {
  const services = await servicesQuery(db).execute()
  const packages = await db.selectFrom('packages').selectAll().orderBy('position').orderBy('id').execute()
  return services.map((row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    notch: row.notch as Notch,
    fromPriceCents: row.from_price_cents,
    priceUnit: row.price_unit,
    isPublished: row.published_at !== null,
    packages: packages
      .filter((each) => each.service_id === row.id)
      .map(({ slug, title, price_cents: priceCents, recommended }) => ({
        ...{ slug, title, priceCents },
        isRecommended: recommended === 1,
      })),
  }))
}

export const selectServiceRow = (db: Db, slug: string): Promise<Row<'services'> | undefined> =>
  db.selectFrom('services').selectAll().where('slug', '=', slug).executeTakeFirst()

/** Every service in its order, without its texts. */
export const selectServiceOrder = (
  db: Db,
): Promise<{ id: string; slug: string; title: string; position: number }[]> =>
  db
    .selectFrom('services')
    .select(['id', 'slug', 'title', 'position'])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** @returns false when the slug is taken, and nothing is written */
export async function insertServiceRow(
  tx: Tx,
  values: ServiceValues,
  { slug, position }: { slug: string; position: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('services')
    .values({ id: newId(), slug, position, ...columnsOf(values) })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

export async function updateServiceRow(
  tx: Tx,
  { id, version }: { id: string; version: number },
  values: ServiceValues,
): Promise<void> {
  await tx
    .updateTable('services')
    .set({ ...columnsOf(values), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

/** Its packages go with it; session types stay, and belong to no service. */
export async function deleteServiceRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('services').where('id', '=', id).execute()
}

const columnsOf = (values: ServiceValues) => ({
  title: values.title,
  notch: values.notch,
  summary: values.summary,
  body: values.body,
  points: JSON.stringify(values.points),
  from_price_cents: values.fromPrice,
  price_unit: values.priceUnit,
  photo_id: values.photoId,
  thumbnail_photo_id: values.thumbnailPhotoId,
  published_at: values.publishedAt,
})

export async function isAnyEdited(db: Db): Promise<boolean> {
  for (const table of ['services', 'packages'] as const)
    if (await db.selectFrom(table).select('id').where('version', '>', 1).limit(1).executeTakeFirst())
      return true
  return false
}
