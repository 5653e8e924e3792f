import { type ReactNode, useRef, useState } from 'react'
import { Form } from 'react-router'
import { FieldError } from '~/ui/field'
import { useHydrated } from '~/ui/hydrated'
import { paths } from '~/ui/paths'
import type { Challenge } from '../passkeys/model'

/** Browsers support passkeys only with HTTPS, and not for IP addresses. */
const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

/** Whether this browser can use passkeys here; undefined before hydration. */
export const useHasPasskeys = (): boolean | undefined => (useHydrated() ? hasPasskeys() : undefined)

interface PasskeyButtonProps {
  challenge: Challenge
  /** Name of the field with the passkey's response. */
  field: string
  className: string
  children: ReactNode
}

/**
 * A button in a form: prompts for a passkey, then submits the form with its response. Its code loads when
 * pressed.
 */
export function PasskeyButton({ challenge, field, className, children }: PasskeyButtonProps) {
  const answer = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<{ isBusy: boolean; sentence?: string }>({ isBusy: false })
  const press = async () => {
    if (state.isBusy) return
    setState({ isBusy: true })
    const given = await import('./passkey-prompt')
      .then(({ promptForPasskey }) => promptForPasskey(challenge))
      .catch(() => ({ ok: false as const, sentence: 'The page isn’t up to date. Reload it and try again.' }))
    if (!given.ok) return setState({ isBusy: false, sentence: given.sentence })
    if (answer.current) answer.current.value = given.answer
    answer.current?.form?.requestSubmit()
  }
  return (
    <>
      <input type="hidden" name={field} ref={answer} />
      <button type="button" className={className} aria-busy={state.isBusy || undefined} onClick={press}>
        {state.isBusy ? 'Waiting for your device…' : children}
      </button>
      <div role="status">{state.sentence ? <FieldError>{state.sentence}</FieldError> : null}</div>
    </>
  )
}

/**
 * The passkey button of the login page, if the browser supports passkeys. Until that is known, and without them, its
 * space stays empty, so that what follows doesn't move.
 */
export function PasskeySignIn({ returnTo }: { returnTo: string | undefined }) {
  const hasPasskeys = useHasPasskeys()
  return (
    <Form
      method="post"
      action={paths.login()}
      className={hasPasskeys ? 'auth__form' : 'auth__form auth__form--later'}
      reloadDocument
      aria-label="Sign in with a passkey"
    >
      <input type="hidden" name="intent" value="passkey" />
      {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
      <PasskeyButton challenge="sign-in" field="passkey" className="btn btn--line btn--wide">
        Sign in with a passkey
      </PasskeyButton>
    </Form>
  )
}
