import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { StudioBooking } from '../../manage/model'

interface FoldedFormProps {
  booking: StudioBooking
  summary: ReactNode
  intent: string
  refusal: FormOutcome<string> | undefined
  /** The fields in their order. */
  order: readonly string[]
  /** Ids of the fields by name. */
  ids: Record<string, string>
  /** The button's text. */
  button: string
  buttonClass?: string
  className?: string
  children: ReactNode
}

/** A form beside a booking, folded until someone opens it or it’s refused. */
export function FoldedForm({
  booking,
  summary,
  intent,
  refusal,
  order,
  ids,
  button,
  buttonClass = 'btn btn--line',
  className = 'bkd-form',
  children,
}: FoldedFormProps) {
  return (
    <details className="bkd-more" open={Boolean(refusal)}>
      <summary>{summary}</summary>
      <Form
        method="post"
        preventScrollReset
        action={studioPaths.booking(booking.id)}
        className={className}
        noValidate
      >
        <FormRefusal outcome={refusal} order={order} ids={ids} />
        <input type="hidden" name="intent" value={intent} />
        {children}
        <div className="st-act">
          <button type="submit" className={buttonClass}>
            {button}
          </button>
        </div>
      </Form>
    </details>
  )
}
