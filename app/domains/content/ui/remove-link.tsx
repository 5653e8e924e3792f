import { Link } from 'react-router'

/** Link to the confirmation at the top of the page, where the focus moves. */
export function RemoveLink({ to, children }: { to: string; children: string }) {
  return (
    <p>
      <Link className="btn btn--stop" to={to}>
        {children}
      </Link>
    </p>
  )
}
