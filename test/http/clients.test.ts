import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let cookies: Record<'assistant' | 'owner' | 'client', string>
beforeAll(async () => {
  site = await startSite()
  cookies = {
    assistant: await signedIn(site, 'assistant'),
    owner: await signedIn(site, 'owner'),
    client: await signedIn(site, 'client'),
  }
  await post(site, '/contact', { name: 'Zora Quill', email: 'Ann@Example.com', message: 'Hello.' })
})
afterAll(() => site?.stop())

const get = (path: string, who: keyof typeof cookies = 'owner') =>
  fetch(site.url + path, { redirect: 'manual', headers: { Cookie: cookies[who] } })
const personOf = (email: string) =>
  String(rows(site, `select person_id from person_addresses where email_key = '${email}'`)[0]?.person_id)

describe('Clients in the Studio', () => {
  it('are listed, found by name, address and phone, and hidden from assistants', async () => {
    for (const search of ['zora', 'QUILL zo', 'ann@example', ''])
      expect(await (await get(`/studio/clients?search=${encodeURIComponent(search)}`)).text()).toContain(
        'Zora Quill',
      )
    for (const search of ['zzz', '%', '\u202e', '"', 'a'.repeat(500), 'ora']) {
      const answer = await get(`/studio/clients?search=${encodeURIComponent(search)}`)
      expect([search, answer.status]).toEqual([search, 200])
      expect(await answer.text()).not.toContain('Zora Quill')
    }
    for (const before of ['x', '1.x', '%27', `${'9'.repeat(15)}.a`])
      expect((await get(`/studio/clients?before=${before}&filter=nonsense`)).status).toBe(200)
    const person = `/studio/clients/${personOf('ann@example.com')}`
    for (const path of ['/studio/clients', person, `${person}.data`, '/studio/clients.data'])
      expect([path, (await get(path, 'assistant')).status]).toEqual([path, 404])
    expect(
      (await post(site, person, { note: 'x', version: '1' }, { Cookie: cookies.assistant })).status,
    ).toBe(404)
  })

  it('are linked from an email for the owner only', async () => {
    const messagePath = `/studio/inbox/messages/${rows(site, 'select id from contact_messages')[0]?.id}`
    const link = `/studio/clients/${personOf('ann@example.com')}`
    expect(await (await get(messagePath)).text()).toContain(link)
    expect(await (await get(messagePath, 'assistant')).text()).not.toContain(link)
  })

  it('get a name, a phone number and a note, once per version, and no other field', async () => {
    const path = `/studio/clients/${personOf('ann@example.com')}`
    const send = (fields: Record<string, string>) => post(site, path, fields, { Cookie: cookies.owner })
    const fields = {
      name: 'Ann Marie Lee',
      phone: '(973) 555-0142',
      note: 'Likes rain.\r\nHas a dog.',
      version: '1',
    }
    const refused = await send({ ...fields, phone: '12' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Likes rain.')
    const unfair = {
      user_id: 'x',
      userId: 'x',
      is_subscriber: '1',
      merged_into: 'x',
      records: '9',
      role: 'owner',
    }
    expect((await send({ ...fields, ...unfair })).status).toBe(303)
    const late = await send({ ...fields, note: 'Likes sun.' })
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('Someone on your team saved a newer version')
    expect((await send({ ...fields, version: 'x' })).status).toBe(409)
    expect(rows(site, `select * from people where id = '${personOf('ann@example.com')}'`)).toMatchObject([
      {
        name: 'Ann Marie Lee',
        note: 'Likes rain.\nHas a dog.',
        user_id: null,
        is_subscriber: 0,
        merged_into: null,
        records: 1,
      },
    ])
    for (const nasty of ['Ann\u202eLee', 'Ann\nLee', 'a'.repeat(121)])
      expect((await send({ ...fields, name: nasty, version: '2' })).status).toBe(422)
    const page = await (await get(path)).text()
    // This site has no mail server.
    expect(page).toContain('>Email</span>')
    expect(page).not.toContain('Email sent')
    for (const text of [
      'Ann Marie Lee',
      'Not verified',
      'Has a dog.',
      'the client can request it',
      'No account',
    ])
      expect(page).toContain(text)
  })

  it('answer 404 for an unknown id', async () => {
    for (const path of ['/studio/clients/nobody', '/studio/clients/%C3%A9', '/studio/clients/01a1'])
      expect([path, (await get(path)).status >= 400 && (await get(path)).status < 500]).toEqual([path, true])
  })
})
