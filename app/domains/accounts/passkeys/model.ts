import { z } from 'zod'

export const PASSKEY_NAME_MAX = 60

/** More than anyone has devices. Without a limit, a script could add passkeys forever. */
export const MOST_PASSKEYS = 20

/** What a challenge is for. */
export const CHALLENGES = ['sign-in', 'confirm', 'add'] as const
export type Challenge = (typeof CHALLENGES)[number]

export interface Passkey {
  id: string
  name: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** null: never. */
  lastUsedAt: number | null
}

const text = z.string().max(8_000)

/** What the browser makes of a device's answer (WebAuthn, section 5.1). Whether it's right is checked later. */
const answer = {
  id: z.string().min(1).max(2_000),
  rawId: text,
  type: z.literal('public-key'),
  // Nothing that we use.
  clientExtensionResults: z.object({}).default({}),
}

const assertion = z.looseObject({
  ...answer,
  response: z.looseObject({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.exactOptional(),
  }),
})

const attestation = z.looseObject({
  ...answer,
  response: z.looseObject({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(40)).max(20).optional(),
  }),
})

const parsed = <T>(schema: z.ZodType<T>, json: string): T | undefined => {
  try {
    return schema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** A use of a passkey, from the field of a form. */
export const readAssertion = (json: string) => parsed(assertion, json)

/** A new passkey, from the field of a form. */
export const readAttestation = (json: string) => parsed(attestation, json)

/** @returns what is wrong with a name; undefined: nothing */
export function passkeyNameError(name: string): string | undefined {
  if (name === '') return 'Enter a name, for example “My phone”.'
  return name.length > PASSKEY_NAME_MAX ? `Use up to ${PASSKEY_NAME_MAX} characters.` : undefined
}
