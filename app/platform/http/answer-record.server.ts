import { data, type RouterContextProvider, redirect } from 'react-router'
import type { FieldValues, IntentOutcome, NotSaved } from '~/platform/forms'
import { type FormFields, LONG_FORM_BYTES, readForm } from './forms.server'
import { requireStudio, type StudioScope } from './guard.server'
import { BROKEN_FORM } from './notices'
import { refuseRecord } from './refuse-record.server'
import { scope } from './scope.server'

/** The intents of every such page. */
export const RECORD_INTENTS = ['save', 'remove'] as const

interface Done {
  ok: true
}

/** Why a record can't be deleted as long as others need it. */
interface Needed {
  ok: false
  reason: 'needed'
  sentence: string
}

interface RecordPage<Added extends Done, Saved extends Done> {
  isNew: boolean
  /** The whole page is for owners. Deleting always is. */
  owner?: boolean
  /** The values of the record's form. */
  sent: (form: FormFields) => FieldValues
  add: (at: StudioScope, sent: FieldValues) => Promise<Added | NotSaved>
  save: (at: StudioScope, change: { sent: FieldValues; version: number }) => Promise<Saved | NotSaved>
  remove: (at: StudioScope, version: number) => Promise<Done | NotSaved | Needed>
  /** Where each leads. */
  after: { added: (made: Added) => string; saved: (made: Saved) => string; removed: () => string }
  /** The answer to another button, if the page has one of that intent. */
  other?: (at: StudioScope, form: FormFields) => Promise<ReturnType<typeof answerIntent> | undefined>
}

/**
 * Handles the forms of a page that adds, saves or deletes one record.
 * @throws the redirect once it is done
 */
export async function answerRecord<Added extends Done, Saved extends Done>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  page: RecordPage<Added, Saved>,
) {
  const { isNew, owner = false, after } = page
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner }) }
  const read = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!read.ok)
    return answerIntent({ intent: 'save', sentence: read.sentence, errors: {}, values: {} }, read.status)
  const { form } = read
  const intent = form.get('intent')
  const version = Number(form.get('version'))
  const values = page.sent(form)
  if (intent === 'remove') {
    requireStudio(context, request, { owner: true })
    const removed = await page.remove(at, version)
    if (removed.ok) throw redirect(after.removed(), 303)
    if (removed.reason === 'needed')
      return answerIntent({ intent, sentence: removed.sentence, errors: {}, values }, 409)
    return refuseRecord<IntentOutcome>(removed, { intent, values })
  }
  if (intent !== 'save') {
    const answered = await page.other?.(at, form)
    if (!answered) throw data(BROKEN_FORM, { status: 422 })
    return answered
  }
  if (isNew) {
    const added = await page.add(at, values)
    if (added.ok) throw redirect(after.added(added), 303)
    return refuseRecord<IntentOutcome>(added, { intent, values })
  }
  const saved = await page.save(at, { sent: values, version })
  if (saved.ok) throw redirect(after.saved(saved), 303)
  return refuseRecord<IntentOutcome>(saved, { intent, values })
}

export const answerIntent = (outcome: IntentOutcome, status: number) => data(outcome, status)

/** Turns a refusal of an operation into the sentence that says who needs the record. */
export const needed = (sentence: string): Needed => ({ ok: false, reason: 'needed', sentence })
