interface BlankFrameProps {
  number: number
  /** Dark instead of overexposed: archived, and can be restored. */
  isFiled?: boolean
}

/** A blank frame of film. */
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
