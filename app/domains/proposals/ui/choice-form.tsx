import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { exactMoney, money } from '~/platform/money'
import { FieldError, fieldId } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { type Choice, depositOf, isFor, optionField, PACKAGE_FIELD, priceOf, readChoice } from '../choice'
import type { ProposalView } from '../client/model'

interface ChoiceFormProps {
  view: Pick<ProposalView, 'menu' | 'rules' | 'deposit' | 'chosen' | 'version'>
  action: string
  /** Whether it can be sent, and not only looked at. */
  isOpen: boolean
  outcome: { sentence?: string; errors: Record<string, string>; values: Record<string, string> } | undefined
}

/** The packages and extras of a proposal, with what they cost together. */
export function ChoiceForm({ view, action, isOpen, outcome }: ChoiceFormProps) {
  const { menu, chosen } = view
  const form = useRef<HTMLFormElement>(null)
  const first = initialChoice(view, outcome?.values)
  const [choice, setChoice] = useState(first)
  const { state, formData } = useNavigation()
  const isBusy = state !== 'idle' && formData?.get('intent') === 'choose'
  const errors = outcome?.errors ?? {}
  const follow = () => {
    if (form.current) setChoice((before) => choiceIn(form.current as HTMLFormElement, view, before))
  }
  // Choices made before hydration are in the inputs, not in the state.
  useEffect(() => {
    if (form.current) setChoice((before) => choiceIn(form.current as HTMLFormElement, view, before))
  }, [view])
  const orderOfFields = [PACKAGE_FIELD, ...menu.options.map((_, at) => optionField(at))]
  return (
    <Form ref={form} method="post" action={action} className="prp-form" noValidate onChange={follow}>
      <FormRefusal outcome={outcome} order={orderOfFields} />
      <input type="hidden" name="version" value={view.version} />
      <fieldset
        id={fieldId(PACKAGE_FIELD)}
        tabIndex={-1}
        aria-describedby={errors[PACKAGE_FIELD] ? 'package-error' : undefined}
      >
        <legend className="t2">{menu.packages.length === 1 ? 'Your package' : 'Choose your package'}</legend>
        {errors[PACKAGE_FIELD] ? <FieldError id="package-error">{errors[PACKAGE_FIELD]}</FieldError> : null}
        {menu.packages.map(({ title, text, priceCents }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was sent never changes
          <label key={at} className="chk prp-pick">
            <input type="radio" name={PACKAGE_FIELD} value={at} defaultChecked={first.package === at} />
            <span className="prp-line">
              <span className="t3">{title}</span>
              <span className="t3">{money(priceCents)}</span>
            </span>
            <Lines text={text} />
          </label>
        ))}
      </fieldset>
      {menu.options.length === 0 ? null : (
        <fieldset>
          <legend className="t2">Extras</legend>
          {menu.options.map((_, at) => (
            <OptionField
              key={optionField(at)}
              {...{ menu, at, choice }}
              quantity={first.options[at] ?? 0}
              error={errors[optionField(at)]}
            />
          ))}
        </fieldset>
      )}
      <Total view={view} choice={choice} />
      {isOpen ? (
        <div>
          <button type="submit" className="btn" name="intent" value="choose" aria-busy={isBusy || undefined}>
            {chosen ? 'Save choice' : 'Continue to sign'}
          </button>
        </div>
      ) : null}
    </Form>
  )
}

/** Points of a list wrap beside their bullets. */
const Lines = ({ text }: { text: string }) =>
  text === '' ? null : (
    <span className="prp-text ink2">
      {text.split('\n').map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was sent never changes
        <span key={at} className={line.startsWith('• ') ? 'prp-point' : undefined}>
          {`${line}\n`}
        </span>
      ))}
    </span>
  )

interface OptionFieldProps {
  menu: ProposalView['menu']
  at: number
  choice: Choice
  quantity: number
  error: string | undefined
}

