import { Field, Select, TextArea } from '~/ui/field'
import type { SettingField } from '../settings/fields'

interface SettingControlProps {
  field: SettingField
  value: string
  error: string | undefined
  photos: { slug: string; title: string }[]
  zones: string[]
  /** Set by the operator; the stored value stays. */
  readOnly?: boolean
}

const INPUT_TYPES = { email: 'email', tel: 'tel', url: 'url', date: 'date' } as Record<
  string,
  string | undefined
>

export function SettingControl({
  field,
  value,
  error,
  photos,
  zones,
  readOnly = false,
}: SettingControlProps) {
  const { name, label, hint, kind, optional, autoComplete } = field
  const given = { name, label, hint, error, optional }
  switch (kind) {
    case 'text':
    case 'lines':
      return <TextArea {...given} defaultValue={value} rows={kind === 'lines' ? 6 : 3} />
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
    case 'photo':
      return (
        <Select {...given} defaultValue={value}>
          {optional ? <option value="">None</option> : null}
          {photos.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </Select>
      )
    case 'zone':
      return (
        <Select {...given} defaultValue={value}>
          {(zones.includes(value) ? zones : [value, ...zones]).map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </Select>
      )
    case 'choice':
      return (
        <Select {...given} defaultValue={value}>
          {field.choices?.map(([choice, called]) => (
            <option key={choice} value={choice}>
              {called}
            </option>
          ))}
        </Select>
      )
    case 'number':
    case 'percent':
    case 'cents':
      return <Field {...given} defaultValue={value} inputMode={kind === 'number' ? 'numeric' : 'decimal'} />
    default:
      return (
        <Field
          {...given}
          type={INPUT_TYPES[kind]}
          defaultValue={value}
          autoComplete={autoComplete}
          readOnly={readOnly}
        />
      )
  }
}
