import type { FieldValues } from '~/platform/forms'
import { CONFLICT } from '~/platform/http/notices'

/** Why a row wasn't saved, moved or deleted. */
export type RowRefusal =
  | { ok: false; reason: 'refused'; errors: FieldValues }
  /** Someone saved it since the form was opened. */
  | { ok: false; reason: 'changed-since' }
  | { ok: false; reason: 'missing' }
  /** The list has as many entries as a page can show. */
  | { ok: false; reason: 'full' }

export type RowSaved = { ok: true } | Exclude<RowRefusal, { reason: 'full' }>
export type RowAdded<Made> = ({ ok: true } & Made) | Extract<RowRefusal, { reason: 'refused' | 'full' }>
export type RowMoved = { ok: true } | Extract<RowRefusal, { reason: 'changed-since' }>
export type RowRemoved = { ok: true } | Extract<RowRefusal, { reason: 'changed-since' | 'missing' }>

/** The answer to a refused form. */
export interface RowOutcome {
  /** Which form of the page. */
  intent: string
  sentence?: string
  errors: FieldValues
  values: FieldValues
}

/** @returns the status and the form's data; undefined: no such row */
export function refusalOf(
  refusal: RowRefusal,
  { intent, values }: { intent: string; values: FieldValues },
): { status: 409 | 422; outcome: RowOutcome } | undefined {
  switch (refusal.reason) {
    case 'refused':
      return { status: 422, outcome: { intent, errors: refusal.errors, values } }
    case 'changed-since':
      return { status: 409, outcome: { intent, sentence: CONFLICT, errors: {}, values } }
    case 'full':
      return { status: 409, outcome: { intent, sentence: FULL, errors: {}, values } }
    case 'missing':
      return undefined
  }
}

/** Reasons why there is no preview, one sentence each. */
export function refusalSentences(refusal: RowRefusal): string[] {
  switch (refusal.reason) {
    case 'refused':
      return Object.values(refusal.errors)
    case 'changed-since':
      return [CONFLICT]
    case 'full':
      return [FULL]
    case 'missing':
      return ['Someone on your team just deleted this.']
  }
}

/** Messages for the team about refused actions. */
const FULL = 'This list is full. Delete something first.'

/** Messages after an accepted form. */
const DONE = {
  saved: 'Saved and published.',
  added: 'Added.',
  removed: 'Deleted.',
  moved: 'Order saved and published.',
  recorded: 'Permission recorded. You can show it now.',
  withdrawn: 'Withdrawn and removed from your site.',
}

/** @param url its query names the action */
export function doneSentence(url: string): string | null {
  const done = new URL(url).searchParams.get('done') ?? ''
  return Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null
}
