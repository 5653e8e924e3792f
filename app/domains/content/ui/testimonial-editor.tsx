import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { FieldValues } from '../rows/field'
import type { RowOutcome } from '../rows/refusals'
import type { Permission } from '../testimonials/model'
import { TESTIMONIAL_FIELDS } from '../testimonials/testimonial-fields'
import { BesidePreview } from './beside-preview'
import { DoneNote } from './done-note'
import { PermissionPart } from './permission-part'
import { RemoveForm } from './remove-form'
import { RemoveLink } from './remove-link'
import { RowForm } from './row-form'
import { useDirty } from './use-dirty'

interface TestimonialEditorProps {
  id: string
  name: string
  values: FieldValues
  version: number | null
  permissions: Permission[]
  /** YYYY-MM-DD in the studio. */
  today: string
  mayRemove: boolean
  isRemoving: boolean
  done: string | null
  outcome: RowOutcome | undefined
}

/** What somebody said, and whether they allow it to be shown. */
export function TestimonialEditor(props: TestimonialEditorProps) {
  const { id, name, values, version, permissions, today, mayRemove, isRemoving, done, outcome } = props
  const outcomeOf = (...intents: string[]) =>
    outcome && intents.includes(outcome.intent) ? outcome : undefined
  const text = useDirty(outcomeOf('save'))
  const permission = useDirty(outcomeOf('permit', 'withdraw'))
  const back = studioPaths.testimonial(id)
  const preview = studioPaths.testimonialPreview(id)
  return (
    <BesidePreview action={preview} page="Home">
      <div className="cat-page">
        {isRemoving && version !== null ? (
          <RemoveForm title={`what ${name} said`} version={version} back={back}>
            <p>It goes off the site at once, with the history of the permission, and does not come back.</p>
          </RemoveForm>
        ) : null}
        {outcomeOf('remove') ? <FormRefusal outcome={outcome} order={[]} /> : null}
        {outcome ? null : <DoneNote sentence={done} />}
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
          preview={preview}
          outcome={outcomeOf('save')}
        >
          {version === null ? (
            <p className="ink2">It is shown nowhere before you record the person’s permission.</p>
          ) : null}
        </RowForm>
        {mayRemove && !isRemoving ? <RemoveLink to={`${back}?remove=ask`}>Delete</RemoveLink> : null}
        <LeaveGuard isDirty={text.isDirty || permission.isDirty} />
      </div>
    </BesidePreview>
  )
}
