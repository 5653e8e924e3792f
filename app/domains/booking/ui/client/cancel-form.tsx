import { Form, Link, useNavigation } from 'react-router'
import { WithTimes } from '~/platform/with-times'
import { ButtonLink } from '~/ui/button-link'
import { TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { BookingView } from '../../client/booking-view'
import { BookingCrumbs, SessionLine } from './booking-parts'

interface CancelFormProps {
  view: BookingView
  reference: string | null
  outcome: FormOutcome<'words'> | undefined
}

/** The cancellation form: what happens with the deposit, a message, and the button. */
export function CancelForm({ view, reference, outcome }: CancelFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const isRequest = view.state === 'requested'
  const back = paths.clientBooking({ ref: reference })
  return (
    <>
      <PageHead
        title={isRequest ? 'Withdraw *your request?*' : 'Cancel *your session?*'}
        before={<BookingCrumbs here={isRequest ? 'Withdraw' : 'Cancel'} reference={reference} />}
      />
      <div className="wrap mng__step">
        <SessionLine view={view} />
        {view.isOpen ? (
          <Form
            method="post"
            action={paths.clientBookingCancel({ ref: reference })}
            className="acct__form"
            noValidate
          >
            <FormRefusal outcome={outcome} order={['words']} />
            <p className="mng__price">
              <WithTimes>{view.canceling}</WithTimes>
            </p>
            <p className="ink2">
              Would another time work?{' '}
              <Link to={paths.clientBookingReschedule({ ref: reference })}>Reschedule instead</Link>.
            </p>
            <input type="hidden" name="version" value={view.version} />
            <input type="hidden" name="kept" value={view.isDepositKept ? 'yes' : 'no'} />
            <TextArea
              label="Note"
              name="words"
              optional
              hint="Tell us why, or how we can help."
              defaultValue={outcome?.values.words}
              error={outcome?.errors.words}
            />
            <div className="bk__act mng__act">
              <button type="submit" className="btn btn--stop" aria-busy={busy || undefined}>
                {busy ? 'Canceling…' : isRequest ? 'Withdraw request' : 'Cancel session'}
              </button>
              <ButtonLink to={back} variant="line">
                {isRequest ? 'Keep request' : 'Keep session'}
              </ButtonLink>
            </div>
          </Form>
        ) : (
          <>
            <FormRefusal outcome={outcome} />
            <p className="lede">You can no longer cancel this session online.</p>
            <div>
              <ButtonLink to={back} variant="line">
                Back to your booking
              </ButtonLink>
            </div>
          </>
        )}
      </div>
    </>
  )
}
