import { SavedNote } from '~/ui/studio/saved-note'

/** Says that what was asked is done. */
export function DoneNote({ sentence }: { sentence: string | null }) {
  return sentence ? <SavedNote>{sentence}</SavedNote> : null
}
