/** An overexposed frame. */
export function BlankFrame({ number }: { number: number }) {
  return (
    <div className="blank" aria-hidden="true">
      <p className="edge">
        <span className="pt">{number}</span>
        <span>{number}A</span>
      </p>
      <div className="gate" />
      <p className="edge">
        <span className="pt">Overexposed</span>
      </p>
    </div>
  )
}
