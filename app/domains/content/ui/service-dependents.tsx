interface ServiceDependentsProps {
  dependents: { sessionTypes: string[]; pages: string[] }
  packages: number
}

/** What goes with a service, and what stays without it. */
export function ServiceDependents({ dependents: { sessionTypes, pages }, packages }: ServiceDependentsProps) {
  return (
    <ul className="note__list">
      {packages > 0 ? (
        <li>Its {packages === 1 ? 'package goes' : `${packages} packages go`} with it.</li>
      ) : null}
      {sessionTypes.length > 0 ? (
        <li>What clients book of it stays, and belongs to no service then: {sessionTypes.join(', ')}.</li>
      ) : null}
      {pages.length > 0 ? (
        <li>
          A place of its own would be empty on: {pages.join(' and ')}. Name another service there first.
        </li>
      ) : null}
      <li>To take it off the site and keep it, untick “On the site” instead.</li>
    </ul>
  )
}
