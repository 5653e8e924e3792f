import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { photoCount } from '../../client-gallery/client-gallery-words'
import { RELEASE_USES, type ReleaseUse, USE_LABELS } from '../model'
import { RELEASE_FIELDS, type ReleaseField } from '../release-form'
import type { RefusedPhoto } from '../release-rules'

export interface ReleaseOutcome extends FormOutcome<ReleaseField | 'withdrawnOn'> {
  intent: string
  uses?: ReleaseUse[]
  everywhere?: boolean
  /** Photos that would be unpublished; saving has to be confirmed. */
  takenOff?: RefusedPhoto[]
}

export type ReleaseValues = Record<Exclude<ReleaseField, 'uses'>, string> & {
  uses: ReleaseUse[]
  everywhere: boolean
}

interface ReleaseFormProps {
  values: ReleaseValues
  /** null: a new release. */
  version: number | null
  /** The galleries that it covers, if it is for all galleries of a client. */
  covered: { id: string; title: string }[]
  outcome: ReleaseOutcome | undefined
}

/** The form of a release: person, permitted uses, and how it was given. */
export function ReleaseForm({ values: stored, version, covered, outcome }: ReleaseFormProps) {
  const [isDirty, setDirty] = useState(false)
  const isBusy = useNavigation().state === 'submitting'
  const values = { ...stored, ...outcome?.values, uses: outcome?.uses ?? stored.uses }
  const everywhere = outcome?.everywhere ?? stored.everywhere
  const field = (name: Exclude<ReleaseField, 'uses'>) => ({
    name,
    defaultValue: values[name],
    error: outcome?.errors[name],
    autoComplete: 'off',
  })
  const takenOff = outcome?.takenOff ?? []
  return (
    <Form
      method="post"
      className="st-sheet st-form cns-form"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal outcome={outcome} order={RELEASE_FIELDS} />
      <RemovedFromSite
        photos={takenOff}
        lead={`Not saved yet. Saving removes ${photoCount(takenOff.length)} from your public site right away:`}
      />
      {version === null ? null : <input type="hidden" name="version" value={version} />}
      <input type="hidden" name="seen" value={takenOff.length} />
      <Field label="Name" hint="One person per release." {...field('name')} />
      <Field
        label="Email"
        optional
        type="email"
        hint="Links this release to the client’s record."
        {...field('email')}
      />
      <label className="chk">
        <input type="checkbox" name="everywhere" value="yes" defaultChecked={everywhere} />
        <span>Covers every gallery shared with this email, now and later</span>
      </label>
      {covered.length > 1 ? (
        <p className="hint">Saving or withdrawing changes it in {inWords(covered)}.</p>
      ) : null}
      <div className="cns-two">
        <Field
          label="Date of birth"
          optional
          type="date"
          hint="Only for someone under 18 on the day of the shoot."
          {...field('bornOn')}
        />
        <Field
          label="Parent or guardian"
          optional
          hint="The adult who signed for them."
          {...field('guardian')}
        />
      </div>
      <fieldset>
        <legend>Allowed uses</legend>
        {RELEASE_USES.map((use) => (
          <label className="chk" key={use}>
            <input type="checkbox" name="uses" value={use} defaultChecked={values.uses.includes(use)} />
            <span>{USE_LABELS[use]}</span>
          </label>
        ))}
        <p className="hint">
          If you check nothing, this person is recorded as declining, and photos from this gallery stay off
          your public site.
        </p>
      </fieldset>
      <div className="cns-two">
        <Field label="Date given" type="date" {...field('givenOn')} />
        <Field
          label="How it was given"
          hint="For example, signed on paper or by email."
          {...field('basis')}
        />
      </div>
      <div className="st-act">
        <button
          type="submit"
          className={takenOff.length > 0 ? 'btn btn--stop' : 'btn'}
          name="intent"
          value="save"
          aria-busy={isBusy || undefined}
        >
          {buttonLabel(isBusy, takenOff.length, version === null)}
        </button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}

/** “Wedding”, “Portraits” and “Newborn” */
function inWords(galleries: { title: string }[]): string {
  const titles = galleries.map(({ title }) => `“${title}”`)
  return `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`
}

function buttonLabel(isBusy: boolean, takenOff: number, isNew: boolean): string {
  if (isBusy) return 'Saving…'
  if (takenOff > 0) return `Save and remove ${photoCount(takenOff)} from the site`
  return isNew ? 'Record release' : 'Save'
}

interface WithdrawalFormProps {
  version: number
  today: string
  /** Photos that will be unpublished. */
  takenOff: RefusedPhoto[]
  outcome: ReleaseOutcome | undefined
}

/** The form that withdraws a release, after a list of what will be unpublished. */
export function WithdrawalForm({ version, today, takenOff, outcome }: WithdrawalFormProps) {
  const count = takenOff.length
  return (
    <details className="cns-fold" open={outcome !== undefined}>
      <summary>Withdraw release</summary>
      <Form method="post" className="st-sheet st-form cns-form" noValidate>
        <FormRefusal outcome={outcome} order={['withdrawnOn']} />
        <RemovedFromSite
          photos={takenOff}
          lead={
            count === 1
              ? 'This photo will be removed from your public site right away:'
              : `These ${count} photos will be removed from your public site right away:`
          }
        />
        {count === 0 ? (
          <p>No public photos depend on this release, so nothing will be removed from your site.</p>
        ) : null}
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="seen" value={count} />
        <Field
          label="Withdrawn on"
          type="date"
          name="withdrawnOn"
          defaultValue={outcome?.values.withdrawnOn ?? today}
          error={outcome?.errors.withdrawnOn}
        />
        <div className="st-act">
          <button type="submit" className="btn btn--stop" name="intent" value="withdraw">
            {count === 0 ? 'Withdraw' : `Withdraw and remove ${photoCount(count)} from the site`}
          </button>
        </div>
      </Form>
    </details>
  )
}

/** Maximum titles listed. */
const LISTED = 40

/** The photos that will be unpublished, to confirm. */
export function RemovedFromSite({ photos, lead }: { photos: RefusedPhoto[]; lead: string }) {
  if (photos.length === 0) return null
  return (
    <div className="note note--stop cns-off" role="alert">
      <div>
        <p>
          <strong>{lead}</strong>
        </p>
        <ul className="note__list">
          {photos.slice(0, LISTED).map(({ photoId, title }) => (
            <li key={photoId}>{title}</li>
          ))}
          {photos.length > LISTED ? <li>and {photoCount(photos.length - LISTED)} more</li> : null}
        </ul>
      </div>
    </div>
  )
}
