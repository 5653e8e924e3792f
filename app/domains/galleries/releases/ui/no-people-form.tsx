import { Form } from 'react-router'
import { photoCount } from '../../client-gallery/client-gallery-words'

interface NoPeopleFormProps {
  noRecognizablePeople: boolean
  /** Whether visitors can see it. */
  isPublic: boolean
  /** Why it can't be public; null: it can. */
  missing: string | null
  /** Whether to confirm that it will be unpublished. */
  asksToTakeOff: boolean
}

/** The form for whether a photo shows recognizable people, and which release is missing. */
export function NoPeopleForm({ noRecognizablePeople, isPublic, missing, asksToTakeOff }: NoPeopleFormProps) {
  return (
    <Form method="post" className="cns-state">
      {missing === null ? null : (
        <p>
          {isPublic ? (
            'This photo was published before you started tracking releases. '
          ) : (
            <span className="tag tag--hollow">Not public</span>
          )}{' '}
          {missing}
        </p>
      )}
      <p>
        {noRecognizablePeople
          ? 'No recognizable people, so it doesn’t need a release.'
          : 'People are recognizable, so your public site shows it only with a release.'}
      </p>
      {asksToTakeOff ? (
        <p className="note note--stop" role="alert">
          This photo is public now, and no release allows it. This removes {photoCount(1)} from your site
          right away.
        </p>
      ) : null}
      <input type="hidden" name="seen" value={asksToTakeOff ? '1' : '0'} />
      <button
        type="submit"
        className={asksToTakeOff ? 'btn btn--stop' : 'btn btn--line'}
        name="intent"
        value={noRecognizablePeople ? 'recognizable-people' : 'no-recognizable-people'}
      >
        {noRecognizablePeople ? 'Has recognizable people' : 'No recognizable people'}
      </button>
    </Form>
  )
}
