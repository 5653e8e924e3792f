import { z } from 'zod'
import { authOf } from '~/platform/auth/auth.server'
import { personHeaders, secondStepHeaders, throwingDatabaseErrors } from '~/platform/auth/auth-calls.server'
import { setCookiesOf } from '~/platform/auth/cookies'
import { type PasskeyRefusal, passkeyRefusal } from '~/platform/auth/passkey-refusal.server'
import { transact } from '~/platform/db/database.server'
import { line } from '~/platform/fields'
import { parseField } from '~/platform/forms'
import { accountKey, type Count, countTry, uncountTry } from '../limits.server'
import { type AccountDeps, prepareNotice } from '../messages.server'
import type { From, TooMany } from '../model'
import { fromOf, type MyDeps, noteMyFailure, recordMyAction } from '../security.server'
import { noteSignIn } from '../sign-ins/devices.server'
import { noteFailure } from '../sign-ins/failures.server'
import { endReplaced, renewSessions, type SessionStarted } from '../sign-ins/session.server'
import { deleteExpired, deleteSession, lockAccount, noteTwoSteps, selectAccount } from '../store.server'
import { isLastSecondStep } from '../two-factor.server'
import { MOST_PASSKEYS, PASSKEY_NAME_MAX, type Passkey } from './model'
import { deletePasskey, selectHolder, selectPasskeys, touchPasskey, updateName } from './store.server'

type Options = { ok: true; options: object; setCookies: string[] } | TooMany

/** The challenge for signing in, and its cookie. */
export async function signInChallenge(
  deps: AccountDeps,
  { request, network }: { request: Request; network: string },
): Promise<Options> {
  const counted = await countTry(deps, [{ name: 'passkey-network', key: network }])
  if (!counted.ok) return counted
  return authenticationOptions(deps, secondStepHeaders(request, network, deps.config.siteUrl))
}

/** The challenge for a signed-in person to use one of their passkeys. */
export async function confirmChallenge(deps: MyDeps, request: Request): Promise<Options> {
  const counted = await countTry(deps, [{ name: 'passkey-network', key: deps.clientAddress }])
  if (!counted.ok) return counted
  return authenticationOptions(deps, personHeaders(request, deps.clientAddress))
}

async function authenticationOptions(deps: AccountDeps, headers: Headers): Promise<Options> {
  const made = await (await authOf(deps)).api.generatePasskeyAuthenticationOptions({
    headers,
    returnHeaders: true,
  })
  return {
    ok: true,
    options: { ...made.response, userVerification: 'required' },
    setCookies: setCookiesOf(made.headers, deps.config.siteUrl),
  }
}

/** The challenge for adding a passkey. */
export async function addChallenge(deps: MyDeps, request: Request): Promise<Options> {
  const counted = await countTry(deps, [{ name: 'passkey-network', key: deps.clientAddress }])
  if (!counted.ok) return counted
  const made = await (await authOf(deps)).api.generatePasskeyRegistrationOptions({
    headers: personHeaders(request, deps.clientAddress),
    returnHeaders: true,
  })
  return { ok: true, options: made.response, setCookies: setCookiesOf(made.headers, deps.config.siteUrl) }
}

export type PasskeySignedIn =
  | Extract<SessionStarted, { ok: true }>
  | { ok: false; reason: PasskeyRefusal }
  | TooMany

/** Signs in with a passkey alone, since the device verifies its user. */
export async function signInWithPasskey(
  deps: AccountDeps,
  { request, answer, ...from }: { request: Request; answer: string } & From,
): Promise<PasskeySignedIn> {
  const { db, clock, config } = deps
  const response = readAssertion(answer)
  if (!response) return { ok: false, reason: 'wrong' }
  const counts: Count[] = [{ name: 'login-network', key: from.network }]
  const counted = await countTry(deps, counts)
  if (!counted.ok) return counted
  await deleteExpired(db, Date.now())
  try {
    const begun = await throwingDatabaseErrors(async () =>
      (await authOf(deps)).api.verifyPasskeyAuthentication({
        body: { response },
        headers: secondStepHeaders(request, from.network, config.siteUrl),
        returnHeaders: true,
      }),
    )
    await uncountTry(deps, counts)
    await endReplaced(db, from)
    await touchPasskey(db, response.id, clock.now())
    const user = begun.response.user.id
    const account = await selectAccount(db, user)
    const deviceCookies = await noteSignIn(deps, user, 'Passkey', from)
    const setCookies = [...setCookiesOf(begun.headers, config.siteUrl), ...deviceCookies]
    return { ok: true, setCookies, role: account?.role ?? 'client' }
  } catch (error) {
    const reason = passkeyRefusal(error)
    const holder = await selectHolder(db, response.id)
    if (holder && reason !== 'expired') noteFailure(deps, holder.email, from)
    return { ok: false, reason }
  }
}

