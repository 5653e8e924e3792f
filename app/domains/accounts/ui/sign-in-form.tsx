import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'
import { EmailField } from '~/ui/person-fields'
import { CurrentPasswordField } from './proof-fields'

export type SignInField = 'email' | 'password'

interface SignInFormProps {
  returnTo: string | undefined
  outcome: FormOutcome<SignInField> | undefined
  /** Further ways to sign in. */
  children: ReactNode
}

/** Whoever signs in gets a page of their own from the first byte, so the browser loads it as a document. */
export function SignInForm({ returnTo, outcome, children }: SignInFormProps) {
  return (
    <>
      <Form
        method="post"
        action={paths.login()}
        className="auth__form"
        noValidate
        reloadDocument
        aria-label="Sign in"
      >
        <FormRefusal outcome={outcome} order={['email', 'password']} />
        {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
        <EmailField autoComplete="username" value={outcome?.values.email} error={outcome?.errors.email} />
        <div className="auth__pw">
          <CurrentPasswordField error={outcome?.errors.password} />
          <Link className="txt small" to={paths.forgotPassword()}>
            Forgot your password?
          </Link>
        </div>
        <button type="submit" className="btn btn--wide">
          Sign in
        </button>
        <button type="submit" className="btn btn--line btn--wide" name="intent" value="link">
          Email me a sign-in link
        </button>
      </Form>
      {children}
      <p className="ui ink2">
        No account yet?{' '}
        <Link className="txt" to={paths.register({ returnTo })}>
          Create one
        </Link>
        . You only need one to see photos we made for you.
      </p>
    </>
  )
}
