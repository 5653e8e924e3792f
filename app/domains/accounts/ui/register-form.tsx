import { Form, Link } from 'react-router'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'
import { EmailField, NameField } from '~/ui/person-fields'
import { NewPasswordField } from './proof-fields'

export type RegisterField = 'name' | 'email' | 'password'

interface RegisterFormProps {
  returnTo: string | undefined
  outcome: FormOutcome<RegisterField> | undefined
}

export function RegisterForm({ returnTo, outcome }: RegisterFormProps) {
  return (
    <Form
      method="post"
      action={paths.register()}
      className="auth__form"
      noValidate
      reloadDocument
      aria-label="Create an account"
    >
      <FormRefusal outcome={outcome} order={['name', 'email', 'password']} />
      {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
      <NameField value={outcome?.values.name} error={outcome?.errors.name} />
      <EmailField autoComplete="username" value={outcome?.values.email} error={outcome?.errors.email} />
      <NewPasswordField error={outcome?.errors.password} />
      <button type="submit" className="btn btn--wide">
        Create my account
      </button>
      <p className="ui ink2">
        Have one already?{' '}
        <Link className="txt" to={paths.login({ returnTo })}>
          Sign in
        </Link>
        . How we keep your details is in our{' '}
        <Link className="txt" to={paths.terms()}>
          terms
        </Link>
        .
      </p>
    </Form>
  )
}
