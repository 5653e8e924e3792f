import { Form } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { Field } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'
import { PASSKEY_NAME_MAX } from '../passkeys/model'
import type { AccountRefusal } from './account-form'

export interface PasskeyLine {
  id: string
  name: string
  /** "Added November 20, 2026, 9:12 AM EST" */
  added: string
  /** "Last used …", or that it wasn't used. */
  used: string
}

interface PasskeysListProps {
  passkeys: PasskeyLine[]
  refusal: AccountRefusal | undefined
}

export function PasskeysList({ passkeys, refusal }: PasskeysListProps) {
  const isOurs = refusal?.intent === 'rename-passkey' || refusal?.intent === 'remove-passkey'
  return (
    <>
      <p className="ui ink2 measure">
        A passkey signs you in with your fingerprint, face or device PIN. There’s no password to guess or
        steal.
      </p>
      {isOurs ? <FormRefusal outcome={refusal} /> : null}
      {passkeys.length > 0 ? (
        <ul className="acct__passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <p>
                <b>{passkey.name}</b>
                <span className="small ink2">{passkey.added}</span>
                <span className="small ink2">{passkey.used}</span>
              </p>
              <div className="acct__passkey-act">
                <Rename {...passkey} />
                <PasskeyForm intent="remove-passkey" id={passkey.id}>
                  <button type="submit" className="btn btn--line btn--sm">
                    Remove<span className="vh"> {passkey.name}</span>
                  </button>
                </PasskeyForm>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <ButtonLink to={paths.newPasskey()} variant="line">
          Add a passkey
        </ButtonLink>
      </div>
    </>
  )
}

const Rename = ({ id, name }: PasskeyLine) => (
  <details>
    <summary className="btn btn--quiet btn--sm">
      Rename<span className="vh"> {name}</span>
    </summary>
    <PasskeyForm intent="rename-passkey" id={id}>
      <Field
        label="Name"
        name="name"
        id={`passkey-${id}`}
        defaultValue={name}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
      />
      <div>
        <button type="submit" className="btn btn--line btn--sm">
          Save name
        </button>
      </div>
    </PasskeyForm>
  </details>
)

interface PasskeyFormProps {
  intent: 'rename-passkey' | 'remove-passkey'
  id: string
  children: React.ReactNode
}

const PasskeyForm = ({ intent, id, children }: PasskeyFormProps) => (
  <Form method="post" action={paths.profile()} className="acct__form" noValidate preventScrollReset>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="passkey" value={id} />
    {children}
  </Form>
)
