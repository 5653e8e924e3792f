import type { FieldValues, IntentOutcome } from '~/platform/forms'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import {
  type ListedTestimonial,
  PERMISSION_FIELDS,
  PERMISSION_MEANS,
  type Permission,
  QUOTING_PAGES,
  TESTIMONIAL_FIELDS,
  WITHDRAWAL_FIELDS,
  whereabouts,
} from '../testimonials'
import { BesidePreview, RemoveForm, RemoveLink, RowForm, useDirty } from './row-form'
import { PermissionTag } from './testimonial-list'

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
  outcome: IntentOutcome | undefined
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
        {outcomeOf('remove') ? <FormRefusal outcome={outcome} /> : null}
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

interface PermissionPartProps {
  permissions: Permission[]
  today: string
  version: number
  outcome: IntentOutcome | undefined
  dirty: ReturnType<typeof useDirty>
}

/** The current permission, with a form to give or withdraw it. */
export function PermissionPart({ permissions, today, version, outcome, dirty }: PermissionPartProps) {
  const isGiven = permissions.some(({ withdrawal }) => withdrawal === null)
  const intent = isGiven ? 'withdraw' : 'permit'
  const submit = isGiven ? 'Withdraw and remove from site' : 'Record permission'
  return (
    <section className="cat-part" aria-labelledby="permission">
      <div className="cat-part__h">
        <h2 className="st-h2" id="permission">
          Permission
        </h2>
        <PermissionTag permission={isGiven ? 'given' : permissions.length > 0 ? 'withdrawn' : 'none'} />
      </div>
      <PermissionHistory permissions={permissions} />
      <details className="cat-fold" open={!isGiven || outcome !== undefined}>
        <summary>{isGiven ? 'Withdraw permission' : 'Record permission'}</summary>
        <RowForm
          key={`${intent} ${version}`}
          fields={isGiven ? WITHDRAWAL_FIELDS : PERMISSION_FIELDS}
          values={{ day: today, means: 'email', note: '' }}
          {...{ version, intent, submit, dirty }}
          outcome={outcome?.intent === intent ? outcome : undefined}
        />
      </details>
    </section>
  )
}

/** Permissions and withdrawals, newest first. */
export function PermissionHistory({ permissions }: { permissions: Permission[] }) {
  if (permissions.length === 0)
    return <p className="ink2">No permission on record yet. Until then, this isn’t shown anywhere.</p>
  return (
    <ol className="cat-log">
      {permissions.map(({ id, given, means, note, recorded, withdrawal }) => (
        <li key={id}>
          {withdrawal ? <Entry title={`Withdrawn on ${withdrawal.on}`} tone="stop" {...withdrawal} /> : null}
          <Entry
            title={`Allowed on ${given}, ${means ? PERMISSION_MEANS[means].toLowerCase() : 'method not recorded'}`}
            tone={withdrawal ? undefined : 'fix'}
            {...{ note, recorded }}
          />
        </li>
      ))}
    </ol>
  )
}

interface EntryProps {
  title: string
  tone: 'fix' | 'stop' | undefined
  note: string
  recorded: string | null
}

function Entry({ title, tone, note, recorded }: EntryProps) {
  return (
    <div className="cat-log__e">
      <p>
        <span className={tone ? `tag tag--${tone}` : 'tag'}>{title}</span>
      </p>
      {note ? <p className="cat-log__n">{note}</p> : null}
      {recorded ? <p className="cat__s">Recorded by {recorded}</p> : null}
    </div>
  )
}
