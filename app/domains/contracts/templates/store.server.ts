import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { deleteSeen, type Seen, updateSeen } from '~/platform/db/versioned.server'
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
export const updateTemplate = (tx: Tx, seen: Seen, template: ContractTemplate): Promise<boolean> =>
  updateSeen(tx, 'contract_templates', seen, columnsOf(template))

/** @returns whether the version was still the expected one */
export const deleteTemplate = (tx: Tx, seen: Seen): Promise<boolean> =>
  deleteSeen(tx, 'contract_templates', seen)
