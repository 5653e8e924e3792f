import { ButtonLink } from '../button-link'

/** Leads to what is older. The way back is the browser’s own. */
export function NextPage({ to }: { to: string | null }) {
  if (to === null) return null
  return (
    <div className="st-next">
      <ButtonLink to={to} variant="line">
        Older
      </ButtonLink>
    </div>
  )
}
