/** Words between quotation marks. The first hangs in the margin; the last stands close to its full stop. */
export function Quotation({ text }: { text: string }) {
  return (
    <>
      <span className="quote__open">“</span>
      {text}
      <span className="quote__close">”</span>
    </>
  )
}
