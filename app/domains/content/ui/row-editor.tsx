import type { ReactNode } from 'react'
import type { FieldValues } from '~/platform/forms'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import type { RowField } from '../rows/field'
import type { RowOutcome } from '../rows/refusals'
import { BesidePreview } from './beside-preview'
import { RemoveForm } from './remove-form'
import { RemoveLink } from './remove-link'
import { RowForm } from './row-form'
import { useDirty } from './use-dirty'

interface RowEditorProps {
  fields: RowField[]
  values: FieldValues
  version: number | null
  /** Name of the row to delete: “Gold”. */
  name: string
  /** The page's own address. */
  back: string
  mayRemove: boolean
  isRemoving: boolean
  done: string | null
  outcome: RowOutcome | undefined
  preview: { action: string; page: string }
  /** Hints by field name, replacing the fields' own. */
  hints?: Record<string, ReactNode>
}

/** A page to edit or delete one row. */
export function RowEditor(props: RowEditorProps) {
  const { fields, values, version, name, back, mayRemove, isRemoving, done, outcome, preview } = props
  const saving = outcome?.intent === 'save' ? outcome : undefined
  const dirty = useDirty(saving)
  return (
    <BesidePreview {...preview}>
      <div className="cat-page">
        {isRemoving && version !== null ? (
          <RemoveForm title={name} version={version} back={back}>
            <p>This removes it from your site immediately. You can’t undo this.</p>
          </RemoveForm>
        ) : null}
        {outcome && !saving ? <FormRefusal outcome={outcome} order={[]} /> : null}
        <RowForm
          key={JSON.stringify(values)}
          {...{ fields, values, version, dirty }}
          previews={[preview]}
          hints={props.hints}
          outcome={saving}
        >
          {outcome ? null : <SavedNote>{done}</SavedNote>}
        </RowForm>
        {mayRemove && !isRemoving ? <RemoveLink to={`${back}?remove=ask`}>Delete</RemoveLink> : null}
        <LeaveGuard isDirty={dirty.isDirty} />
      </div>
    </BesidePreview>
  )
}
