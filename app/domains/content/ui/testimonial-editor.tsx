import type { FieldValues } from '~/platform/forms'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { RowOutcome } from '../rows/refusals'
import type { ListedTestimonial, Permission } from '../testimonials'
import { QUOTING_PAGES, TESTIMONIAL_FIELDS, whereabouts } from '../testimonials'
import { BesidePreview } from './beside-preview'
import { PermissionPart } from './permission-part'
import { RemoveForm } from './remove-form'
import { RemoveLink } from './remove-link'
import { RowForm } from './row-form'
import { useDirty } from './use-dirty'

interface TestimonialEditorProps {
  id: string
  name: string
  values: FieldValues
  /** From the list; null: a new one. */
  listed: ListedTestimonial | null
  version: number | null
  permissions: Permission[]
  /** YYYY-MM-DD in the studio's zone. */
  today: string
  mayRemove: boolean
  isRemoving: boolean
  done: string | null
  outcome: RowOutcome | undefined
}

/** A testimonial and its permission. */
export function TestimonialEditor(props: TestimonialEditorProps) {
  const { id, name, values, listed, version, permissions, today, mayRemove, isRemoving, done, outcome } =
    props
  const outcomeOf = (...intents: string[]) =>
    outcome && intents.includes(outcome.intent) ? outcome : undefined
  const text = useDirty(outcomeOf('save'))
  const permission = useDirty(outcomeOf('permit', 'withdraw'))
  const back = studioPaths.testimonial(id)
  const previews = QUOTING_PAGES.map(({ page, label }) => ({
    action: studioPaths.testimonialPreview(id, page),
    label: `Preview on ${label}`,
  }))
  return (
    <BesidePreview action={studioPaths.testimonialPreview(id, 'home')} page="The page">
      <div className="cat-page">
        {isRemoving && version !== null ? (
          <RemoveForm title={`what ${name} said`} version={version} back={back}>
            <p>
              This removes the testimonial and its permission record from your site immediately. You can’t
              undo this.
            </p>
          </RemoveForm>
        ) : null}
        {outcomeOf('remove') ? <FormRefusal outcome={outcome} order={[]} /> : null}
        {outcome ? null : <SavedNote>{done}</SavedNote>}
        {version === null ? null : (
          <PermissionPart
            {...{ permissions, today, version }}
            outcome={outcomeOf('permit', 'withdraw')}
            dirty={permission}
          />
        )}
        <RowForm
          key={JSON.stringify(values)}
          fields={TESTIMONIAL_FIELDS}
          {...{ values, version }}
          dirty={text}
          previews={previews}
          outcome={outcomeOf('save')}
        >
          <p className="ink2">
            {listed
              ? `Now: ${whereabouts(listed)}.`
              : 'It won’t be shown until you record the person’s permission.'}
          </p>
        </RowForm>
        {mayRemove && !isRemoving ? <RemoveLink to={`${back}?remove=ask`}>Delete</RemoveLink> : null}
        <LeaveGuard isDirty={text.isDirty || permission.isDirty} />
      </div>
    </BesidePreview>
  )
}
