import type { RowOutcome } from '../rows/refusals'
import type { Permission } from '../testimonials'
import { PERMISSION_FIELDS, WITHDRAWAL_FIELDS } from '../testimonials'
import { PermissionHistory } from './permission-history'
import { RowForm } from './row-form'
import { PermissionTag } from './testimonial-list'
import type { useDirty } from './use-dirty'

interface PermissionPartProps {
  permissions: Permission[]
  today: string
  version: number
  outcome: RowOutcome | undefined
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
