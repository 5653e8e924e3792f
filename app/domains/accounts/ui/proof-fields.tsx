import { Field } from '~/ui/field'

interface PasswordFieldProps {
  label?: string
  name?: string
  id?: string
  error?: string | undefined
  hint?: string
}

/** For a password that exists. What stood in it never comes back. */
export const CurrentPasswordField = ({
  label = 'Password',
  name = 'password',
  ...rest
}: PasswordFieldProps) => (
  <Field label={label} name={name} type="password" autoComplete="current-password" {...rest} />
)

/** For a password that is being chosen; its rule stands under it before anything is typed. */
export const NewPasswordField = ({ label = 'Password', name = 'password', ...rest }: PasswordFieldProps) => (
  <Field
    label={label}
    name={name}
    type="password"
    autoComplete="new-password"
    hint="At least 8 characters, whatever you like. A short sentence is good; the commonest passwords are refused."
    {...rest}
  />
)

interface CodeFieldProps {
  kind: 'totp' | 'recovery'
  error?: string | undefined
}

export const CodeField = ({ kind, error }: CodeFieldProps) =>
  kind === 'totp' ? (
    <Field
      label="Six-digit code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      hint="From the authenticator app on your phone."
      error={error}
    />
  ) : (
    <Field
      label="Recovery code"
      name="code"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      hint="One of those that you wrote down. Each works once."
      error={error}
    />
  )
