import { Form } from 'react-router'
import { Field, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { DOWNLOAD_SIZES, type DownloadSize } from '../../access/model'
import { type ShareRights, SIZE_WORDS } from '../model'
import type { ShareField, ShareTicks } from '../share-form'

interface ShareFormProps {
  gallery: { state: string; sizes: DownloadSize[] }
  outcome: FormOutcome<ShareField> | undefined
  /** The boxes that were checked in a refused form. */
  ticked: ShareTicks | undefined
}

/** Shares the gallery with more people, all with the same rights. */
export function ShareForm({ gallery, outcome, ticked }: ShareFormProps) {
  const isOpen = gallery.state === 'published'
  return (
    <section aria-labelledby="share-more">
      <h2 className="st-h2" id="share-more">
        Share with
      </h2>
      <Form method="post" className="st-form" noValidate>
        <input type="hidden" name="intent" value="share" />
        <TextArea
          label="Email addresses"
          name="people"
          rows={3}
          autoComplete="off"
          placeholder="Ann Lee <ann@example.com>"
          defaultValue={outcome?.values.people}
          error={outcome?.errors.people}
          hint="One per line, with or without a name. Each person gets a personal link."
        />
        <RightsFields
          id="new"
          rights={ticked ?? { canFavorite: true, sizes: gallery.sizes }}
          given={gallery.sizes}
        />
        <Field
          label="Expires"
          name="until"
          type="date"
          optional
          defaultValue={outcome?.values.until}
          error={outcome?.errors.until}
          hint="Only if it’s different from the gallery’s expiration date."
        />
        {isOpen ? (
          <label className="chk">
            <input type="checkbox" name="send" value="yes" defaultChecked={ticked?.send ?? true} />
            <span>Send “Your photos are ready” now</span>
          </label>
        ) : null}
        <div className="st-act">
          <button type="submit" className="btn">
            Share
          </button>
        </div>
      </Form>
    </section>
  )
}

interface RightsFieldsProps {
  /** Distinguishes the fields of several forms on a page. */
  id: string
  rights: Pick<ShareRights, 'canFavorite' | 'sizes'>
  /** Sizes that the gallery offers. */
  given: readonly DownloadSize[]
}

/** A client's permissions besides viewing. */
export function RightsFields({ id, rights, given }: RightsFieldsProps) {
  return (
    <fieldset className="st-share__rights">
      <legend className="vh">Permissions</legend>
      <label className="chk">
        <input type="checkbox" name="favorites" value="yes" defaultChecked={rights.canFavorite} />
        <span>Pick favorites</span>
      </label>
      {DOWNLOAD_SIZES.map((size) => (
        <label className="chk" key={size}>
          <input
            type="checkbox"
            name="sizes"
            value={size}
            defaultChecked={rights.sizes.includes(size)}
            aria-describedby={given.includes(size) ? undefined : `${id}-${size}`}
          />
          <span>
            Download: {SIZE_WORDS[size]}
            {given.includes(size) ? null : (
              <small id={`${id}-${size}`}>
                This gallery doesn’t offer this size. Turn it on in Settings.
              </small>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
