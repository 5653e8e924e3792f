import './proof-form.css'
import type { ReactNode } from 'react'
import { Form, isRouteErrorResponse } from 'react-router'
import { type ProofRequest, proofRequestedBy } from '~/platform/http/recent-proof'
import { Failure } from '~/ui/failure'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'
import { useSendsMail } from '~/ui/sends-mail'
import { PROOF_FIELDS } from '../model'
import { PasskeyButton, useHasPasskeys } from './passkey-button'

export type ProofField = (typeof PROOF_FIELDS)['password' | 'code']

interface ProofFormProps {
  asked: ProofRequest
  /** Whether a code was emailed. */
  isCodeSent?: boolean
  outcome?: FormOutcome<ProofField> | undefined
}

/** Asks for a recent proof. The original request's fields are kept in hidden inputs. */
export function ProofForm({ asked, isCodeSent = false, outcome }: ProofFormProps) {
  const errors = outcome?.errors ?? {}
  const sendsMail = useSendsMail()
  return (
    <div className="proof">
      <h1 className="t1">Confirm it’s you</h1>
      <p className="ink2">
        {asked.secondStep
          ? 'You signed in with one step, and the Studio requires a second one from everyone on the team.'
          : 'You signed in more than ten minutes ago, and this step needs proof that it’s still you.'}
        {asked.fields.length > 0 ? ' What you entered isn’t lost.' : null}
      </p>
      {asked.secondStep ? (
        <p className="ink2">Lost it? An owner can reset your two-factor authentication on the Team page.</p>
      ) : null}
      <FormRefusal outcome={outcome} order={[PROOF_FIELDS.password, PROOF_FIELDS.code]} />
      {asked.passkey ? <PasskeyStep asked={asked} /> : null}
      {asked.secondStep ? null : isCodeSent ? (
        <Step asked={asked} by="emailed-code" label="Confirm with the emailed code" button="Confirm">
          <p>
            {sendsMail
              ? 'We emailed you a code. It works for ten minutes.'
              : 'This site can’t send email yet, so the code wasn’t sent.'}
          </p>
          <CodeField kind="emailed" name={PROOF_FIELDS.code} error={errors[PROOF_FIELDS.code]} />
        </Step>
      ) : (
        <Step asked={asked} by="password" label="Confirm with your password" button="Confirm">
          <CurrentPasswordField name={PROOF_FIELDS.password} error={errors[PROOF_FIELDS.password]} />
        </Step>
      )}
      {asked.twoFactor ? (
        <Step asked={asked} by="code" label="Confirm with a code" button="Confirm with code">
          <CodeField kind="either" name={PROOF_FIELDS.code} error={errors[PROOF_FIELDS.code]} />
        </Step>
      ) : asked.secondStep ? null : sendsMail ? (
        <Step asked={asked} by="email" label="Get a code by email" button="Email me a code">
          <p className="ink2">{isCodeSent ? 'No email yet? Check your spam folder.' : 'No password?'}</p>
        </Step>
      ) : (
        <p className="ink2">No password? This site can’t send email yet, so we can’t send you a code.</p>
      )}
    </div>
  )
}

/** Without script, a person whose only second factor is a passkey can't confirm it. */
function PasskeyStep({ asked }: { asked: ProofRequest }) {
  const isPossible = useHasPasskeys()
  if (isPossible)
    return (
      <Step asked={asked} by="passkey" label="Confirm with your passkey">
        <div>
          <PasskeyButton challenge="confirm" field={PROOF_FIELDS.passkey} className="btn">
            Confirm with passkey
          </PasskeyButton>
        </div>
      </Step>
    )
  if (!asked.secondStep || asked.twoFactor) return null
  return isPossible === false ? (
    <p>
      This browser can’t use your passkey here. Open the site at its usual address, in an up-to-date browser.
    </p>
  ) : (
    <noscript>
      <p>Your passkey needs JavaScript. Turn it on and reload this page.</p>
    </noscript>
  )
}

interface StepProps {
  asked: ProofRequest
  by: string
  label: string
  /** Missing if the step has its own button. */
  button?: string
  children: ReactNode
}

function Step({ asked, by, label, button, children }: StepProps) {
  const isFirst = by === 'emailed-code' || (by === 'password' && !asked.passkey)
  return (
    <Form
      method="post"
      action={paths.confirmIdentity()}
      className="proof__step"
      noValidate
      reloadDocument
      aria-label={label}
    >
      {asked.fields.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is the form’s
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={PROOF_FIELDS.returnTo} value={asked.returnTo} />
      <input type="hidden" name={PROOF_FIELDS.by} value={by} />
      {children}
      {button ? (
        <div>
          <button type="submit" className={isFirst ? 'btn' : 'btn btn--line'}>
            {button}
          </button>
        </div>
      ) : null}
    </Form>
  )
}

/** The `ErrorBoundary` of a page whose actions need a recent proof. */
export function ProofBoundary({ error }: { error: unknown }) {
  const asked = proofRequestedBy(isRouteErrorResponse(error) ? error.data : undefined)
  if (!asked) return <Failure error={error} />
  return (
    <div className="wrap">
      <title>Confirm it’s you</title>
      <ProofForm asked={asked} />
    </div>
  )
}

interface PasswordFieldProps {
  label?: string
  name?: string
  id?: string
  error?: string | undefined
  hint?: string
}

/** An existing password. Its value is never sent back. */
export const CurrentPasswordField = ({
  label = 'Password',
  name = 'password',
  ...rest
}: PasswordFieldProps) => (
  <Field label={label} name={name} type="password" autoComplete="current-password" {...rest} />
)

/** A new password, with its rule below. */
export const NewPasswordField = ({ label = 'Password', name = 'password', ...rest }: PasswordFieldProps) => (
  <Field
    label={label}
    name={name}
    type="password"
    autoComplete="new-password"
    hint="At least 8 characters. A short phrase works well. Very common passwords aren’t allowed."
    {...rest}
  />
)

interface CodeFieldProps {
  kind: keyof typeof CODES
  name?: string
  error?: string | undefined
}

const WORDS = { autoCapitalize: 'none', spellCheck: false, maxLength: 40 }
const DIGITS = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } as const

const CODES = {
  totp: { label: 'Six-digit code', hint: 'From the authenticator app on your phone.', ...DIGITS },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved. Each works once.',
    autoComplete: 'off',
    ...WORDS,
  },
  either: {
    label: 'Code',
    hint: 'Six digits from your authenticator app, or one of your recovery codes.',
    autoComplete: 'one-time-code',
    ...WORDS,
  },
  emailed: { label: 'Eight-digit code', hint: 'From the email we just sent you.', ...DIGITS },
} as const

export const CodeField = ({ kind, name = 'code', error }: CodeFieldProps) => (
  <Field name={name} error={error} {...CODES[kind]} />
)
