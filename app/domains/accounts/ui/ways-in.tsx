import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'

export interface WaysInProps {
  /** The download that was asked for, where both ways lead. */
  path: string
  onLeave: () => void
}

/** Why one has to sign in to download, and how. */
export const WaysIn = ({ path, onLeave }: WaysInProps) => (
  <>
    <p className="ink2">Sign in to download the photos that were made for you.</p>
    <div className="dlg__act">
      <ButtonLink to={paths.login({ returnTo: path })} onClick={onLeave}>
        Sign in
      </ButtonLink>
      <ButtonLink to={paths.register({ returnTo: path })} variant="line" onClick={onLeave}>
        Create an account
      </ButtonLink>
      <button type="button" className="btn btn--quiet" onClick={onLeave}>
        Close
      </button>
    </div>
  </>
)
