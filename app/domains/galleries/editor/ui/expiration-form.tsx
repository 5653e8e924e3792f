import { Form } from 'react-router'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { useStudioZone } from '~/ui/studio/studio-zone'
import type { GalleryExpiration } from '../../expiration/operations.server'

interface ExpirationFormProps
  extends Pick<GalleryExpiration, 'gallery' | 'suggested' | 'today' | 'coverage'> {
  outcome: FormOutcome<'expiresOn'> | undefined
}

/** Forms for a gallery's expiration: change the date, close it, or reopen it. */
export function ExpirationForm({ gallery, suggested, today, coverage, outcome }: ExpirationFormProps) {
  const { state, expiresOn, pausedAt, version } = gallery
  const isClosed = state === 'expired'
  const zone = useStudioZone()
  const suggestion = isClosed || pausedAt !== null ? suggested : (expiresOn ?? '')
  return (
    <Form method="post" className="st-form cns-sec" noValidate>
      <h2 className="st-h2">{isClosed ? 'Reopen gallery' : 'Change expiration date'}</h2>
      <FormRefusal outcome={outcome} order={['expiresOn']} />
      <input type="hidden" name="version" value={version} />
      <Field
        label="Expiration date"
        optional
        type="date"
        name="expiresOn"
        min={today}
        defaultValue={outcome?.values.expiresOn ?? suggestion}
        error={outcome?.errors.expiresOn}
        hint={`Closes at 11:59 PM ${zone.name} on this day. Leave blank to keep it open.`}
      />
      <div className="st-act">
        <button type="submit" className="btn" name="intent" value="extend">
          {isClosed ? 'Reopen gallery' : 'Save date'}
        </button>
        {state === 'published' ? (
          <button type="submit" className="btn btn--line" name="intent" value="close">
            {pausedAt !== null || coverage?.isComplete === false ? 'Close anyway' : 'Close now'}
          </button>
        ) : null}
      </div>
      <p className="hint">
        {state === 'draft'
          ? 'This gallery is a draft. The date applies once it’s published.'
          : 'Clients won’t be able to open a closed gallery. Nothing is deleted.'}
      </p>
    </Form>
  )
}