function OptionField({ menu, at, choice, quantity, error }: OptionFieldProps) {
  const option = menu.options[at]
  if (!option) return null
  const { title, text, priceCents, most, isRequired, only } = option
  const name = optionField(at)
  const isTheirs = isFor(option, choice.package)
  const words = (
    <>
      <span className="prp-line">
        <span>{title}</span>
        <span>
          {money(priceCents)}
          {most > 1 ? ' each' : ''}
        </span>
      </span>
      <Lines text={text} />
      {only === null ? null : (
        <span className="prp-text ink2">Only with {menu.packages[only - 1]?.title ?? 'another package'}</span>
      )}
      {isRequired ? <span className="prp-text ink2">Always included</span> : null}
    </>
  )
  return (
    <div className="prp-opt" data-off={isTheirs ? undefined : ''}>
      {isRequired && most === 1 ? (
        <p className="prp-fixed">{words}</p>
      ) : most === 1 ? (
        <label className="chk prp-pick">
          <input
            type="checkbox"
            name={name}
            id={fieldId(name)}
            value="1"
            defaultChecked={quantity > 0}
            aria-describedby={error ? `${fieldId(name)}-error` : undefined}
          />
          {words}
        </label>
      ) : (
        <label className="prp-pick prp-pick--many">
          <input
            type="number"
            className="in"
            name={name}
            id={fieldId(name)}
            inputMode="numeric"
            min={isRequired ? 1 : 0}
            max={most}
            defaultValue={quantity}
            aria-describedby={error ? `${fieldId(name)}-error` : undefined}
          />
          {words}
        </label>
      )}
      {error ? <FieldError id={`${fieldId(name)}-error`}>{error}</FieldError> : null}
    </div>
  )
}

function Total({
  view: { menu, rules, deposit },
  choice,
}: {
  view: ChoiceFormProps['view']
  choice: Choice
}) {
  const price = priceOf(menu, choice, rules)
  const depositCents = depositOf(price.totalCents, deposit)
  return (
    <div className="prp-total" aria-live="polite">
      {menu.travelFeeCents > 0 ? (
        <p className="prp-line ink2">
          <span>Travel</span>
          <span>{money(menu.travelFeeCents)}</span>
        </p>
      ) : null}
      {price.addedTaxCents > 0 ? (
        <p className="prp-line ink2">
          <span>{price.taxLabel}</span>
          <span>{exactMoney(price.addedTaxCents)}</span>
        </p>
      ) : null}
      <p className="prp-line t2">
        <span>Total</span>
        <span>{money(price.totalCents)}</span>
      </p>
      {depositCents > 0 ? <p className="ink2">{money(depositCents)} is due when you sign.</p> : null}
    </div>
  )
}

function initialChoice(
  { menu, chosen }: ChoiceFormProps['view'],
  values: Record<string, string> | undefined,
): Choice {
  if (values && Object.hasOwn(values, 'version'))
    return {
      package: menu.packages[Number(values[PACKAGE_FIELD])] ? Number(values[PACKAGE_FIELD]) : 0,
      options: menu.options.map(({ most, isRequired }, at) =>
        Math.min(most, Math.max(isRequired ? 1 : 0, Math.trunc(Number(values[optionField(at)])) || 0)),
      ),
    }
  return (
    chosen?.choice ?? {
      package: 0,
      options: menu.options.map((option) => (option.isRequired && isFor(option, 0) ? 1 : 0)),
    }
  )
}

/** What the form says; the choice before as long as it's not valid. Extras of other packages aren't counted. */
function choiceIn(form: HTMLFormElement, { menu }: ChoiceFormProps['view'], before: Choice): Choice {
  const fields = new FormData(form)
  const get = (name: string) => String(fields.get(name) ?? '')
  const chosen = Number(get(PACKAGE_FIELD))
  const theirs = (name: string) => {
    const at = menu.options.findIndex((_, each) => optionField(each) === name)
    const option = menu.options[at]
    return option && !isFor(option, chosen) ? '' : get(name)
  }
  const read = readChoice(menu, { get: theirs, names: [] })
  return read.ok ? read.choice : before
}
