/** Says that what was asked is done. */
export function DoneNote({ sentence }: { sentence: string | null }) {
  return sentence ? (
    <p className="note note--fix" role="status">
      {sentence}
    </p>
  ) : null
}
