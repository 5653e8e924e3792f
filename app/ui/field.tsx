import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { isHydrated } from './hydrated'
import { Icon } from './icon'

interface Labelled {
  label: ReactNode
  name: string
  /** Unique on the page; by default from the name. The error summary links to it. */
  id?: string | undefined
  error?: string | undefined
  hint?: ReactNode | undefined
  optional?: boolean | undefined
  className?: string | undefined
}

export const fieldId = (name: string): string => `field-${name}`

export function Field({
  label,
  optional,
  error,
  hint,
  className,
  ...input
}: Labelled & ComponentProps<'input'>) {
  const id = input.id ?? fieldId(input.name)
  return (
    <Box {...{ id, label, optional, error, hint, className }}>
      <input
        className="in"
        {...input}
        {...described(id, { error, hint })}
        required={!optional && input.required !== false}
      />
    </Box>
  )
}

export function TextArea({
  label,
  optional,
  error,
  hint,
  className,
  ...area
}: Labelled & ComponentProps<'textarea'>) {
  const id = area.id ?? fieldId(area.name)
  return (
    <Box {...{ id, label, optional, error, hint, className }}>
      <textarea
        className="in"
        {...area}
        {...described(id, { error, hint })}
        required={!optional && area.required !== false}
      />
    </Box>
  )
}

export function Select({
  label,
  optional,
  error,
  hint,
  className,
  ...select
}: Labelled & ComponentProps<'select'>) {
  const id = select.id ?? fieldId(select.name)
  return (
    <Box {...{ id, label, optional, error, hint, className }}>
      <select
        className="in"
        {...select}
        {...described(id, { error, hint })}
        required={!optional && select.required !== false}
      />
    </Box>
  )
}

/** Label, control, hint and error, in this order. */
function Box({
  id,
  label,
  optional,
  error,
  hint,
  className,
  children,
}: Omit<Labelled, 'name'> & { children: ReactNode }) {
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <label htmlFor={id}>
        {label}
        {optional ? <span className="opt"> (optional)</span> : null}
      </label>
      {children}
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}

function described(id: string, { error, hint }: Pick<Labelled, 'error' | 'hint'>) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  }
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <Icon name="alert" small />
      <span>{children}</span>
    </p>
  )
}

interface ErrorSummaryProps {
  title: string
  /** Sentences by field name, in the order of the form. */
  errors: Record<string, string | undefined>
  /** Field ids that differ from the name. */
  ids?: Record<string, string> | undefined
}

/** Shown above a refused form, and focused. */
export function ErrorSummary({ title, errors, ids = {} }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const found = Object.entries(errors).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const key = String(found)
  useEffect(() => {
    // If the server sent the page, `autofocus` has focused it, and the visitor may have moved on.
    if (key && isHydrated()) box.current?.focus()
  }, [key])
  if (found.length === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: works without script
    <div className="note note--stop" role="alert" tabIndex={-1} ref={box} autoFocus>
      <Icon name="alert" />
      <div>
        <strong>{title}</strong>
        <ul className="note__list">
          {found.map(([name, sentence]) => (
            <li key={name}>
              <a href={`#${ids[name] ?? fieldId(name)}`}>{sentence}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
