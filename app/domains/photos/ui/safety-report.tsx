import { Form } from 'react-router'
import type { CheckPoint, PhotoCheck } from '../safety-report'

const LABELS: Record<CheckPoint['point'], string> = {
  original: 'Original',
  files: 'Web versions',
  profile: 'Color',
  position: 'Location data',
  rights: 'Rights',
  orientation: 'Orientation',
  metadata: 'Other metadata',
}

/** The safety report of a photo, and a button that requests a new check. */
export function SafetyReport({ check }: { check: PhotoCheck }) {
  const { points, when, isWaiting } = check
  const faults = points.filter(({ outcome }) => outcome === 'faulty').length
  return (
    <section className="psec" aria-labelledby="safety">
      <h2 className="st-h2" id="safety">
        Safety report
      </h2>
      {faults > 0 ? (
        <p className="note note--stop" role="alert">
          {faults === 1 ? '1 problem with the stored files.' : `${faults} problems with the stored files.`}
        </p>
      ) : null}
      {when === null ? (
        <p className="ink2">
          We haven’t checked these files yet. A check reads each file and compares the original with the one
          you imported.
        </p>
      ) : (
        <dl className="psafe">
          {points.map(({ point, outcome, sentence }) => (
            <div key={point}>
              <dt>{LABELS[point]}</dt>
              <dd>
                <Outcome outcome={outcome} />
                <span>{sentence}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Form method="post" className="st-act psec__act" preventScrollReset>
        <button type="submit" className="btn btn--line" name="intent" value="check">
          Check files now
        </button>
        <p className="ink2" role="status">
          {isWaiting ? 'Checking files…' : when ? `Checked ${when}.` : ''}
        </p>
      </Form>
    </section>
  )
}

function Outcome({ outcome }: Pick<CheckPoint, 'outcome'>) {
  if (outcome === 'sound') return <span className="tag tag--fix">Good</span>
  if (outcome === 'faulty') return <span className="tag tag--stop">Problem</span>
  return <span className="tag">Open</span>
}
