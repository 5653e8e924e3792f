import { Form, Link } from 'react-router'
import { Field } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { useEmailHint } from '~/ui/sends-mail'
import { studioPaths } from '~/ui/studio/studio-paths'
import { outcomeFor, type SectionProps } from './decision-forms'
import { FoldedForm } from './folded-form'

/** What a booking requires before it counts as confirmed. */
export function HoldSection({ booking, outcome }: SectionProps) {
  const { hold } = booking
  if (!hold) return null
  const action = studioPaths.booking(booking.id)
  return (
    <section aria-labelledby="booking-hold">
      <h3 className="st-h2" id="booking-hold">
        Before it’s confirmed
      </h3>
      <p className="ink2">
        {hold.until === ''
          ? 'If you accept, the client gets an email about what’s required, and the time is held until then.'
          : `The time is held until ${hold.until}. It’s confirmed as soon as nothing is missing. If something is missing then, the hold ends, and we tell you both.`}
      </p>
      <FormRefusal outcome={outcomeFor(outcome, 'waive-requirement')} />
      <ul className="bkd-pays">
        {hold.items.map(({ kind, label, status, contract }) => (
          <li key={kind} className="bkd-other">
            <span>
              {contract === '' ? (
                label
              ) : (
                <Link className="txt tap" to={studioPaths.contract(contract)}>
                  {label}
                </Link>
              )}
              <span className="ink2">, {status === '' ? 'missing' : status}</span>
            </span>
            {kind === 'proposal' && status === '' ? (
              <Link className="txt tap" to={studioPaths.newProposal({ booking: booking.id })}>
                New proposal
              </Link>
            ) : null}
            {status === '' ? (
              <Form method="post" preventScrollReset action={action}>
                <input type="hidden" name="requirement" value={kind} />
                <button
                  type="submit"
                  name="intent"
                  value="waive-requirement"
                  className="btn btn--quiet"
                  aria-label={`Waive ${label.toLowerCase()}`}
                >
                  Waive
                </button>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
      {hold.until === '' ? null : (
        <>
          <Form method="post" preventScrollReset action={action} className="bkd-other">
            <span>
              Reminder<span className="ink2">, {hold.reminder.label}</span>
            </span>
            {hold.reminder.canTurn ? (
              <button
                type="submit"
                name="intent"
                value={`hold-reminder-${hold.reminder.canTurn}`}
                className="btn btn--quiet"
              >
                {hold.reminder.canTurn === 'off' ? 'Turn reminder off' : 'Turn reminder on'}
              </button>
            ) : null}
          </Form>
          <ExtendForm booking={booking} outcome={outcome} />
        </>
      )}
    </section>
  )
}

function ExtendForm({ booking, outcome }: SectionProps) {
  const emailHint = useEmailHint('We’ll email the client.')
  const refusal = outcomeFor(outcome, 'extend-hold')
  return (
    <FoldedForm
      key={`extend ${booking.version}`}
      {...{ booking, refusal }}
      summary="Extend hold"
      intent="extend-hold"
      order={['hours']}
      ids={{ hours: 'extend-hours' }}
      button="Extend hold"
    >
      <Field
        id="extend-hours"
        name="hours"
        label="Additional hours"
        inputMode="numeric"
        hint={`For example, 24. ${emailHint}`}
        defaultValue={refusal?.values.hours ?? ''}
        error={refusal?.errors.hours}
      />
    </FoldedForm>
  )
}
