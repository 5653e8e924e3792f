interface ServiceDependentsProps {
  dependents: { sessionTypes: string[]; pages: string[] }
  packages: number
}

/** What is deleted with a service, and what stays. */
export function ServiceDependents({ dependents: { sessionTypes, pages }, packages }: ServiceDependentsProps) {
  return (
    <ul className="note__list">
      {packages > 0 ? (
        <li>This also deletes {packages === 1 ? '1 package' : `${packages} packages`}.</li>
      ) : null}
      {sessionTypes.length > 0 ? (
        <li>
          These session types stay bookable but won’t be linked to a service: {sessionTypes.join(', ')}.
        </li>
      ) : null}
      {pages.length > 0 ? (
        <li>
          These pages feature this service: {pages.join(' and ')}. Choose a different service on those pages
          first.
        </li>
      ) : null}
      <li>To hide it without deleting it, uncheck “On the site” instead.</li>
    </ul>
  )
}
