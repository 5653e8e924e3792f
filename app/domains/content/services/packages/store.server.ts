import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { PackageRow } from '../../drafts'

/** The packages of a service in their order. */
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
    .values({ id: newId(), service_id: serviceId, slug, position, ...columnsOf(values) })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

export async function updatePackageRow(
  tx: Tx,
  { id, version }: { id: string; version: number },
  values: PackageRow,
): Promise<void> {
  await tx
    .updateTable('packages')
    .set({ ...columnsOf(values), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

/** One package of a service is recommended: another is so no more. @returns its title */
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

const columnsOf = (values: PackageRow) => ({
  title: values.title,
  summary: values.summary,
  price_cents: values.price,
  points: JSON.stringify(values.points),
  recommended: values.recommended ? 1 : 0,
  recommendation: values.recommendation,
})
