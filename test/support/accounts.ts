import { pino } from 'pino'
import { accountJobs } from '~/domains/accounts/jobs.server'
import { addChallenge, addPasskey } from '~/domains/accounts/passkeys/operations.server'
import { beginSession } from '~/domains/accounts/sign-ins/session.server'
import { findClientOf } from '~/domains/galleries/sharing/operations.server'
import type { Role } from '~/platform/auth/actor'
import { hashPassword } from '~/platform/auth/password.server'
import { readActor } from '~/platform/auth/session.server'
import { fixedClock, systemClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { makeAuthenticator } from './authenticator'
import { queuedMail } from './outbox'
import { putTestSettings } from './settings'
import { type Site, secretOf } from './site'
import { inDatabaseOf } from './site-database'

export const PASSWORD = 'three quiet herons'

let hash: Promise<string> | undefined
let count = 0

/** Adds a user whose password is PASSWORD. */
export async function makeUser(db: Db, given: Partial<Row<'users'>> = {}): Promise<Row<'users'>> {
  count += 1
  hash ??= hashPassword(PASSWORD)
  const now = Date.now()
  const row: Row<'users'> = {
    id: newId(),
    name: 'Ann Lee',
    email: `person-${count}-${now}@example.com`,
    email_verified: 1,
    phone: '',
    image: null,
    role: 'client',
    two_factor_enabled: 0,
    created_at: now,
    updated_at: now,
    ...given,
  }
  await db.insertInto('users').values(row).execute()
  await db
    .insertInto('credentials')
    .values({
      id: newId(),
      user_id: row.id,
      account_id: row.id,
      provider_id: 'credential',
      password: await hash,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return row
}

/** The Cookie header that a browser would send after these `Set-Cookie` headers. */
export const cookieHeader = (setCookies: string[]): string =>
  setCookies
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

/** Adds a user of a role and signs them in to a running site. @returns the value of the Cookie header */
export async function signedIn(
  site: Site,
  role: Role,
  given: { email?: string; name?: string } = {},
): Promise<string> {
  return await inDatabaseOf(site, async (db) => {
    const user = await makeUser(db, { role, ...given })
    const config = { siteUrl: site.url, secret: secretOf(site), rateLimitScale: 1 }
    const begun = await beginSession({ db, config, clock: systemClock }, user, {
      network: '203.0.113.7',
      userAgent: 'Test',
      way: 'Password',
    })
    if (!begun.ok) throw new Error('A second factor was asked for.')
    // Leaves out the cookie that recognizes the device.
    return cookieHeader(begun.setCookies.filter((cookie) => /^(__Host-)?studio_session=/.test(cookie)))
  })
}

/** Makes everyone's last proof eleven minutes old. */
export const letProofsExpire = (site: Site) =>
  inDatabaseOf(site, (db) =>
    db
      .updateTable('sessions')
      .set({ created_at: Date.now() - 660_000, proved_at: null })
      .execute(),
  )

const SITE_URL = 'https://photos.example.com'

/** Dependencies of the accounts' operations, with settings. The clock is the real time, since sessions use it. */
export async function accountDeps(db: Db) {
  await putTestSettings(db)
  const config = { siteUrl: SITE_URL, secret: 's'.repeat(32), rateLimitScale: 1 }
  return {
    db,
    clock: fixedClock(Date.now()),
    config,
    log: pino({ level: 'silent' }),
    clientAddress: FROM.network,
    userAgent: FROM.userAgent,
    findClient: (email: string) => findClientOf({ db }, email),
  }
}

export const FROM = {
  network: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
  browser: 'a-secret-of-this-browser',
}

/** Another browser, which has requested no link. */
export const ELSEWHERE = {
  network: '198.51.100.9',
  userAgent: 'Mozilla/5.0 (iPhone) Safari/605.1',
  browser: '',
}

/** The token in the newest email of a kind; '' if there is none. */
export async function mailedToken(db: Db, kind: string): Promise<string> {
  const mail = (await queuedMail(db)).filter((each) => each.kind === kind).at(-1)
  return /https:\/\/photos\.example\.com\/[a-z-]+\/([\w-]{32})/.exec(mail?.text ?? '')?.[1] ?? ''
}

export const requestWith = (cookie: string): Request => new Request(`${SITE_URL}/`, { headers: { cookie } })

/** Sends the requested emails in order, like the job worker. */
export async function mailRequestedLinks(deps: Awaited<ReturnType<typeof accountDeps>>): Promise<void> {
  const handlers = accountJobs(deps)
  const kinds = Object.keys(handlers)
  const jobs = await deps.db.selectFrom('jobs').selectAll().where('kind', 'in', kinds).orderBy('id').execute()
  for (const { kind, payload } of jobs)
    await handlers[kind]?.run(JSON.parse(payload), { signal: new AbortController().signal } as never)
  await deps.db.deleteFrom('jobs').where('kind', 'in', kinds).execute()
}

/** Adds a device's passkey to a signed-in person. */
export async function addPasskeyOf(
  { my, request }: Pick<Awaited<ReturnType<typeof asPerson>>, 'my' | 'request'>,
  device: ReturnType<typeof makeAuthenticator>,
  odd?: Parameters<typeof device.create>[1],
) {
  const asked = await addChallenge(my, request)
  if (!asked.ok) throw new Error(asked.sentence)
  const answer = device.create(challengeOf(asked), odd)
  return addPasskey(my, { name: 'My phone', answer, request: alsoWith(request, asked.setCookies) })
}

/** A challenge for a device, with the test site's origin. */
export const challengeOf = ({ options }: { options: object }) => ({
  challenge: (options as { challenge: string }).challenge,
  origin: SITE_URL,
})

/** The same request with additional cookies. */
export const alsoWith = (request: Request, setCookies: string[]): Request =>
  requestWith([request.headers.get('cookie') ?? '', cookieHeader(setCookies)].filter(Boolean).join('; '))

/** Signs a person in. @returns the actor of their requests */
export async function enter(
  deps: Awaited<ReturnType<typeof accountDeps>>,
  given: Partial<Row<'users'>> = {},
) {
  const user = await makeUser(deps.db, given)
  const begun = await beginSession(deps, user, { ...FROM, way: 'Password' })
  if (!begun.ok) throw new Error('A second factor was asked for.')
  return asPerson(deps, begun.setCookies)
}

export async function asPerson(deps: Awaited<ReturnType<typeof accountDeps>>, setCookies: string[]) {
  const request = requestWith(cookieHeader(setCookies))
  const actor = await readActor(deps, request)
  if (actor.kind !== 'person') throw new Error('Nobody is signed in.')
  return { my: { ...deps, actor }, request, actor }
}
