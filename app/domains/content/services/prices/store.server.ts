import type { Db } from '~/platform/db/database.server'

export const selectServicePrice = (
  db: Db,
  service: { id: string } | { slug: string },
): Promise<{ id: string; slug: string; title: string; priceCents: number } | undefined> => {
  const [column, value] = 'id' in service ? (['id', service.id] as const) : (['slug', service.slug] as const)
  return db
    .selectFrom('services')
    .select(['id', 'slug', 'title', 'from_price_cents as priceCents'])
    .where(column, '=', value)
    .executeTakeFirst()
}
