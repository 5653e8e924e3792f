import type { ReactNode } from 'react'
import type { FieldValues } from '~/platform/forms'
import { Field, Select } from '~/ui/field'
import type { RuleChoices } from '../../schedules/model'

interface PreviewFieldsProps {
  choices: RuleChoices
  values: FieldValues
  children: ReactNode
}

/** Which session, where, and in which month. */
export function PreviewFields({ choices, values, children }: PreviewFieldsProps) {
  return (
    <div className="rl-ask">
      <Select name="service" label="Session" defaultValue={values.service} required={false}>
        {choices.types
          .filter(({ isPublished }) => isPublished)
          .map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
      </Select>
      <Select name="location" label="Location" defaultValue={values.location} required={false}>
        {choices.places.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </Select>
      <Field
        name="month"
        type="month"
        label="Month"
        defaultValue={values.month}
        placeholder="2026-12"
        required={false}
      />
      {children}
    </div>
  )
}
