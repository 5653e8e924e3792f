import { Form } from 'react-router'
import { paths } from '~/ui/paths'
import { PasskeyButton, useHasPasskeys } from './passkey-button'

/** Beside the password. Shown where the browser can do it. */
export function PasskeySignIn({ returnTo }: { returnTo: string | undefined }) {
  if (!useHasPasskeys()) return null
  return (
    <Form
      method="post"
      action={paths.login()}
      className="auth__form"
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