/** Proves a signed-in person's identity by one of their passkeys. */
export async function checkPasskey(
  deps: MyDeps,
  answer: string,
  request: Request,
): Promise<{ ok: true } | { ok: false; reason: 'wrong' } | TooMany> {
  const response = readAssertion(answer)
  if (!response) return { ok: false, reason: 'wrong' }
  const counts: Count[] = [{ name: 'login-account', key: accountKey(`passkey ${deps.actor.uid}`) }]
  const counted = await countTry(deps, counts)
  if (!counted.ok) return counted
  try {
    const { session, user } = await throwingDatabaseErrors(async () =>
      (await authOf(deps)).api.verifyPasskeyAuthentication({
        body: { response },
        headers: personHeaders(request, deps.clientAddress),
      }),
    )
    // The plugin treats this as a sign-in; the current session continues instead.
    await deleteSession(deps.db, session.id)
    if (user.id !== deps.actor.uid) return { ok: false, reason: 'wrong' }
    await uncountTry(deps, counts)
    await touchPasskey(deps.db, response.id, deps.clock.now())
    return { ok: true }
  } catch (error) {
    passkeyRefusal(error)
    noteMyFailure(deps)
    return { ok: false, reason: 'wrong' }
  }
}

export const listPasskeys = ({ db, actor }: Pick<MyDeps, 'db' | 'actor'>): Promise<Passkey[]> =>
  selectPasskeys(db, actor.uid)

export type PasskeyAdded =
  | { ok: true }
  | { ok: false; reason: 'refused'; error: string }
  | { ok: false; reason: 'too-many-passkeys' | PasskeyRefusal }

const passkeyName = () => line({ max: PASSKEY_NAME_MAX, required: 'Enter a name, for example “My phone”.' })

/** Adds a passkey. The route requires a recent proof. It counts as a second factor in this session. */
export async function addPasskey(
  deps: MyDeps,
  given: { name: string; answer: string; request: Request },
): Promise<PasskeyAdded> {
  const { db, actor } = deps
  const read = parseField(passkeyName(), given.name)
  if (!read.ok) return { ok: false, reason: 'refused', error: read.sentence }
  const name = read.value
  const response = readAttestation(given.answer)
  if (!response) return { ok: false, reason: 'wrong' }
  if ((await selectPasskeys(db, actor.uid)).length >= MOST_PASSKEYS)
    return { ok: false, reason: 'too-many-passkeys' }
  const notify = await prepareNotice(deps, actor, 'passkey-added')
  try {
    await throwingDatabaseErrors(async () =>
      (await authOf(deps)).api.verifyPasskeyRegistration({
        body: { response, name },
        headers: personHeaders(given.request, deps.clientAddress),
      }),
    )
  } catch (refused) {
    return { ok: false, reason: passkeyRefusal(refused) }
  }
  await transact(db, async (tx) => {
    await noteTwoSteps(tx, actor.sessionId)
    await recordMyAction({ ...deps, db: tx }, { action: 'passkey-added', subject: name })
    await notify(tx)
  })
  return { ok: true }
}

export async function renamePasskey(
  { db, actor }: Pick<MyDeps, 'db' | 'actor'>,
  given: { id: string; name: string },
): Promise<{ ok: true } | { ok: false; reason: 'refused'; error: string } | { ok: false; reason: 'gone' }> {
  const read = parseField(passkeyName(), given.name)
  if (!read.ok) return { ok: false, reason: 'refused', error: read.sentence }
  const name = read.value
  const renamed = await updateName(db, { id: given.id, user: actor.uid, name })
  return renamed ? { ok: true } : { ok: false, reason: 'gone' }
}

export type PasskeyRemoved =
  | { ok: true; setCookies: string[] }
  /** `last`: the team's rule requires a second factor, and this is the only one. */
  | { ok: false; reason: 'gone' | 'last' }

/**
 * Removes a passkey, which may have been stolen: ends all sessions and renews this one. The route requires a
 * recent proof.
 */
export async function removePasskey(
  deps: MyDeps,
  { id, request }: { id: string; request: Request },
): Promise<PasskeyRemoved> {
  const { db, actor } = deps
  const notify = await prepareNotice(deps, actor, 'passkey-removed')
  const removed = await transact<{ ok: true } | Extract<PasskeyRemoved, { ok: false }>>(
    db,
    async (tx, rollback) => {
      await lockAccount(tx, actor.uid)
      const name = await deletePasskey(tx, actor.uid, id)
      if (name === undefined) return rollback({ ok: false, reason: 'gone' })
      if (await isLastSecondStep(tx, actor.uid)) return rollback({ ok: false, reason: 'last' })
      await recordMyAction({ ...deps, db: tx }, { action: 'passkey-removed', subject: name })
      await notify(tx)
      return { ok: true }
    },
  )
  if (!removed.ok) return removed
  return { ok: true, setCookies: await renewSessions(deps, actor.uid, fromOf(deps, request)) }
}

const text = z.string().max(8_000)

/**
 * The response of a passkey as the browser encodes it (WebAuthn, section 5.1). This checks only the format.
 */
const answer = {
  id: z.string().min(1).max(2_000),
  rawId: text,
  type: z.literal('public-key'),
  // None are used.
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

/** Parses a sign-in response from a form's field. */
const readAssertion = (json: string) => parsed(assertion, json)

/** Parses a new passkey from a form's field. */
const readAttestation = (json: string) => parsed(attestation, json)
