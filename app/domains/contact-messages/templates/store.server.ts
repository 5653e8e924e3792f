import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { deleteSeen, type Seen, updateSeen } from '~/platform/db/versioned.server'
import type { TemplateText } from './model'

type TemplateRow = Row<'reply_templates'>

export const selectTemplates = (db: Db): Promise<TemplateRow[]> =>
  db.selectFrom('reply_templates').selectAll().orderBy('name').orderBy('id').execute()

export const selectTemplate = (db: Db, id: string): Promise<TemplateRow | undefined> =>
  db.selectFrom('reply_templates').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws if another template has the name */
export async function insertTemplate(tx: Tx, id: string, template: TemplateText): Promise<void> {
  await tx
    .insertInto('reply_templates')
    .values({ id, ...template })
    .execute()
}

/** @returns whether the version was still the expected one. @throws if another template has the name */
export const updateTemplate = (tx: Tx, seen: Seen, template: TemplateText): Promise<boolean> =>
  updateSeen(tx, 'reply_templates', seen, template)

/** @returns whether the version was still the expected one */
export const deleteTemplate = (tx: Tx, seen: Seen): Promise<boolean> =>
  deleteSeen(tx, 'reply_templates', seen)
