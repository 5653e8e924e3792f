/** A quotation with hanging punctuation marks. */
export function Quotation({ text }: { text: string }) {
  return (
    <>
      <span className="quote__open">“</span>
      {text}
      <span className="quote__close">”</span>
    </>
  )
}
