import { currencyName } from '~/platform/amounts'
import { Field, FieldError } from '~/ui/field'
import { serviceField } from '../first-services'

interface FirstServicesFieldsProps {
  templates: { notch: string; title: string; summary: string }[]
  values: Partial<Record<string, string>>
  errors: Partial<Record<string, string>>
}

/** The kinds of work, each with its price and deposit. */
export function FirstServicesFields({ templates, values, errors }: FirstServicesFieldsProps) {
  return templates.map(({ notch, title, summary }) => {
    const [offered, price, deposit] = (['offered', 'price', 'deposit'] as const).map((field) =>
      serviceField(notch, field),
    ) as [string, string, string]
    return (
      <fieldset key={notch} className="setup-kind">
        <legend className="legend">{title}</legend>
        <p className="small ink2">{summary}</p>
        <label className="chk" htmlFor={`field-${offered}`}>
          <input
            type="checkbox"
            id={`field-${offered}`}
            name={offered}
            value="yes"
            defaultChecked={values[offered] === 'yes'}
            aria-describedby={errors[offered] ? `field-${offered}-error` : undefined}
          />
          <span>
            I offer this<span className="vh">: {title}</span>
          </span>
        </label>
        {errors[offered] ? <FieldError id={`field-${offered}-error`}>{errors[offered]}</FieldError> : null}
        <div className="setup-kind__amounts">
          <Field
            name={price}
            label={`Price (${currencyName()})`}
            inputMode="decimal"
            required={false}
            defaultValue={values[price] ?? ''}
            error={errors[price]}
          />
          <Field
            name={deposit}
            label={`Deposit (${currencyName()})`}
            inputMode="decimal"
            optional
            defaultValue={values[deposit] ?? ''}
            error={errors[deposit]}
          />
        </div>
      </fieldset>
    )
  })
}
