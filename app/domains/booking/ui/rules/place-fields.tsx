import type { ChoosablePhoto } from '~/domains/photos/model'
import { PhotoField } from '~/domains/photos/ui/photo-field'
import { currencyName } from '~/platform/amounts'
import type { FieldValues } from '~/platform/forms'
import { Field, Select } from '~/ui/field'
import { Check } from './record-form'

interface PlaceFieldsProps {
  values: FieldValues
  errors: FieldValues
  isNew: boolean
  photos: ChoosablePhoto[]
}

export function PlaceFields({ values, errors, isNew, photos }: PlaceFieldsProps) {
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  return (
    <>
      <Field {...field('title')} label="Title" />
      {isNew ? (
        <Field
          {...field('slug')}
          label="URL slug"
          hint="For example, riverside-park. You can’t change it later."
          autoCapitalize="off"
        />
      ) : null}
      <Field {...field('summary')} label="Summary" optional />
      <Select {...field('kind')} label="Type">
        <option value="studio">Studio</option>
        <option value="outdoor">Outdoors</option>
        <option value="client">Client’s location (asks for an address when booking)</option>
      </Select>
      <Field
        {...field('address')}
        label="Address"
        optional
        hint="Shown in confirmations and calendar entries. Leave blank to use your business address from Settings."
      />
      <div className="rl-two">
        <Field
          {...field('latitude')}
          label="Latitude"
          optional
          inputMode="decimal"
          hint="Used to calculate sunset."
        />
        <Field
          {...field('longitude')}
          label="Longitude"
          optional
          inputMode="decimal"
          hint="Use a negative number for west."
        />
        <Field
          {...field('travelMinutes')}
          label="Travel time (minutes)"
          inputMode="numeric"
          hint="Blocked before and after each session."
        />
        <Field {...field('travelFee')} label={`Travel fee (${currencyName()})`} inputMode="decimal" />
      </div>
      <PhotoField
        {...field('photo')}
        label="Photo"
        optional
        hint="Shown while clients book a session here, and in their emails. Without one, they see the service’s."
        photos={photos}
      />
      <Check
        name="isDefault"
        label="Default location (offered first)"
        isChecked={values.isDefault === 'yes'}
        error={errors.isDefault}
      />
    </>
  )
}
