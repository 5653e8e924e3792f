import { money } from '~/platform/money'
import { Facts } from '~/ui/facts'
import { FieldError } from '~/ui/field'
import { Mark } from '~/ui/mark'
import type { SessionType } from '../session-types/model'
import { isOffered, placesOf, SessionPrice, sessionFacts } from './session-facts'

/**
 * Session types as radio inputs in rows. CSS draws a circle around the chosen one, so that it works without script.
 */
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
            aria-labelledby={`${type.slug}-title ${type.slug}-price`}
            aria-describedby={`${type.slug}-summary ${type.slug}-facts`}
          />
          <span className="nm t2" id={`${type.slug}-title`}>
            {type.title}
            <Mark kind="circle" draw />
          </span>
          <span className="d" id={`${type.slug}-summary`}>
            {type.summary}.
          </span>
          <span className="amt" id={`${type.slug}-price`}>
            <SessionPrice type={type} />
            {type.depositCents > 0 ? <span className="per"> {money(type.depositCents)} deposit</span> : null}
          </span>
          <span className="m edge" id={`${type.slug}-facts`}>
            <Facts facts={sessionFacts(type)} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/**
 * Locations as radio inputs. All are listed, so that none is missing without script. With script, those that
 * the chosen session type doesn't offer are disabled.
 */
export function Places(props: {
  types: SessionType[]
  /** The chosen session type; undefined until script knows it. */
  type: SessionType | undefined
  chosen: string
  error: string | undefined
}) {
  const { types, type, chosen, error } = props
  return (
    <fieldset
      className="full"
      id="field-location"
      tabIndex={-1}
      aria-describedby={error ? 'location-error' : undefined}
    >
      <legend className="legend">Location</legend>
      {error && <FieldError id="location-error">{error}</FieldError>}
      <div className="bk__locations">
        {placesOf(types).map((place) => {
          const off = type !== undefined && !isOffered(type, place.slug)
          return (
            <label className="chk" key={place.slug} data-disabled={off || undefined}>
              <input
                type="radio"
                name="location"
                value={place.slug}
                required
                disabled={off}
                defaultChecked={place.slug === chosen}
              />
              <span>
                {place.title}
                <br />
                <span className="small ink2">{off ? 'Not available for this session.' : place.summary}</span>
              </span>
            </label>
          )
        })}
      </div>
      <noscript>
        <ul className="bk__locations-note small ink2">
          {types
            .filter(({ places }) => places.length < placesOf(types).length)
            .map(({ slug, title, places }) => (
              <li key={slug}>
                {title}: {places.map((place) => place.title).join(', ')}.
              </li>
            ))}
        </ul>
      </noscript>
    </fieldset>
  )
}
