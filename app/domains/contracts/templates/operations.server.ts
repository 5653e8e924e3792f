import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import type { LateFee } from '~/domains/billing/late-fees'
import { usesOfTemplate } from '~/domains/booking/requirements/uses.server'
import { rowChanges } from '~/domains/content/changes'
import { refuseTaken } from '~/domains/content/rows/operations.server'
import type { RowAdded, RowRemoved, RowSaved } from '~/domains/content/rows/outcome'
import { readRow, valuesOfRow } from '~/domains/content/rows/row-form'
import { type Db, transact } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { unknownFieldSentence, unknownFields } from '~/platform/template-fields'
import { CONTRACT_FIELDS, INITIALS, LATE_FEE, MODEL_RELEASE, refusePlaces } from '../fields'
import { type ContractTemplate, MOST_TEMPLATES, TEMPLATE_FORM, templateSchema } from './model'
import {
  deleteTemplate,
  insertTemplate,
  selectTemplate,
  selectTemplates,
  updateTemplate,
} from './store.server'

/** Every template by name. */
export const listContractTemplates = async ({ db }: { db: Db }): Promise<{ id: string; name: string }[]> =>
  (await selectTemplates(db)).map(({ id, name }) => ({ id, name }))

export async function readContractTemplate(
  { db }: { db: Db },
  id: string,
): Promise<{ name: string; values: FieldValues; version: number; lateFee: LateFee | null } | undefined> {
  const row = await selectTemplate(db, id)
  if (!row) return undefined
  const { name, body, version, late_fee_days: lateFeeDays } = row
  const [lateFeeCents, lateFeePercent] = [row.late_fee_cents, row.late_fee_percent]
  return {
    ...{ name, version },
    values: valuesOfRow(TEMPLATE_FORM, { name, body, lateFeeCents, lateFeePercent, lateFeeDays }),
    lateFee:
      lateFeeDays === null
        ? null
        : { amountCents: lateFeeCents, percent: lateFeePercent, graceDays: lateFeeDays },
  }
}

export async function addContractTemplate(
  deps: WriteDeps,
  sent: FieldValues,
): Promise<RowAdded<{ id: string }>> {
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

/** Contracts that were made from it stay as they are. */
export async function saveContractTemplate(
  deps: WriteDeps,
  id: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const read = readValues(sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const save = () =>
    transact(deps.db, async (tx): Promise<RowSaved> => {
      const before = await readContractTemplate({ db: tx }, id)
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

/** Contracts that were made from it stay as they are. */
export const removeContractTemplate = (
  deps: WriteDeps,
  id: string,
  version: number,
): Promise<RowRemoved | { ok: false; reason: 'in-use'; uses: string }> =>
  transact(deps.db, async (tx) => {
    const before = await readContractTemplate({ db: tx }, id)
    if (!before) return { ok: false, reason: 'missing' }
    const uses = await usesOfTemplate({ db: tx }, id)
    if (uses !== '') return { ok: false, reason: 'in-use', uses }
    if (!(await deleteTemplate(tx, { id, version }))) return { ok: false, reason: 'changed-since' }
    const changes = rowChanges(TEMPLATE_FORM, before.values, {})
    const subject = subjectOf(before.name)
    await recordAction({ ...deps, db: tx }, { action: 'content-removed', subject, changes })
    return { ok: true }
  })

/** Unique. */
const NAME = {
  column: 'contract_templates.name',
  errors: { name: 'Another template already has this name.' },
} as const

const subjectOf = (name: string) => `Contract template “${name}”`

function readValues(sent: FieldValues) {
  const read = readRow(TEMPLATE_FORM, templateSchema, sent)
  const errors: FieldValues = read.ok ? {} : { ...read.errors }
  const refused = refuseText(sent.body ?? '')
  if (refused !== undefined) errors.body ??= refused
  if (read.ok)
    for (const [name, sentence] of Object.entries(refuseLateFee(read.value))) errors[name] ??= sentence
  return read.ok && Object.keys(errors).length === 0 ? read : { ok: false as const, errors }
}

/** The sentences that refuse a late fee, by field. */
function refuseLateFee(template: ContractTemplate): FieldValues {
  const { body, lateFeeCents, lateFeePercent, lateFeeDays } = template
  const isInText = body.includes(LATE_FEE)
  if (lateFeeCents === null && lateFeePercent === null) {
    if (lateFeeDays !== null) return { lateFeeCents: 'Enter the late fee, or clear the days.' }
    return isInText
      ? { lateFeeCents: `The text has ${LATE_FEE}. Enter the late fee, or remove it there.` }
      : {}
  }
  if (lateFeeCents !== null && lateFeePercent !== null)
    return { lateFeePercent: 'Enter the late fee as an amount or as a percentage, not both.' }
  if (lateFeeDays === null) return { lateFeeDays: 'Enter the days, or 0 for the day after the due date.' }
  return isInText ? {} : { body: `Put ${LATE_FEE} where the text says what a late payment costs.` }
}

/** The sentence that refuses a text with fields. */
export function refuseText(text: string): string | undefined {
  const [unknown] = unknownFields(text, [...CONTRACT_FIELDS, INITIALS, MODEL_RELEASE])
  return unknown === undefined ? refusePlaces(text) : unknownFieldSentence(unknown)
}
