import { paths } from '~/ui/paths'
import { AccountForm, type AccountRefusal, accountField } from './account-form'
import { AccountSection } from './account-section'
import { CurrentPasswordField } from './proof-fields'

export function DataSection({ refusal }: { refusal: AccountRefusal | undefined }) {
  return (
    <AccountSection id="data" title="Your data">
      <div className="acct__body">
        <h3 className="t3">Everything about you, in one file</h3>
        <p className="ui ink2 measure">
          Your account, bookings, sessions, letters, messages and requests, the galleries that are shared with
          you, what you chose, said and downloaded there, and what you agreed to, as a JSON file that other
          programs read.
        </p>
        <div>
          <a className="btn btn--line" href={paths.myData()} download>
            Download my data
          </a>
        </div>
      </div>
      <details className="acct__fold" open={refusal?.intent === 'delete'}>
        <summary>
          <span className="t3">Delete my account</span>
        </summary>
        <div className="acct__body">
          <p className="ui measure">
            Your name, password, phone number and sessions are deleted at once, and the letter stops. Nothing
            of it can be brought back.
          </p>
          <p className="ui ink2 measure">
            Your bookings are not canceled by it: a session to come stays booked, and the link in our messages
            about it goes on working. Cancel it first if you do not want it.
          </p>
          <p className="ui ink2 measure">
            What stays: bookings with the name and address that they were made with, and messages and requests
            for dates that you sent us, for as long as our terms say, since we may have to show what was
            agreed; invoices for seven years, since tax law asks for it; and a do-not-sell request, since it
            is the record that we keep to it. Write to us to have messages deleted sooner.
          </p>
          <p className="ui ink2 measure">
            Galleries that are shared with you stay open by the links in our messages, with the favorites and
            comments that you left there. We keep which photographs were downloaded, as proof that they were
            handed over, and what you agreed to be shown in, since we may show nothing without it. Write to us
            to take a consent back.
          </p>
          <AccountForm
            intent="delete"
            label="Delete my account"
            button="Delete my account"
            variant="stop"
            refusal={refusal}
            order={['password']}
            reloadDocument
          >
            <CurrentPasswordField
              hint="To be sure that it is you. No password yet? Set one by the forgotten-password page first."
              {...accountField('delete', 'password', refusal)}
            />
          </AccountForm>
        </div>
      </details>
    </AccountSection>
  )
}
