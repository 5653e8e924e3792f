import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { paths } from '~/ui/paths'
import type { Challenge } from '../passkeys/model'

export type PasskeyResponse = { ok: true; answer: string } | { ok: false; sentence: string }

/** Prompts for a passkey, or for creating one. @returns the response as JSON text */
export async function promptForPasskey(challenge: Challenge): Promise<PasskeyResponse> {
  try {
    const response = await fetch(paths.passkeyChallenge(), {
      method: 'POST',
      body: new URLSearchParams({ for: challenge }),
    })
    const body = await response.json()
    if (!response.ok) return { ok: false, sentence: body.sentence ?? FAILED }
    const optionsJSON = body.options
    const { clientExtensionResults: _, ...answer } =
      challenge === 'add'
        ? await startRegistration({ optionsJSON })
        : await startAuthentication({ optionsJSON })
    return { ok: true, answer: JSON.stringify(answer) }
  } catch (error) {
    return { ok: false, sentence: sentenceFor(error, challenge) }
  }
}

const FAILED = 'That didn’t work just now. Please try again in a minute.'

function sentenceFor(error: unknown, challenge: Challenge): string {
  const isNew = challenge === 'add'
  const code = error instanceof WebAuthnError ? error.code : undefined
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device already has a passkey for your account.'
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID')
    return 'Passkeys don’t work at this address. Open the site at its usual address.'
  if (error instanceof Error && error.name === 'NotAllowedError')
    return isNew
      ? 'No passkey was made. Try again when you’re ready.'
      : 'No passkey was used. Try again, or use another way.'
  return isNew ? 'This device couldn’t make a passkey. Try another device or browser.' : FAILED
}
