import { Link } from 'react-router'

/** Leads to the question whether to delete; the focus and the eye find it on top of the page. */
export function RemoveLink({ to, children }: { to: string; children: string }) {
  return (
    <p>
      <Link className="btn btn--stop" to={to}>
        {children}
      </Link>
    </p>
  )
}
