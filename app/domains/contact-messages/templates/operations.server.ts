import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { rowChanges } from '~/domains/content/changes'
import { refuseTaken } from '~/domains/content/rows/operations.server'
import type { RowAdded, RowRemoved, RowSaved } from '~/domains/content/rows/outcome'
import { readRow, valuesOfRow } from '~/domains/content/rows/row-form'
import { type Db, transact } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { unknownFieldSentence, unknownFields } from '~/platform/template-fields'
import { TEMPLATE_FIELDS } from './fields'
import { MOST_TEMPLATES, TEMPLATE_FORM, templateSchema } from './model'
import {
  deleteTemplate,
  insertTemplate,
  selectTemplate,
  selectTemplates,
  updateTemplate,
} from './store.server'

/** Every template by name. */
export const listTemplates = async ({
  db,
}: {
  db: Db
}): Promise<{ id: string; name: string; subject: string }[]> =>
  (await selectTemplates(db)).map(({ id, name, subject }) => ({ id, name, subject }))

export async function readTemplate(
  { db }: { db: Db },
  id: string,
): Promise<{ name: string; values: FieldValues; version: number } | undefined> {
  const row = await selectTemplate(db, id)
  return row && { name: row.name, values: valuesOfRow(TEMPLATE_FORM, row), version: row.version }
}

export async function addTemplate(deps: WriteDeps, sent: FieldValues): Promise<RowAdded<{ id: string }>> {
  const read = readValues(sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const add = () =>
    transact(deps.db, async (tx): Promise<RowAdded<{ id: string }>> => {
      if ((await selectTemplates(tx)).length >= MOST_TEMPLATES) return { ok: false, reason: 'full' }
      const id = newId()
      await insertTemplate(tx, id, read.value)
      const changes = rowChanges(TEMPLATE_FORM, {}, valuesOfRow(TEMPLATE_FORM, read.value))
      const subject = subjectOf(read.value.name)
      await recordAction({ ...deps, db: tx }, { action: 'content-added', subject, changes })
      return { ok: true, id }
    })
  return await refuseTaken(add, NAME)
}

export async function saveTemplate(
  deps: WriteDeps,
  id: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const read = readValues(sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const save = () =>
    transact(deps.db, async (tx): Promise<RowSaved> => {
      const before = await readTemplate({ db: tx }, id)
      if (!before) return { ok: false, reason: 'missing' }
      if (!(await updateTemplate(tx, { id, version }, read.value)))
        return { ok: false, reason: 'changed-since' }
      const changes = rowChanges(TEMPLATE_FORM, before.values, valuesOfRow(TEMPLATE_FORM, read.value))
      const subject = subjectOf(read.value.name)
      if (changes.length > 0)
        await recordAction({ ...deps, db: tx }, { action: 'content-changed', subject, changes })
      return { ok: true }
    })
  return await refuseTaken(save, NAME)
}

/** Emails that were written with it stay as they are. */
export const removeTemplate = (deps: WriteDeps, id: string, version: number): Promise<RowRemoved> =>
  transact(deps.db, async (tx): Promise<RowRemoved> => {
    const before = await readTemplate({ db: tx }, id)
    if (!before) return { ok: false, reason: 'missing' }
    if (!(await deleteTemplate(tx, { id, version }))) return { ok: false, reason: 'changed-since' }
    const changes = rowChanges(TEMPLATE_FORM, before.values, {})
    const subject = subjectOf(before.name)
    await recordAction({ ...deps, db: tx }, { action: 'content-removed', subject, changes })
    return { ok: true }
  })

/** Unique. */
const NAME = {
  column: 'reply_templates.name',
  errors: { name: 'Another template already has this name.' },
} as const

const subjectOf = (name: string) => `Reply template “${name}”`

function readValues(sent: FieldValues) {
  const read = readRow(TEMPLATE_FORM, templateSchema, sent)
  const errors: FieldValues = read.ok ? {} : { ...read.errors }
  for (const name of ['subject', 'message']) {
    const [unknown] = unknownFields(sent[name] ?? '', TEMPLATE_FIELDS)
    if (unknown !== undefined) errors[name] ??= unknownFieldSentence(unknown)
  }
  return read.ok && Object.keys(errors).length === 0 ? read : { ok: false as const, errors }
}
