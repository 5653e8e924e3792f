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
    hint="At least 8 characters. A short phrase works well. Very common passwords aren’t allowed."
    {...rest}
  />
)

interface CodeFieldProps {
  kind: keyof typeof CODES
  name?: string
  error?: string | undefined
}

const WORDS = { autoCapitalize: 'none', spellCheck: false, maxLength: 40 }
const DIGITS = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } as const

const CODES = {
  totp: { label: 'Six-digit code', hint: 'From the authenticator app on your phone.', ...DIGITS },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved. Each works once.',
    autoComplete: 'off',
    ...WORDS,
  },
  either: {
    label: 'Code',
    hint: 'Six digits from your authenticator app, or one of your recovery codes.',
    autoComplete: 'one-time-code',
    ...WORDS,
  },
  emailed: { label: 'Eight-digit code', hint: 'From the email we just sent you.', ...DIGITS },
} as const

export const CodeField = ({ kind, name = 'code', error }: CodeFieldProps) => (
  <Field name={name} error={error} {...CODES[kind]} />
)
