import type { ReactNode } from 'react'
import { Field, Select, TextArea } from '~/ui/field'
import type { RowField } from '../rows/field'

interface RowControlProps {
  field: RowField
  value: string
  error: string | undefined
  photos: { slug: string; title: string }[]
  /** Replaces the field's own hint. */
  hint?: ReactNode
}

export function RowControl({ field, value, error, photos, hint = field.hint }: RowControlProps) {
  const { name, label, kind, optional, rows, choices = [] } = field
  const given = { name, label, hint, error, optional }
  switch (kind) {
    case 'text':
    case 'lines':
      return <TextArea {...given} defaultValue={value} rows={rows ?? 6} />
    case 'switch':
      return (
        <label className="chk" htmlFor={`field-${name}`}>
          <input
            type="checkbox"
            id={`field-${name}`}
            name={name}
            value="yes"
            defaultChecked={value === 'yes'}
          />
          <span>{label}</span>
        </label>
      )
    case 'photo': {
      const known = value === '' || photos.some(({ slug }) => slug === value)
      return (
        <Select {...given} defaultValue={value}>
          <option value="">None</option>
          {(known ? photos : [{ slug: value, title: value }, ...photos]).map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </Select>
      )
    }
    case 'choice':
      return (
        <Select {...given} defaultValue={value}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )
    case 'price':
      return <Field {...given} defaultValue={value} inputMode="decimal" autoComplete="off" />
    case 'date':
      return <Field {...given} type="date" defaultValue={value} />
    case 'line':
      return <Field {...given} defaultValue={value} />
  }
}
