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
    <AccountSection id="letters" title="Email preferences">
      <p className="measure">
        {isSubscribed ? (
          <>
            We send the newsletter to <b>{email}</b>, at most once a month.
          </>
        ) : (
          <>
            You’re not subscribed. The newsletter has open dates and new work, at most once a month, and goes
            to <b>{email}</b>.
          </>
        )}
      </p>
      <AccountForm
        intent="letters"
        label="Newsletter"
        button={isSubscribed ? 'Unsubscribe' : 'Subscribe'}
        refusal={refusal}
      >
        <input type="hidden" name="newsletter" value={isSubscribed ? 'no' : 'yes'} />
      </AccountForm>
      <p className="small ink2 measure">You’ll still get emails about your sessions, photos, and account.</p>
    </AccountSection>
  )
}
