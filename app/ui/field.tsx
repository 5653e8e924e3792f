import type { ComponentProps, ComponentType, ElementType, MouseEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
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

function fieldOf<Tag extends 'input' | 'textarea' | 'select'>(tag: Tag) {
  const Control = tag as ElementType
  return function Field({
    label,
    optional,
    error,
    hint,
    className,
    ...control
  }: Labelled & ComponentProps<Tag>) {
    const id = control.id ?? fieldId(control.name)
    return (
      <Box {...{ id, label, optional, error, hint, className }}>
        <Control
          className="in"
          {...control}
          {...described(id, { error, hint })}
          required={!optional && control.required !== false}
        />
      </Box>
    )
  }
}

export const Field = /* @__PURE__ */ fieldOf('input')
export const TextArea = /* @__PURE__ */ fieldOf('textarea')
export const Select = /* @__PURE__ */ fieldOf('select')

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

/** The router would treat the link as a navigation, and drop the errors. */
function focusField(click: MouseEvent<HTMLAnchorElement>): void {
  click.preventDefault()
  document.getElementById(click.currentTarget.hash.slice(1))?.focus()
}

/** Shown above a refused form, and focused. */
export function ErrorSummary({ title, errors, ids = {} }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const [CorrectedFields, setCorrectedFields] = useState<ComponentType>()
  const found = Object.entries(errors).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const key = String(found)
  useEffect(() => {
    if (!key) return
    // If the server sent the page, `autofocus` has focused it, and the visitor may have moved on.
    if (isHydrated()) box.current?.focus()
    // Without it, errors stay until the form is sent again.
    import('./corrected-fields').then(
      (loaded) => setCorrectedFields(() => loaded.CorrectedFields),
      () => {},
    )
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
              <a href={`#${ids[name] ?? fieldId(name)}`} onClick={focusField}>
                {sentence}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {CorrectedFields ? <CorrectedFields /> : null}
    </div>
  )
}
