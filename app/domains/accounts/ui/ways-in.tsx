import { ButtonLink } from '~/ui/button-link'
import { Field } from '~/ui/field'
import { paths } from '~/ui/paths'

export interface WaysInProps {
  /** The download that was asked for. Signing in and a new account both lead to it. */
  path: string
  onLeave: () => void
}

/** R25: one sentence, the two sign-in fields, and the way to create an account. A refusal is shown on the login page. */
export const WaysIn = ({ path, onLeave }: WaysInProps) => (
  <>
    <p className="ink2">Sign in to download the photos that were made for you.</p>
    <form method="post" action={paths.login()} className="dlg__login" aria-label="Sign in to download">
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
