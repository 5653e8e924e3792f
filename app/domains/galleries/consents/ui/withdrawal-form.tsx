import { Form } from 'react-router'
import { Field } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import type { RefusedPhoto } from '../permitting'
import type { ConsentOutcome } from './consent-form'
import { photographs, TakenOff } from './taken-off'

interface WithdrawalFormProps {
  version: number
  today: string
  /** What comes off the site with it. */
  takenOff: RefusedPhoto[]
  outcome: ConsentOutcome | undefined
}

/** The person takes it back; what comes off the site is listed first. */
export function WithdrawalForm({ version, today, takenOff, outcome }: WithdrawalFormProps) {
  const count = takenOff.length
  return (
    <details className="cns-fold" open={outcome !== undefined}>
      <summary>Withdraw release</summary>
      <Form method="post" className="st-sheet st-form cns-form" noValidate>
        <FormRefusal outcome={outcome} order={['withdrawnOn']} />
        <TakenOff
          photos={takenOff}
          lead={
            count === 1
              ? 'This photo will be removed from your public site right away:'
              : `These ${count} photos will be removed from your public site right away:`
          }
        />
        {count === 0 ? (
          <p>No public photos depend on this release, so nothing will be removed from your site.</p>
        ) : null}
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="seen" value={count} />
        <Field
          label="Withdrawn on"
          type="date"
          name="withdrawnOn"
          defaultValue={outcome?.values.withdrawnOn ?? today}
          error={outcome?.errors.withdrawnOn}
        />
        <div className="st-act">
          <button type="submit" className="btn btn--stop" name="intent" value="withdraw">
            {count === 0 ? 'Withdraw' : `Withdraw and remove ${photographs(count)} from the site`}
          </button>
        </div>
      </Form>
    </details>
  )
}
