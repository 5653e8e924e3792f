import { Link } from 'react-router'

/** Breadcrumbs. The last entry is the current page and has no link. */
export function Breadcrumbs({ trail }: { trail: { label: string; to?: string | undefined }[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {trail.map(({ label, to }) => (
          <li key={label}>{to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}</li>
        ))}
      </ol>
    </nav>
  )
}
