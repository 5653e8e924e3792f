import { paths } from '~/ui/paths'
import { NameField, PhoneField } from '~/ui/person-fields'
import { NEWSLETTER_WORDS } from '../notices'
import { AccountForm, type AccountRefusal, accountField, accountValue } from './account-form'
import { AccountSection } from './account-section'
import { CurrentPasswordField } from './proof-form'

interface DetailsSectionProps {
  profile: { name: string; phone: string }
  refusal: AccountRefusal | undefined
}

export function DetailsSection({ profile, refusal }: DetailsSectionProps) {
  return (
    <AccountSection id="details" title="Profile">
      <AccountForm
        intent="details"
        label="Name and phone"
        button="Save"
        variant="ink"
        refusal={refusal}
        order={['name', 'phone']}
      >
        <NameField
          value={accountValue('details', 'name', refusal, profile.name)}
          {...accountField('details', 'name', refusal)}
        />
        <PhoneField
          hint="So we can reach you on the day of your session."
          value={accountValue('details', 'phone', refusal, profile.phone)}
          {...accountField('details', 'phone', refusal)}
        />
      </AccountForm>
    </AccountSection>
  )
}

interface EmailPreferencesProps {
  email: string
  isSubscribed: boolean
  refusal: AccountRefusal | undefined
}

/** Subscribes or unsubscribes with one click. Emails about bookings and galleries aren't affected. */
export function EmailPreferencesSection({ email, isSubscribed, refusal }: EmailPreferencesProps) {
  return (
    <AccountSection id="emails" title="Email preferences">
      <p className="measure">
        {isSubscribed ? (
          <>
            We send the newsletter to <b>{email}</b>.
          </>
        ) : (
          <>
            You’re not subscribed. {NEWSLETTER_WORDS} It goes to <b>{email}</b>.
          </>
        )}
      </p>
      <AccountForm
        intent="emails"
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

export function DataSection({ refusal }: { refusal: AccountRefusal | undefined }) {
  return (
    <AccountSection id="data" title="Privacy">
      <div className="acct__body">
        <h3 className="t3">Download your data</h3>
        <p className="ui ink2 measure">
          Get your account, bookings, payments, invoices, contracts, emails, messages, requests, galleries,
          favorites, comments, downloads, and agreements as a JSON file. It has a link to each photo that you
          added to a booking.
        </p>
        <div>
          <a className="btn btn--line" href={paths.myData()} download>
            Download my data
          </a>
        </div>
      </div>
      <details className="acct__fold" open={refusal?.intent === 'delete'}>
        <summary>
          <span className="t3">Delete account</span>
        </summary>
        <div className="acct__body">
          <p className="ui measure">
            We’ll delete your name, phone number, and password right away, sign you out on every device, and
            unsubscribe you from the newsletter. You can’t undo this.
          </p>
          <p className="ui ink2 measure">
            Deleting your account doesn’t cancel your bookings. Upcoming sessions stay booked, and the links
            in our emails still work. Cancel first if you no longer want a session.
          </p>
          <p className="ui ink2 measure">What we keep:</p>
          <ul className="ui ink2 measure">
            <li>Bookings and messages, for as long as our terms say</li>
            <li>Payment records, for seven years, because tax law requires it</li>
            <li>Any do-not-sell request, as proof that we honor it</li>
            <li>Your download history, as proof of delivery, and your photo releases</li>
          </ul>
          <p className="ui ink2 measure">
            Galleries stay open through the links in our emails, with your favorites and comments. Contact us
            if you want messages deleted sooner, or to withdraw a release.
          </p>
          <AccountForm
            intent="delete"
            label="Delete account"
            button="Delete account"
            variant="stop"
            refusal={refusal}
            order={['password']}
            reloadDocument
          >
            <CurrentPasswordField
              hint="To confirm it’s you. No password yet? Set one on the “Forgot your password?” page first."
              {...accountField('delete', 'password', refusal)}
            />
          </AccountForm>
        </div>
      </details>
    </AccountSection>
  )
}
