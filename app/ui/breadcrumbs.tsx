import { Link } from 'react-router'

/** The way back up. The last one is the page itself and is no link. */
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
