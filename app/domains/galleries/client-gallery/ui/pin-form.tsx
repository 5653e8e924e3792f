import { Form, Link } from 'react-router'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'

interface PinFormProps {
  /** The address of the PIN page. */
  action: string
  outcome: FormOutcome<'pin'> | undefined
}

export function PinForm({ action, outcome }: PinFormProps) {
  return (
    <Form method="post" action={action} className="auth__form" noValidate reloadDocument aria-label="PIN">
      <FormRefusal outcome={outcome} order={['pin']} />
      <Field
        label="PIN"
        name="pin"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        className="client-gallery__pin"
        hint="Six digits."
        error={outcome?.errors.pin}
      />
      <button type="submit" className="btn btn--wide">
        Open gallery
      </button>
      <p className="ui ink2">
        Don’t have the PIN?{' '}
        <Link className="txt" to={paths.contact({ subject: 'The PIN of my gallery' })}>
          Ask us for it
        </Link>
        .
      </p>
    </Form>
  )
}
