interface BlankFrameProps {
  number: number
  /** It is not overexposed but put away in the dark, and can be brought back. */
  isFiled?: boolean
}

/** An overexposed frame. */
export function BlankFrame({ number, isFiled = false }: BlankFrameProps) {
  return (
    <div className="blank" aria-hidden="true">
      <p className="edge">
        <span className="pt">{number}</span>
        <span>{number}A</span>
      </p>
      {isFiled ? <div className="gate gate--filed" data-theme="darkroom" /> : <div className="gate" />}
      <p className="edge">
        <span className="pt">{isFiled ? 'Filed' : 'Overexposed'}</span>
      </p>
    </div>
  )
}
