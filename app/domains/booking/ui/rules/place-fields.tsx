import { Field, Select } from '~/ui/field'
import type { FieldValues } from '../../rule-fields'
import { Check } from './record-form'

interface PlaceFieldsProps {
  values: FieldValues
  errors: FieldValues
  isNew: boolean
}

export function PlaceFields({ values, errors, isNew }: PlaceFieldsProps) {
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  return (
    <>
      <Field {...field('title')} label="Title" />
      {isNew ? (
        <Field
          {...field('slug')}
          label="Word in addresses"
          hint="Such as branch-brook-park. It stays for good."
          autoCapitalize="off"
        />
      ) : null}
      <Field {...field('summary')} label="Summary" optional />
      <Select {...field('kind')} label="Kind">
        <option value="studio">The studio</option>
        <option value="outdoor">Outdoors</option>
        <option value="client">At the client’s: the form asks for the address</option>
      </Select>
      <Field
        {...field('address')}
        label="Address"
        optional
        hint="It stands in confirmations and calendars. Empty for the studio itself: its address of Settings, Business."
      />
      <div className="rl-two">
        <Field
          {...field('latitude')}
          label="Latitude"
          optional
          inputMode="decimal"
          hint="Sunset is computed for it."
        />
        <Field
          {...field('longitude')}
          label="Longitude"
          optional
          inputMode="decimal"
          hint="West is negative."
        />
        <Field
          {...field('travelMinutes')}
          label="Travel in minutes"
          inputMode="numeric"
          hint="Kept free before and after."
        />
        <Field {...field('travelFee')} label="Travel fee in dollars" inputMode="decimal" />
      </div>
      <Check
        name="isDefault"
        label="Default: offered first"
        isChecked={values.isDefault === 'yes'}
        error={errors.isDefault}
      />
    </>
  )
}
