import { data, type RouterContextProvider, redirect } from 'react-router'
import type { FieldValues, IntentOutcome, NotSaved } from '~/platform/forms'
import { type FormFields, readForm } from './forms.server'
import { requireStudio, type StudioScope } from './guard.server'
import { BROKEN_FORM } from './notices'
import { refuseRecord } from './refuse-record.server'
import { scope } from './scope.server'

interface RowPage<Added extends { ok: true }> {
  isNew: boolean
  /** The values of the row's form. */
  sent: (form: FormFields) => FieldValues
  add: (at: StudioScope, sent: FieldValues) => Promise<Added | NotSaved>
  save: (at: StudioScope, change: { sent: FieldValues; version: number }) => Promise<{ ok: true } | NotSaved>
  /** For owners only. */
  remove: (at: StudioScope, version: number) => Promise<{ ok: true } | NotSaved>
  /** Where each leads. */
  after: { added: (made: Added) => string; saved: () => string; removed: () => string }
  /** The page's other forms, by intent. */
  others?: Record<string, (at: StudioScope, form: FormFields) => Promise<ReturnType<typeof answer>>>
}

/**
 * Handles the forms of a page that adds, saves or deletes one row of content.
 * @throws the redirect once it is done
 */
export async function answerRow<Added extends { ok: true }>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { isNew, sent, add, save, remove, after, others = {} }: RowPage<Added>,
) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  const read = await readForm(request)
  if (!read.ok)
    return answer({ intent: 'save', sentence: read.sentence, errors: {}, values: {} }, read.status)
  const { form } = read
  const intent = form.get('intent')
  const version = Number(form.get('version'))
  if (intent === 'remove') {
    requireStudio(context, request, { owner: true })
    const removed = await remove(at, version)
    if (removed.ok) throw redirect(after.removed(), 303)
    return refuseRecord<IntentOutcome>(removed, { intent, values: {} })
  }
  if (intent !== 'save') {
    const other = Object.hasOwn(others, intent) ? others[intent] : undefined
    if (!other) throw data(BROKEN_FORM, { status: 422 })
    return await other(at, form)
  }
  const values = sent(form)
  if (isNew) {
    const added = await add(at, values)
    if (added.ok) throw redirect(after.added(added), 303)
    return refuseRecord<IntentOutcome>(added, { intent, values })
  }
  const saved = await save(at, { sent: values, version })
  if (saved.ok) throw redirect(after.saved(), 303)
  return refuseRecord<IntentOutcome>(saved, { intent, values })
}

const answer = (outcome: IntentOutcome, status: number) => data(outcome, status)
