import { Form, Link } from 'react-router'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'
import { CodeField } from './proof-fields'

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
