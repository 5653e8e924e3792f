import { useState } from 'react'
import { Form } from 'react-router'
import { TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { StudioBooking } from '../../manage/model'
import { type ManageOutcome, outcomeFor } from './desk-outcome'

interface NoteFormProps {
  booking: StudioBooking
  outcome: ManageOutcome | undefined
}

/** What only the studio reads. A note that was saved is a new form. */
export function NoteForm({ booking, outcome }: NoteFormProps) {
  return <OneNote key={booking.note.seen} booking={booking} outcome={outcome} />
}

function OneNote({ booking, outcome }: NoteFormProps) {
  const [isDirty, setDirty] = useState(false)
  const refusal = outcomeFor(outcome, 'note')
  return (
    <Form
      method="post"
      preventScrollReset
      action={studioPaths.booking(booking.id)}
      className="bkd-form"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal outcome={refusal} order={['note']} ids={{ note: 'booking-note' }} />
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="seen" value={booking.note.seen} />
      <TextArea
        id="booking-note"
        name="note"
        label="Private note"
        optional
        rows={3}
        maxLength={5_000}
        hint="Only your team sees this."
        defaultValue={refusal?.values.note ?? booking.note.text}
        error={refusal?.errors.note}
      />
      <div className="st-act">
        <button type="submit" className="btn btn--line">
          Save note
        </button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}
