import type { ReactNode } from 'react'
import { fieldId } from '~/ui/field'
import './field-control.css'

interface SwitchFieldProps {
  name: string
  label: string
  hint?: ReactNode | undefined
  /** 'yes': on. */
  value: string
}

/** A switch with what it does below. */
export function SwitchField({ name, label, hint, value }: SwitchFieldProps) {
  const id = fieldId(name)
  return (
    <div className="fct-switch">
      <label className="chk" htmlFor={id}>
        <input
          type="checkbox"
          {...{ id, name }}
          value="yes"
          defaultChecked={value === 'yes'}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
