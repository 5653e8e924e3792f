import { data } from 'react-router'
import type { NotSaved } from '~/platform/forms'
import { CONFLICT, LIST_FULL } from './notices'

interface Explained {
  sentence?: string | undefined
  errors?: object
}

/**
 * Answers a form that wasn't saved.
 * @param shown what the page shows again, such as the typed values
 * @param conflict the sentence if someone else changed the record; JUST_CHANGED for a button without fields
 * @throws 404 when the record no longer exists
 */
export function refuseRecord<Outcome extends Explained>(
  refusal: NotSaved<NonNullable<Outcome['errors']>>,
  shown: Omit<Outcome, keyof Explained>,
  conflict = CONFLICT,
) {
  const answer = (status: 409 | 422, explained: Explained) =>
    data({ ...shown, ...explained } as Outcome, status)
  switch (refusal.reason) {
    case 'missing':
      throw data(null, { status: 404 })
    case 'refused':
      return answer(422, { errors: refusal.errors })
    case 'changed-since':
      return answer(409, { sentence: conflict, errors: {} })
    case 'full':
      return answer(409, { sentence: LIST_FULL, errors: {} })
  }
}

/** The sentences of a preview that can't be shown. */
export function refusalSentences(refusal: NotSaved): string[] {
  switch (refusal.reason) {
    case 'missing':
      return ['Someone on your team just deleted this.']
    case 'refused':
      return Object.values(refusal.errors)
    case 'changed-since':
      return [CONFLICT]
    case 'full':
      return [LIST_FULL]
  }
}
