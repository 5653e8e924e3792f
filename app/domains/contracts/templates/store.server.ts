import { type Db, isVersion, type Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { ContractTemplate } from './model'

type TemplateRow = Row<'contract_templates'>

const columnsOf = ({ name, body, lateFeeCents, lateFeePercent, lateFeeDays }: ContractTemplate) => ({
  ...{ name, body, late_fee_cents: lateFeeCents },
  ...{ late_fee_percent: lateFeePercent, late_fee_days: lateFeeDays },
})

export const selectTemplates = (db: Db): Promise<TemplateRow[]> =>
  db.selectFrom('contract_templates').selectAll().orderBy('name').orderBy('id').execute()

export const selectTemplate = (db: Db, id: string): Promise<TemplateRow | undefined> =>
  db.selectFrom('contract_templates').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws if another template has the name */
export async function insertTemplate(tx: Tx, id: string, template: ContractTemplate): Promise<void> {
  await tx
    .insertInto('contract_templates')
    .values({ id, ...columnsOf(template) })
    .execute()
}

/** @returns whether the version was still the expected one. @throws if another template has the name */
export async function updateTemplate(
  tx: Tx,
  { id, version }: { id: string; version: number },
  template: ContractTemplate,
): Promise<boolean> {
  if (!isVersion(version)) return false
  const { numUpdatedRows } = await tx
    .updateTable('contract_templates')
    .set({ ...columnsOf(template), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether the version was still the expected one */
export async function deleteTemplate(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<boolean> {
  if (!isVersion(version)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('contract_templates')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
