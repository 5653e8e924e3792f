import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { ServiceDraft } from '../drafts'
import type { Notch, Package } from '../model'

export interface StoredService {
  id: string
  slug: string
  title: string
  notch: Notch
  summary: string
  /** Markdown */
  body: string
  points: string[]
  fromPriceCents: number
  priceUnit: string
  photoId: string | null
  thumbnailPhotoId: string | null
  packages: Package[]
}

/** The published services in their order, with their packages. */
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
  body: row.body,
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
      body: service.body,
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
