import type { ReactNode } from 'react'
import { Field } from './field'

interface PersonFieldProps {
  label?: string
  name?: string
  id?: string
  value?: string | undefined
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean
}

export const NameField = ({ label = 'Your name', name = 'name', value, ...rest }: PersonFieldProps) => (
  <Field label={label} name={name} autoComplete="name" maxLength={120} defaultValue={value} {...rest} />
)

interface EmailFieldProps extends PersonFieldProps {
  /** `username` beside a password, so that password managers store both together. */
  autoComplete?: 'username' | 'email'
  readOnly?: boolean
}

export function EmailField({
  label = 'Email',
  name = 'email',
  autoComplete = 'email',
  value,
  ...rest
}: EmailFieldProps) {
  return (
    <Field
      label={label}
      name={name}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      defaultValue={value}
      {...rest}
    />
  )
}

export const PhoneField = ({ label = 'Phone', name = 'phone', value, ...rest }: PersonFieldProps) => (
  <Field
    label={label}
    name={name}
    type="tel"
    inputMode="tel"
    autoComplete="tel"
    optional
    maxLength={40}
    defaultValue={value}
    {...rest}
  />
)
