import { useEffect, useRef } from 'react'
import { ErrorSummary } from './field'
import { type FormOutcome, needsFixing } from './form-outcome'
import { isHydrated } from './hydrated'
import { Icon } from './icon'

interface FormRefusalProps<Field extends string> {
  outcome: Partial<FormOutcome<Field>> | undefined
  /** The fields in the order of the form. */
  order?: readonly Field[]
  /** Field ids that differ from the name. */
  ids?: Record<string, string>
}

/** Shown above a refused form, and focused: one sentence for the form, or one for each field. */
export function FormRefusal<Field extends string>({ outcome, order = [], ids }: FormRefusalProps<Field>) {
  if (!outcome) return null
  if (outcome.sentence) return <Sentence key={outcome.sentence}>{outcome.sentence}</Sentence>
  const errors = Object.fromEntries(order.map((name) => [name, outcome.errors?.[name]]))
  const count = Object.values(errors).filter(Boolean).length
  return <ErrorSummary title={needsFixing(count)} errors={errors} ids={ids} />
}

function Sentence({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null)
  // If the server sent the page, `autofocus` has focused it.
  useEffect(() => {
    if (isHydrated()) box.current?.focus()
  }, [])
  return (
    // biome-ignore lint/a11y/noAutofocus: works without script
    <div className="note note--stop" role="alert" tabIndex={-1} ref={box} autoFocus>
      <Icon name="alert" />
      <p>{children}</p>
    </div>
  )
}
