import { FieldError } from '~/ui/field'
import { Mark } from '~/ui/mark'
import { dollars } from '~/ui/money'
import type { SessionType } from '../model'
import { sessionFacts } from './session-facts'
import { SessionPrice } from './session-price'

/** Ruled rows, one choice; the chosen name is circled, by CSS alone, so that it works before script does. */
export function SessionTypes(props: { types: SessionType[]; chosen: string; error: string | undefined }) {
  const { types, chosen, error } = props
  return (
    <fieldset
      className="types"
      id="field-service"
      tabIndex={-1}
      aria-describedby={error ? 'service-error' : undefined}
    >
      <legend className="vh">Session</legend>
      {error && <FieldError id="service-error">{error}</FieldError>}
      {types.map((type) => (
        <label key={type.slug}>
          <input
            type="radio"
            name="service"
            value={type.slug}
            required
            defaultChecked={type.slug === chosen}
            aria-describedby={`${type.slug}-facts`}
          />
          <span className="nm t2">
            {type.title}
            <Mark kind="circle" draw />
          </span>
          <span className="d">{type.summary}.</span>
          <span className="amt">
            <SessionPrice type={type} />
          </span>
          <span className="m edge edge--sm" id={`${type.slug}-facts`}>
            {sessionFacts(type)}
            {type.depositCents > 0 ? `\u00a0· ${dollars(type.depositCents)}\u00a0deposit` : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
