import { expect } from 'vitest'
import { mailTo, post } from './forms'
import type { Site } from './site'

export const PASSWORD = 'a walk in the park'

/** The cookies that a browser would send after this response. */
export const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ')

export const whereTo = (answer: Response) => [answer.status, answer.headers.get('location')]

/** Actions on account pages. @param site a function, since the site starts after this is called */
export function accountPages(site: () => Site) {
  const get = (path: string, cookie = '', where = site()) =>
    fetch(where.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} })

  /** The path of the newest link of a kind in emails to an address. */
  async function linkFor(email: string, kind: string, count = 1): Promise<string> {
    const mail = await mailTo(site(), email, count)
    const links = mail.flatMap(({ text }) => text?.match(new RegExp(`/${kind}/[\\w-]+`, 'g')) ?? [])
    return links.at(-1) ?? `no link to ${kind}`
  }

  async function makeAccount(email: string, name = 'Renée Whitfield'): Promise<void> {
    const asked = await post(site(), '/register', { name, email, password: PASSWORD })
    expect(whereTo(asked)).toEqual([303, '/register?next=mail#main'])
    const link = await linkFor(email, 'verify-email')
    const confirmed = await post(site(), link, {}, { cookie: cookieOf(asked) })
    expect(whereTo(confirmed)).toEqual([303, '/profile'])
    await post(site(), '/sign-out', {}, { cookie: cookieOf(confirmed) })
  }

  const signIn = (email: string, fields: Record<string, string> = {}) =>
    post(site(), '/login', { email, password: PASSWORD, ...fields })

  async function signedIn(email: string): Promise<string> {
    await makeAccount(email)
    return cookieOf(await signIn(email))
  }

  const act = (cookie: string, intent: string, fields: Record<string, string> = {}) =>
    post(site(), '/profile', { intent, ...fields }, { cookie })

  return { get, linkFor, makeAccount, signIn, signedIn, act }
}
