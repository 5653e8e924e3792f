import { useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { ChoosablePhoto } from '~/domains/photos/model'
import { PhotoField } from '~/domains/photos/ui/photo-field'
import { accentColors, isAccent } from '~/platform/accent'
import { currencyName } from '~/platform/amounts'
import { browserZone } from '~/platform/wall-clock'
import { Field, fieldId, Select, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import { TimeField } from '~/ui/studio/studio-zone'
import {
  hoursField,
  SETTINGS_GROUPS,
  type SettingField,
  type SettingsGroup,
  WEEKDAYS,
} from '../settings/fields'
import type { PromoState } from '../shell'
import { SwitchField } from './switch-field'

type Currencies = { code: string; name: string }[]

interface SettingsFormProps {
  group: SettingsGroup
  values: Record<string, string>
  version: number
  saved: boolean
  photos: ChoosablePhoto[]
  zones: string[]
  currencies?: Currencies
  /** Whether visitors see the promotion, on its own page. */
  promo?: PromoState['state'] | undefined
  /** The current state, or why some fields are read-only. */
  note?: string | undefined
  /** Names of the read-only fields. */
  fixed?: readonly string[]
  outcome: FormOutcome<string> | undefined
}

/** The form of a settings group. Saving publishes. */
export function SettingsForm(props: SettingsFormProps) {
  const { group, values, version, saved, photos, zones, currencies, promo, note, fixed = [], outcome } = props
  const { about, fields } = SETTINGS_GROUPS[group]
  const [isDirty, setDirty] = useState(false)
  const isBusy = useNavigation().state === 'submitting'
  const shown: Partial<Record<string, string>> = { ...values, ...outcome?.values }
  const errors = outcome?.errors ?? {}
  return (
    <Form
      method="post"
      className="st-sheet st-form"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal outcome={outcome} order={Object.keys({ ...values, ...errors })} />
      {saved && !outcome ? <SavedNote>{savedSentence(group, promo)}</SavedNote> : null}
      <p className="ink2">{about}</p>
      {note ? <p className="note">{note}</p> : null}
      <input type="hidden" name="version" value={version} />
      {group === 'hours' ? <HoursFields values={shown} errors={errors} /> : null}
      {fields.map((field) => (
        <SettingControl
          key={field.name}
          field={field}
          value={shown[field.name] ?? ''}
          error={errors[field.name]}
          photos={photos}
          zones={zones}
          currencies={currencies}
          readOnly={fixed.includes(field.name)}
        />
      ))}
      <div className="st-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}

function savedSentence(group: SettingsGroup, promo: PromoState['state'] | undefined): string {
  if (group === 'sender') return 'Saved. Your next email will use this.'
  switch (promo) {
    case 'over':
      return 'Saved. The pop-up has ended, so visitors don’t see it.'
    case 'ahead':
      return 'Saved. Visitors will see the pop-up from its start date.'
    case 'off':
      return 'Saved. The pop-up is off, so visitors don’t see it.'
    case 'shown':
    case undefined:
      return 'Saved and published.'
  }
}

interface SettingControlProps {
  field: SettingField
  value: string
  error: string | undefined
  photos: ChoosablePhoto[]
  zones: string[]
  currencies?: Currencies | undefined
  /** The owner hasn't chosen the time zone yet, so it becomes the browser's. */
  suggestsZone?: boolean
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
  currencies = [],
  suggestsZone = false,
  readOnly = false,
}: SettingControlProps) {
  const { name, label, hint, kind, optional, autoComplete } = field
  const given = { name, label, hint, error, optional }
  switch (kind) {
    case 'text':
    case 'lines':
      return <TextArea {...given} defaultValue={value} rows={kind === 'lines' ? 6 : 3} />
    case 'switch':
      return <SwitchField {...{ name, label, hint, value }} />
    case 'photo':
      return <PhotoField {...given} defaultValue={value} photos={photos} />
    case 'zone':
      return <ZoneField {...given} value={value} zones={zones} isSuggested={suggestsZone} />
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
    case 'color':
      return <ColorField {...given} value={value} />
    case 'currency':
      return <CurrencyField {...given} value={value} currencies={currencies} />
    case 'cents':
      return (
        <Field {...given} label={`${label} (${currencyName()})`} defaultValue={value} inputMode="decimal" />
      )
    case 'number':
    case 'percent':
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

/** Time zones. @param isSuggested whether the browser's is chosen, unless someone was faster than the script */
function ZoneField({
  value,
  zones,
  isSuggested,
  ...field
}: Omit<Parameters<typeof Select>[0], 'children'> & {
  value: string
  zones: string[]
  isSuggested: boolean
}) {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    const select = document.getElementById(fieldId(field.name))
    const isTouched = select === document.activeElement || (select as HTMLSelectElement).value !== value
    if (!isSuggested || isTouched) return
    setShown(browserZone() ?? value)
  }, [field.name, isSuggested, value])
  return (
    <Select {...field} key={shown} defaultValue={shown}>
      {(zones.includes(shown) ? zones : [shown, ...zones]).map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
    </Select>
  )
}

/** Name of the box that confirms a change of the currency. Its value is the new one. */
export const CONFIRMS_CURRENCY = 'currency.confirmed'

/** The currencies by name. A change that would alter prices has to be confirmed. */
function CurrencyField({
  value,
  currencies,
  ...field
}: Omit<Parameters<typeof Select>[0], 'children'> & { value: string; currencies: Currencies }) {
  return (
    <>
      <Select {...field} defaultValue={value}>
        {currencies.map(({ code, name }) => (
          <option key={code} value={code}>
            {name} ({code})
          </option>
        ))}
      </Select>
      {field.error ? (
        <label className="chk" htmlFor="currency-confirmed">
          <input type="checkbox" id="currency-confirmed" name={CONFIRMS_CURRENCY} value={value} />
          <span>Change the currency to {value}</span>
        </label>
      ) : null}
    </>
  )
}

/** A color, and how it looks on paper and on black. */
function ColorField({ value, ...field }: Parameters<typeof Field>[0] & { value: string }) {
  const [color, setColor] = useState(value)
  const shown = isAccent(color) ? accentColors(color) : undefined
  return (
    <div className="accent">
      <Field
        {...field}
        type="color"
        defaultValue={value}
        onInput={(event) => setColor(event.currentTarget.value)}
      />
      {shown ? (
        <p className="accent__show" aria-hidden="true">
          <span style={{ color: shown.paper }}>On paper</span>
          <span data-theme="darkroom" style={{ color: shown.dark }}>
            On black
          </span>
        </p>
      ) : null}
    </div>
  )
}

interface HoursFieldsProps {
  values: Partial<Record<string, string>>
  errors: Partial<Record<string, string>>
}

/** Opening and closing times of each day. */
export function HoursFields({ values, errors }: HoursFieldsProps) {
  return WEEKDAYS.map((weekday, at) => (
    <fieldset key={weekday} className="st-day">
      <legend className="legend">{weekday}</legend>
      {(['opens', 'closes'] as const).map((end) => {
        const name = hoursField(at + 1, end)
        return (
          <TimeField
            key={end}
            name={name}
            label={end === 'opens' ? 'Opens' : 'Closes'}
            required={false}
            defaultValue={values[name] ?? ''}
            error={errors[name]}
          />
        )
      })}
    </fieldset>
  ))
}
