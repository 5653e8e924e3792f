import { AccountForm, type AccountRefusal } from './account-form'
import { AccountSection } from './account-section'

interface LettersSectionProps {
  email: string
  isSubscribed: boolean
  refusal: AccountRefusal | undefined
}

/** One click either way. What concerns a booking or a delivery is sent in any case. */
export function LettersSection({ email, isSubscribed, refusal }: LettersSectionProps) {
  return (
    <AccountSection id="letters" title="Letters">
      <p className="measure">
        {isSubscribed ? (
          <>
            The letter goes to <b>{email}</b>, once a month at most.
          </>
        ) : (
          <>
            You do not get the letter. It has open dates and new work, once a month at most, and goes to{' '}
            <b>{email}</b>.
          </>
        )}
      </p>
      <AccountForm
        intent="letters"
        label="The letter"
        button={isSubscribed ? 'Stop the letter' : 'Send me the letter'}
        refusal={refusal}
      >
        <input type="hidden" name="newsletter" value={isSubscribed ? 'no' : 'yes'} />
      </AccountForm>
      <p className="small ink2 measure">
        Messages about your own sessions, pictures and account come in any case.
      </p>
    </AccountSection>
  )
}
