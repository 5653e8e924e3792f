import { ButtonLink } from '~/ui/button-link'
import { Field } from '~/ui/field'
import { paths } from '~/ui/paths'

export interface WaysInProps {
  /** Path of the requested download, for the links to sign in and register. */
  path: string
  onLeave: () => void
}

/** R25: One sentence, the two sign-in fields, and a link to register. Errors are shown on the login page. */
export const WaysIn = ({ path, onLeave }: WaysInProps) => (
  <>
    <p className="ink2">Sign in to download the photos that were made for you.</p>
    <form
      method="post"
      action={paths.login()}
      className="dlg__login"
      noValidate
      aria-label="Sign in to download"
    >
      <input type="hidden" name="returnTo" value={path} />
      <Field label="Email" name="email" id="download-email" type="email" autoComplete="username" />
      <Field
        label="Password"
        name="password"
        id="download-password"
        type="password"
        autoComplete="current-password"
      />
      <div className="dlg__act">
        <button type="submit" className="btn">
          Sign in
        </button>
        <ButtonLink to={paths.register({ returnTo: path })} variant="line" onClick={onLeave}>
          Create an account
        </ButtonLink>
        <button type="button" className="btn btn--quiet" onClick={onLeave}>
          Close
        </button>
      </div>
    </form>
  </>
)
