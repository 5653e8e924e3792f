import { FormRefusal } from '~/ui/form-refusal'
import { SavedNote } from './saved-note'

/** The result of the last move or deletion. */
export function ListNotes({ done, refusal }: { done?: string | null; refusal: string | undefined }) {
  if (!refusal && !done) return null
  return (
    <div className="st-list-note">
      {refusal ? (
        <FormRefusal outcome={{ sentence: refusal, errors: {}, values: {} }} order={[]} />
      ) : (
        <SavedNote>{done}</SavedNote>
      )}
    </div>
  )
}
