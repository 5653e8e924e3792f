import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'
import { EmailField, NameField } from '~/ui/person-fields'
import { NewPasswordField } from './proof-form'

/** The profile page's forms, by their `intent`. */
export type AccountIntent =
  | 'details'
  | 'emails'
  | 'password'
  | 'email'
  | 'end-session'
  | 'end-others'
  | 'two-factor-off'
  | 'recovery-codes'
  | 'rename-passkey'
  | 'remove-passkey'
  | 'delete'

/** The result of a form, and which form it was. */
export interface AccountRefusal extends FormOutcome<string> {
  intent: AccountIntent
  /** New codes, shown once. */
  recoveryCodes?: string[]
}

/** Unique ids on a page with several password fields. */
export const accountFieldId = (intent: AccountIntent, name: string): string => `${intent}-${name}`

interface AccountFormProps {
  intent: AccountIntent
  label: string
  button: string
  variant?: 'ink' | 'line' | 'stop'
  refusal: AccountRefusal | undefined
  /** Names of the fields, in the order of the form. */
  order?: readonly string[]
  /** Whether the next page has to be loaded as a document, since the person is signed out or another one. */
  reloadDocument?: boolean
  children?: ReactNode
}

export function AccountForm({
  intent,
  label,
  button,
  variant = 'line',
  refusal,
  order = [],
  reloadDocument = false,
  children,
}: AccountFormProps) {
  const busy = useNavigation().formData?.get('intent') === intent
  const ids = Object.fromEntries(order.map((name) => [name, accountFieldId(intent, name)]))
  return (
    <Form
      method="post"
      action={paths.profile()}
      className="acct__form"
      noValidate
      preventScrollReset
      reloadDocument={reloadDocument}
      aria-label={label}
    >
      {refusal?.intent === intent ? <FormRefusal outcome={refusal} order={order} ids={ids} /> : null}
      <input type="hidden" name="intent" value={intent} />
      {children}
      <div>
        <button
          type="submit"
          className={variant === 'ink' ? 'btn' : `btn btn--${variant}`}
          aria-busy={busy || undefined}
        >
          {busy ? 'Saving…' : button}
        </button>
      </div>
    </Form>
  )
}

/** Props of a field in one of the forms: its id and error. */
export function accountField(intent: AccountIntent, name: string, refusal: AccountRefusal | undefined) {
  return {
    name,
    id: accountFieldId(intent, name),
    error: refusal?.intent === intent ? refusal.errors[name] : undefined,
  }
}

/** The submitted value of a refused form, else the stored one. */
export const accountValue = (
  intent: AccountIntent,
  name: string,
  refusal: AccountRefusal | undefined,
  known = '',
): string => (refusal?.intent === intent ? (refusal.values[name] ?? known) : known)

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
