import type { makeAuthenticator } from './authenticator'
import { post } from './forms'
import type { Site } from './site'

type Device = ReturnType<typeof makeAuthenticator>

/** The origin that the site uses for passkeys. */
const originOf = (site: Site) => site.url.replace('127.0.0.1', 'localhost')

/** The challenge that a page's script requests, and its cookie. */
async function challenge(site: Site, purpose: string, Cookie: string) {
  const answer = await post(site, '/passkey-challenge', { for: purpose }, { Cookie })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  const { options } = (await answer.json()) as { options: { challenge: string } }
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  return {
    asked: { challenge: options.challenge, origin: originOf(site) },
    Cookie: [Cookie, ...cookies].filter(Boolean).join('; '),
  }
}

/** Adds a passkey like the profile page does. */
export async function addPasskeyAt(site: Site, device: Device, cookie: string, name = 'My phone') {
  const { asked, Cookie } = await challenge(site, 'add', cookie)
  return post(site, '/profile/passkeys/new', { name, passkey: device.create(asked) }, { Cookie })
}

/** Signs in like the login page does. */
export async function signInByPasskey(site: Site, device: Device, fields: Record<string, string> = {}) {
  const { asked, Cookie } = await challenge(site, 'sign-in', '')
  return post(site, '/login', { intent: 'passkey', passkey: device.use(asked), ...fields }, { Cookie })
}

/** Proves identity like the confirmation page does. */
export async function confirmByPasskey(
  site: Site,
  device: Device,
  cookie: string,
  fields: Record<string, string> = {},
) {
  const { asked, Cookie } = await challenge(site, 'confirm', cookie)
  const proof = { proofBy: 'passkey', proofPasskey: device.use(asked) }
  return post(site, '/profile/confirm', { ...fields, ...proof }, { Cookie })
}
