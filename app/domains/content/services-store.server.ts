import { columnsOfText, textOf } from '~/domains/texts/stored-text'
import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { newId } from '~/platform/ids.server'
import type { PackageRow, ServiceDraft, ServiceRow } from './drafts'
import type { Notch, Package } from './model'
import type { ListedService } from './services'

export interface StoredService {
  id: string
  slug: string
  title: string
  notch: Notch
  summary: string
  /** A document, or Markdown. */
  body: string
  points: string[]
  fromPriceCents: number
  priceUnit: string
  photoId: string | null
  thumbnailPhotoId: string | null
  packages: Package[]
}

/** Published services in order, with packages. */
export async function selectServices(db: Db, only?: { slug: string }): Promise<StoredService[]> {
  const services = await db
    .selectFrom('services')
    .selectAll()
    .where('published_at', 'is not', null)
    .$if(only !== undefined, (query) => query.where('slug', '=', only?.slug ?? ''))
    .orderBy('position')
    .orderBy('id')
    .execute()
  if (services.length === 0) return []
  const packages = await db
    .selectFrom('packages')
    .selectAll()
    .where(
      'service_id',
      'in',
      services.map(({ id }) => id),
    )
    .orderBy('position')
    .orderBy('id')
    .execute()
  return services.map((row) => serviceFrom(row, packages))
}

const serviceFrom = (row: Row<'services'>, packages: Row<'packages'>[]): StoredService => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  notch: row.notch as Notch,
  summary: row.summary,
  body: textOf(row),
  points: JSON.parse(row.points),
  fromPriceCents: row.from_price_cents,
  priceUnit: row.price_unit,
  photoId: row.photo_id,
  thumbnailPhotoId: row.thumbnail_photo_id,
  packages: packages.filter((each) => each.service_id === row.id).map(packageFrom),
})

const packageFrom = (row: Row<'packages'>): Package => ({
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  priceCents: row.price_cents,
  points: JSON.parse(row.points),
  recommended: row.recommended === 1,
  recommendation: row.recommendation,
})

/** Ids of all services, by slug. */
export async function selectServiceIds(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('services').select(['id', 'slug']).execute()
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

export async function insertService(
  db: Db,
  service: Omit<ServiceDraft, 'photo' | 'thumbnail'> & {
    photoId: string | null
    thumbnailPhotoId: string | null
  },
  position: number,
  publishedAt: number | null,
): Promise<void> {
  const id = newId()
  await db
    .insertInto('services')
    .values({
      id,
      slug: service.slug,
      title: service.title,
      notch: service.notch,
      summary: service.summary,
      ...columnsOfText(service.body),
      points: JSON.stringify(service.points),
      from_price_cents: service.fromPriceCents,
      price_unit: service.priceUnit,
      photo_id: service.photoId,
      thumbnail_photo_id: service.thumbnailPhotoId,
      position,
      published_at: publishedAt,
    })
    .execute()
  for (const [index, each] of service.packages.entries())
    await db
      .insertInto('packages')
      .values({
        id: newId(),
        service_id: id,
        slug: each.slug,
        title: each.title,
        summary: each.summary,
        price_cents: each.priceCents,
        points: JSON.stringify(each.points),
        recommended: each.recommended ? 1 : 0,
        recommendation: each.recommendation,
        position: index,
      })
      .execute()
}

/** Stored values of a service. */
export type ServiceValues = Omit<ServiceRow, 'photo' | 'thumbnail' | 'published'> & {
  photoId: string | null
  thumbnailPhotoId: string | null
  publishedAt: number | null
}

/** All services in order. */
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

/** Every service in order, without texts. */
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
    .values({ id: newId(), slug, position, ...serviceColumns(values) })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

export const updateServiceRow = (tx: Tx, seen: Seen, values: ServiceValues): Promise<boolean> =>
  updateSeen(tx, 'services', seen, serviceColumns(values))

/** The price of a service that a session type sets. */
export async function updateStartingPrice(
  tx: Tx,
  id: string,
  { priceCents, priceUnit }: { priceCents: number; priceUnit: string },
): Promise<void> {
  await tx
    .updateTable('services')
    .set({ from_price_cents: priceCents, price_unit: priceUnit })
    .where('id', '=', id)
    .execute()
}

/** Deletes its packages too. Session types stay, without a service. */
export async function deleteServiceRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('services').where('id', '=', id).execute()
}

const serviceColumns = (values: ServiceValues) => ({
  title: values.title,
  notch: values.notch,
  summary: values.summary,
  ...columnsOfText(values.body),
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

export const selectServicePrice = (
  db: Db,
  service: { id: string } | { slug: string },
): Promise<
  { id: string; slug: string; title: string; priceCents: number; priceUnit: string } | undefined
> => {
  const [column, value] = 'id' in service ? (['id', service.id] as const) : (['slug', service.slug] as const)
  return db
    .selectFrom('services')
    .select(['id', 'slug', 'title', 'from_price_cents as priceCents', 'price_unit as priceUnit'])
    .where(column, '=', value)
    .executeTakeFirst()
}

/** The packages of a service in order. */
export const packagesQuery = (db: Db, serviceId: string) =>
  db.selectFrom('packages').selectAll().where('service_id', '=', serviceId).orderBy('position').orderBy('id')

export const selectPackageRow = (
  db: Db,
  { service, slug }: { service: string; slug: string },
): Promise<Row<'packages'> | undefined> =>
  db
    .selectFrom('packages as p')
    .innerJoin('services as s', 's.id', 'p.service_id')
    .selectAll('p')
    .where('s.slug', '=', service)
    .where('p.slug', '=', slug)
    .executeTakeFirst()

/** @returns false when the slug is taken, and nothing is written */
export async function insertPackageRow(
  tx: Tx,
  values: PackageRow,
  place: { serviceId: string; slug: string; position: number },
): Promise<boolean> {
  const { serviceId, slug, position } = place
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('packages')
    .values({ id: newId(), service_id: serviceId, slug, position, ...packageColumns(values) })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

export const updatePackageRow = (tx: Tx, seen: Seen, values: PackageRow): Promise<boolean> =>
  updateSeen(tx, 'packages', seen, packageColumns(values))

/** Ends the recommendation of the service's package. @returns its title */
export async function takeRecommendation(
  tx: Tx,
  serviceId: string,
  except: string,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('packages')
    .set((column) => ({ recommended: 0, version: column('version', '+', 1) }))
    .where('service_id', '=', serviceId)
    .where('recommended', '=', 1)
    .where('id', '!=', except)
    .returning('title')
    .executeTakeFirst()
  return row?.title
}

export async function deletePackageRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('packages').where('id', '=', id).execute()
}

const packageColumns = (values: PackageRow) => ({
  title: values.title,
  summary: values.summary,
  price_cents: values.price,
  points: JSON.stringify(values.points),
  recommended: values.recommended ? 1 : 0,
  recommendation: values.recommendation,
})
