import { z } from 'zod'

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
