import { Form } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { useSendsMail } from '~/ui/sends-mail'
import type { ClientSteps } from '../../client/booking-view'
import type { RequirementKind } from '../../requirements/model'
import { CardConsent } from './payments-due'

interface StepsLeftProps {
  steps: ClientSteps
  reference: string | null
}

/** What a client still has to do before the booking counts as confirmed, each with one button. */
export function StepsLeft({ steps, reference }: StepsLeftProps) {
  return (
    <section className="acct" id="steps" aria-labelledby="steps-title">
      <h2 className="t1" id="steps-title">
        To confirm your session
      </h2>
      <div className="acct__body">
        <ol className="mng__steps">
          {steps.items.map(({ kind, label, isDone }) => (
            <li key={kind}>
              <span className="mng__step-name">
                {isDone ? <Icon name="check" /> : null}
                {label}
              </span>
              {isDone ? <span className="ink2">Done</span> : <StepButton {...{ kind, steps, reference }} />}
            </li>
          ))}
        </ol>
        {steps.processing === '' ? null : <p className="measure">{steps.processing}</p>}
        {steps.pay === '' ? null : (
          <p className="ui ink2 measure">You’ll pay on Stripe’s page. We never see your card number.</p>
        )}
        {steps.instructions === '' ? null : <p className="measure mng__said">{steps.instructions}</p>}
      </div>
    </section>
  )
}

function StepButton({ kind, steps, reference }: StepsLeftProps & { kind: RequirementKind }) {
  const action = paths.clientBooking({ ref: reference })
  const sendsMail = useSendsMail()
  switch (kind) {
    case 'proposal':
      if (!steps.hasProposal)
        return <span className="ink2">{sendsMail ? 'We’ll email it to you.' : 'We’re preparing it.'}</span>
      return (
        <Form method="post" action={action} reloadDocument aria-label="Open your proposal">
          <input type="hidden" name="intent" value="proposal" />
          <button type="submit" className="btn">
            See your proposal
          </button>
        </Form>
      )
    case 'contract':
      return (
        <Form method="post" action={action} reloadDocument aria-label="Sign the contract">
          <input type="hidden" name="intent" value="sign" />
          <button type="submit" className="btn">
            Sign contract
          </button>
        </Form>
      )
    case 'deposit':
      if (steps.pay === '')
        return steps.instructions === '' ? <span className="ink2">Reply to our email to pay it.</span> : null
      return (
        // A document, since the next page leads to another site.
        <Form method="post" action={action} reloadDocument aria-label="Pay the deposit">
          <input type="hidden" name="intent" value="pay" />
          <input type="hidden" name="part" value="next" />
          <input type="hidden" name="upTo" value={steps.upTo} />
          <CardConsent words={steps.consent} />
          <button type="submit" className="btn">
            {steps.pay}
          </button>
        </Form>
      )
    case 'questionnaire':
      return <ButtonLink to={paths.clientBookingDetails({ ref: reference })}>Answer questions</ButtonLink>
  }
}
