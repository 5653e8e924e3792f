import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'
import { EmailField } from '~/ui/person-fields'
import { useSendsMail } from '~/ui/sends-mail'
import { CodeField, CurrentPasswordField } from './proof-form'

export type SignInField = 'email' | 'password'

interface SignInFormProps {
  returnTo: string | undefined
  outcome: FormOutcome<SignInField> | undefined
  /** Other ways to sign in. */
  children: ReactNode
}

/** The pages of signed-in people differ, so the browser loads a document. */
export function SignInForm({ returnTo, outcome, children }: SignInFormProps) {
  const sendsMail = useSendsMail()
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
          <Link className="txt small tap" to={paths.forgotPassword()}>
            Forgot your password?
          </Link>
        </div>
        <button type="submit" className="btn btn--wide">
          Sign in
        </button>
        {sendsMail ? (
          <button type="submit" className="btn btn--line btn--wide" name="intent" value="link">
            Email me a sign-in link
          </button>
        ) : null}
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

interface SecondStepFormProps {
  kind: 'totp' | 'recovery'
  returnTo: string | undefined
  outcome: FormOutcome<'code'> | undefined
}

export function SecondStepForm({ kind, returnTo, outcome }: SecondStepFormProps) {
  const other = kind === 'totp' ? 'recovery' : 'code'
  return (
    <Form
      method="post"
      action={paths.login()}
      className="auth__form"
      noValidate
      reloadDocument
      aria-label="Two-factor authentication"
    >
      <FormRefusal outcome={outcome} order={['code']} />
      <input type="hidden" name="intent" value={kind === 'totp' ? 'code' : 'recovery'} />
      {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
      <CodeField kind={kind} error={outcome?.errors.code} />
      <button type="submit" className="btn btn--wide">
        Sign in
      </button>
      <p className="ui ink2">
        <Link className="txt" to={paths.login({ step: other, returnTo })}>
          {kind === 'totp' ? 'Use a recovery code' : 'Use the authenticator app'}
        </Link>{' '}
        or{' '}
        <Link className="txt" to={paths.login({ returnTo })}>
          start again
        </Link>
        .
      </p>
    </Form>
  )
}
