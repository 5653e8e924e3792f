import { useEffect, useRef } from 'react'
import { Form, useFetcher, useLocation, useNavigate, useNavigation } from 'react-router'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import { TimeField } from '~/ui/studio/studio-zone'
import { useToast } from '~/ui/studio/toasts'
import { BLOCK_FIELDS, BLOCK_TITLE_MAX, type BlockField, type BlockValues } from '../../calendar/model'

interface BlockFormProps {
  values: BlockValues
  version?: number
  outcome: FormOutcome<BlockField> | undefined
  submit: string
}

/** The form for blocked time: from and until, with times or for whole days. */
export function BlockForm({ values, version, outcome, submit }: BlockFormProps) {
  const shown: BlockValues = { ...values, ...outcome?.values }
  const errors = outcome?.errors ?? {}
  const isBusy = useNavigation().state === 'submitting'
  return (
    <Form method="post" className="blk" noValidate>
      <FormRefusal outcome={outcome} order={BLOCK_FIELDS} />
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      <Field
        label="Reason"
        name="title"
        optional
        defaultValue={shown.title}
        error={errors.title}
        hint="Only your team sees this. For example, Editing or Vacation."
        maxLength={BLOCK_TITLE_MAX}
        autoComplete="off"
      />
      <Field
        label="Start date"
        name="firstDate"
        type="date"
        defaultValue={shown.firstDate}
        error={errors.firstDate}
      />
      <TimeField
        label="Start time"
        name="from"
        step={300}
        defaultValue={shown.from}
        error={errors.from}
        required={false}
      />
      <Field
        label="End date"
        name="lastDate"
        type="date"
        defaultValue={shown.lastDate}
        error={errors.lastDate}
      />
      <TimeField
        label="End time"
        name="until"
        step={300}
        defaultValue={shown.until}
        error={errors.until}
        required={false}
      />
      {/* While this is checked, the stylesheet hides the times. */}
      <label className="chk">
        <input type="checkbox" name="wholeDays" value="yes" defaultChecked={shown.wholeDays === 'yes'} />
        <span>All day</span>
      </label>
      <button type="submit" className="btn" aria-busy={isBusy || undefined}>
        {isBusy ? 'Saving…' : submit}
      </button>
    </Form>
  )
}

/** A button that removes blocked time and then offers to undo that. */
export function RemoveBlock({ block }: { block: string }) {
  const fetcher = useFetcher<{ removed?: BlockValues }>()
  const show = useToast()
  const navigate = useNavigate()
  const { search } = useLocation()
  const handled = useRef<unknown>(undefined)
  const removed = fetcher.state === 'idle' ? fetcher.data?.removed : undefined
  useEffect(() => {
    if (!removed || handled.current === removed) return
    handled.current = removed
    show({
      text: 'The time is open again.',
      undo: { action: studioPaths.newBlock(), fields: { ...removed } },
    })
    navigate(studioPaths.bookings() + search)
  }, [removed, show, navigate, search])
  return (
    <fetcher.Form
      method="post"
      action={studioPaths.block(block) + search}
      onSubmit={(event) => {
        event.preventDefault()
        const action = studioPaths.block(block) + search
        fetcher.submit({ intent: 'remove', inPlace: 'yes' }, { method: 'post', action })
      }}
    >
      <input type="hidden" name="intent" value="remove" />
      <button type="submit" className="btn btn--quiet" aria-busy={fetcher.state !== 'idle' || undefined}>
        Remove block
      </button>
    </fetcher.Form>
  )
}
