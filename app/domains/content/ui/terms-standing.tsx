import { Link } from 'react-router'
import { paths } from '~/ui/paths'

interface TermsStandingProps {
  number: number
  /** Numbers of the previous versions, newest first. */
  earlier: number[]
  effective: { date: string; label: string }
  /** Its first day is in the future. */
  isAhead: boolean
}

/** The version, its first day, and links to the previous ones. */
export function TermsStanding({ number, earlier, effective, isAhead }: TermsStandingProps) {
  const [before] = earlier
  return (
    <>
      <p className="edge">
        <span>Version {number}</span>
        <span>
          In effect from <time dateTime={effective.date}>{effective.label}</time>
        </span>
      </p>
      {before === undefined ? null : (
        <p className="small ink2 terms__vs">
          {isAhead ? (
            <span>
              Until then,{' '}
              <Link className="txt" to={paths.termsVersion(before)}>
                version {before}
              </Link>{' '}
              applies.
            </span>
          ) : null}
          <span>Earlier versions:</span>
          {earlier.map((each) => (
            <Link
              key={each}
              className="txt"
              to={paths.termsVersion(each)}
              aria-label={`Version ${each} of the terms`}
            >
              {each}
            </Link>
          ))}
        </p>
      )}
    </>
  )
}
