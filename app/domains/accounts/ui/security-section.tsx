import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { Field } from '~/ui/field'
import { paths } from '~/ui/paths'
import { EmailField } from '~/ui/person-fields'
import { useSendsMail } from '~/ui/sends-mail'
import { AccountForm, type AccountRefusal, accountField, accountValue } from './account-form'
import { AccountSection } from './account-section'
import { type PasskeyLine, PasskeysList } from './passkeys-list'
import { CurrentPasswordField, NewPasswordField } from './proof-form'

interface SecuritySectionProps {
  email: string
  twoFactor: boolean
  hasPassword: boolean
  passkeys: PasskeyLine[]
  refusal: AccountRefusal | undefined
  /** The list of sessions. */
  children: ReactNode
}

export function SecuritySection({
  email,
  twoFactor,
  hasPassword,
  passkeys,
  refusal,
  children,
}: SecuritySectionProps) {
  const sendsMail = useSendsMail()
  const isOpen = (intent: AccountRefusal['intent']) => refusal?.intent === intent
  return (
    <AccountSection id="security" title="Security">
      <Fold title="Password" isOpen={isOpen('password')}>
        <AccountForm
          intent="password"
          label="Change password"
          button="Change password"
          refusal={refusal}
          order={['current', 'password']}
        >
          <CurrentPasswordField label="Current password" {...accountField('password', 'current', refusal)} />
          <NewPasswordField label="New password" {...accountField('password', 'password', refusal)} />
        </AccountForm>
      </Fold>
      <Fold title="Email address" state={email} isOpen={isOpen('email')}>
        {sendsMail ? (
          <p className="ui ink2 measure">
            We’ll email a link to your new address. Open it in this browser to confirm the change. We’ll also
            notify your old address.
          </p>
        ) : (
          <p className="ui ink2 measure">
            This site can’t send email yet, so you can’t change your email now: we’d have to send a link to
            the new one.
          </p>
        )}
        {sendsMail ? (
          <AccountForm
            intent="email"
            label="Change email"
            button="Email me a link"
            refusal={refusal}
            order={['email', 'password']}
          >
            <EmailField
              label="New email"
              value={accountValue('email', 'email', refusal)}
              {...accountField('email', 'email', refusal)}
            />
            <CurrentPasswordField {...accountField('email', 'password', refusal)} />
          </AccountForm>
        ) : null}
      </Fold>
      <Fold
        title="Passkeys"
        state={passkeys.length === 0 ? 'None' : String(passkeys.length)}
        isOpen={isOpen('rename-passkey') || isOpen('remove-passkey')}
      >
        <PasskeysList passkeys={passkeys} refusal={refusal} />
      </Fold>
      {twoFactor ? (
        <Fold title="Two-factor authentication" state="On" isOpen={isOpen('two-factor-off')}>
          <p className="ui ink2 measure">
            You need a code from your authenticator app to sign in, so a stolen password isn’t enough.
          </p>
          <AccountForm
            intent="two-factor-off"
            label="Turn off two-factor authentication"
            button="Turn off"
            variant="stop"
            refusal={refusal}
            order={['password', 'code']}
          >
            {hasPassword ? (
              <CurrentPasswordField {...accountField('two-factor-off', 'password', refusal)} />
            ) : null}
            <Field
              label="Code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              hint="Six digits from the app, or one of your recovery codes."
              {...accountField('two-factor-off', 'code', refusal)}
            />
          </AccountForm>
        </Fold>
      ) : (
        <Fold title="Two-factor authentication" state="Off" isOpen={false}>
          <p className="ui ink2 measure">
            Require a code from your phone, so a stolen password isn’t enough to sign in.
          </p>
          <div>
            <ButtonLink to={paths.twoFactor()} variant="line">
              Set up
            </ButtonLink>
          </div>
        </Fold>
      )}
      {twoFactor ? (
        <Fold title="Recovery codes" isOpen={isOpen('recovery-codes')}>
          {refusal?.intent === 'recovery-codes' && refusal.recoveryCodes ? (
            <>
              <p className="ui measure">
                Save these codes. Each one signs you in once. You won’t see them again.
              </p>
              <ul className="acct__codes">
                {refusal.recoveryCodes.map((code) => (
                  <li key={code}>
                    <code>{code}</code>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <>
              <p className="ui ink2 measure">New codes replace the old ones, which stop working.</p>
              <AccountForm
                intent="recovery-codes"
                label="Create new recovery codes"
                button="Create new codes"
                refusal={refusal}
                order={['password']}
              >
                {hasPassword ? (
                  <CurrentPasswordField {...accountField('recovery-codes', 'password', refusal)} />
                ) : null}
              </AccountForm>
            </>
          )}
        </Fold>
      ) : null}
      {children}
    </AccountSection>
  )
}

interface FoldProps {
  title: string
  /** The state beside the title. */
  state?: string
  isOpen: boolean
  children: ReactNode
}

function Fold({ title, state, isOpen, children }: FoldProps) {
  return (
    <details className="acct__fold" open={isOpen}>
      <summary>
        <span className="t3">{title}</span>
        {state ? <span className="small ink2">{state}</span> : null}
      </summary>
      <div className="acct__body">{children}</div>
    </details>
  )
}

export interface SessionLine {
  id: string
  isThis: boolean
  /** "Firefox on Windows" */
  device: string
  /** "Last seen November 20, 2026, 9:12 AM" */
  lastSeen: string
}

export function SessionsList({ sessions }: { sessions: SessionLine[] }) {
  return (
    <div className="acct__sessions">
      <h3 className="t3">Devices</h3>
      <ul>
        {sessions.map(({ id, isThis, device, lastSeen }) => (
          <li key={id}>
            <p>
              {device}
              <span className="small ink2">{isThis ? 'This device, now' : lastSeen}</span>
            </p>
            {isThis ? null : (
              <Form method="post" action={paths.profile()} preventScrollReset>
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="session" value={id} />
                <button type="submit" className="btn btn--line btn--sm">
                  Sign out<span className="vh">: {device}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post" action={paths.profile()} preventScrollReset>
          <input type="hidden" name="intent" value="end-others" />
          <button type="submit" className="btn btn--line btn--sm">
            Sign out everywhere else
          </button>
        </Form>
      ) : null}
    </div>
  )
}

interface TwoFactorKeyProps {
  secret: string
  recoveryCodes: string[]
  /** URL of the QR code's image. */
  picture: string
}

export function TwoFactorKey({ secret, recoveryCodes, picture }: TwoFactorKeyProps) {
  return (
    <>
      <section className="acct__step" aria-labelledby="scan">
        <h2 className="t2" id="scan">
          1. Scan this with your app
        </h2>
        <img
          className="acct__qr"
          src={picture}
          width={240}
          height={240}
          alt="QR code for the authenticator app"
        />
        <p className="ui ink2">
          No camera? Enter this key instead: <code className="acct__key">{secret}</code>
        </p>
      </section>
      <section className="acct__step" aria-labelledby="keep">
        <h2 className="t2" id="keep">
          2. Save these codes
        </h2>
        <p className="ui ink2 measure">
          If you lose your phone, each recovery code signs you in once. You won’t see them again.
        </p>
        <ul className="acct__codes">
          {recoveryCodes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
