import { Link } from 'react-router'
import { Emphasis } from './emphasis'

interface SectionHeadProps {
  /** Shown before the heading. */
  number?: number | string | undefined
  title: string
  /** Id of the heading, for `aria-labelledby`. */
  id?: string | undefined
  more?: { to: string; label: string } | undefined
}

/** A section heading with a rule, a number and one link. */
export function SectionHead({ number, title, id, more }: SectionHeadProps) {
  return (
    <div className="sechead">
      {number === undefined ? null : (
        <p className="edge pt" aria-hidden="true">
          {number}
        </p>
      )}
      <h2 className="d2" id={id}>
        <Emphasis text={title} />
      </h2>
      {more ? (
        <p className="more">
          <Link className="lnk" to={more.to}>
            {more.label}
          </Link>
        </p>
      ) : null}
    </div>
  )
}
