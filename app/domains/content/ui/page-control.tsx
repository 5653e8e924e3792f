import type { ChoosablePhoto } from '~/domains/photos/model'
import { PhotoField } from '~/domains/photos/ui/photo-field'
import { Field, Select, TextArea } from '~/ui/field'
import type { PageField } from '../pages/fields'
import type { PageChoices } from '../pages.server'

export interface PageControlGiven {
  shown: Record<string, string>
  errors: Partial<Record<string, string>>
  /** The field to focus. */
  focus: string | undefined
  photos: ChoosablePhoto[]
  choices: PageChoices
}

/** One field of a page. */
export function PageControl({
  field: { name, label, hint, kind, optional },
  shown,
  errors,
  focus,
  photos,
  choices,
}: PageControlGiven & { field: PageField }) {
  const value = shown[name] ?? ''
  const given = {
    name,
    label,
    hint,
    optional,
    error: errors[name],
    defaultValue: value,
    // Focuses a row just added or moved.
    autoFocus: name === focus,
  }
  switch (kind) {
    case 'text':
      return <TextArea {...given} rows={3} />
    case 'markdown':
      return <TextArea {...given} rows={16} />
    case 'photo':
      return <PhotoField {...given} photos={photos} />
    case 'service':
    case 'session-type':
    case 'topic':
      return (
        <Select {...given}>
          {choices[kind].some((choice) => choice.value === value) ? null : <option>{value}</option>}
          {choices[kind].map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )
    case 'money':
      return <Field {...given} inputMode="decimal" />
    case 'line':
      return <Field {...given} />
  }
}
