import { ButtonLink } from '../button-link'

/** Link to older entries. Back leads to newer ones. */
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
