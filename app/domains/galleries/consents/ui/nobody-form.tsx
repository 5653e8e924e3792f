import { Form } from 'react-router'
import { photographs } from './taken-off'

interface NobodyFormProps {
  showsNobody: boolean
  /** Visitors see it. */
  isPublic: boolean
  /** Why it may not be on the public site; null: it may. */
  missing: string | null
  /** It is on the site now, and would come off. */
  asksToTakeOff: boolean
}

/** Whether somebody can be recognized on a photograph, and whose consent it still needs. */
export function NobodyForm({ showsNobody, isPublic, missing, asksToTakeOff }: NobodyFormProps) {
  return (
    <Form method="post" className="cns-state">
      {missing === null ? null : (
        <p>
          {isPublic ? (
            'It is on the site from before the register was kept. '
          ) : (
            <span className="tag tag--hollow">Not public</span>
          )}{' '}
          {missing}
        </p>
      )}
      <p>
        {showsNobody
          ? 'Nobody can be recognized on it, so it needs no consent.'
          : 'Somebody can be recognized on it, so the public site shows it only with consent.'}
      </p>
      {asksToTakeOff ? (
        <p className="note note--stop" role="alert">
          Visitors see it now, and nobody’s consent allows it. With this, {photographs(1)} comes off the site
          at once.
        </p>
      ) : null}
      <input type="hidden" name="seen" value={asksToTakeOff ? '1' : '0'} />
      <button
        type="submit"
        className={asksToTakeOff ? 'btn btn--stop' : 'btn btn--line'}
        name="intent"
        value={showsNobody ? 'shows-somebody' : 'shows-nobody'}
      >
        {showsNobody ? 'It shows somebody' : 'It shows nobody'}
      </button>
    </Form>
  )
}
