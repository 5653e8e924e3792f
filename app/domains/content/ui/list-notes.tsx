import { FormRefusal } from '~/ui/form-refusal'
import { DoneNote } from './done-note'

/** What became of the last move or deletion. */
export function ListNotes({ done, refusal }: { done: string | null; refusal: string | undefined }) {
  if (!refusal && !done) return null
  return (
    <div className="cat-note">
      {refusal ? (
        <FormRefusal outcome={{ sentence: refusal, errors: {}, values: {} }} order={[]} />
      ) : (
        <DoneNote sentence={done} />
      )}
    </div>
  )
}
