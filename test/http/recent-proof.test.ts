import { afterAll, beforeAll, expect, it } from 'vitest'
import { letProofsExpire, PASSWORD, signedIn } from '../support/accounts'
import { mailTo, post, rows } from '../support/forms'
import { postedForms } from '../support/posted-forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

const TEAM = '/studio/settings/team'
const DATA = '/studio/settings/data'
const CONFIRM = '/profile/confirm'

let site: Site
let Cookie: string
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
  Cookie = await signedIn(site, 'owner', { email: 'owner@example.com' })
})
afterAll(() => site?.stop())

/** The first proof form on the page. */
const proofForm = async (page: Response) =>
  postedForms(await page.text(), TEAM).find(({ action }) => action === CONFIRM)

const invitations = () => rows(site, 'select email from owner_links where invited_by is not null')

it('requires the password before an invitation, keeps the form, and continues afterwards', async () => {
  const form = { intent: 'invite', email: 'new@example.com', role: 'assistant' }
  await letProofsExpire(site)
  const asked = await post(site, TEAM, form, { Cookie })
  expect(asked.status).toBe(403)
  expect(asked.headers.get('cache-control')).toContain('no-store')
  const byPassword = await proofForm(asked)
  const fields = Object.fromEntries(byPassword?.fields ?? [])
  expect(fields).toMatchObject({ ...form, proofReturnTo: TEAM })
  expect(invitations()).toEqual([])

  const wrong = await post(site, CONFIRM, { ...fields, proofPassword: 'four louder herons' }, { Cookie })
  expect(wrong.status).toBe(422)
  const again = await proofForm(wrong)
  expect(Object.fromEntries(again?.fields ?? [])).toMatchObject(form)
  expect((await post(site, TEAM, form, { Cookie })).status).toBe(403)

  const right = await post(site, CONFIRM, { ...fields, proofPassword: PASSWORD }, { Cookie })
  expect([right.status, right.headers.get('location')]).toEqual([307, TEAM])
  // Repeats the request after a 307, as browsers do.
  const sent = await post(site, TEAM, { ...fields, proofPassword: PASSWORD }, { Cookie })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${TEAM}?done=invited`])
  expect(invitations()).toEqual([{ email: 'new@example.com' }])
})

it('requires it before an invitation is resent, a role changes, or an archive is made or downloaded', async () => {
  const [{ id: user } = {}] = rows(site, "select id from users where email = 'owner@example.com'")
  const [{ id } = {}] = rows(site, 'select id from owner_links where invited_by is not null')
  const weighty: [path: string, form: Record<string, string>][] = [
    [TEAM, { intent: 'invite-again', id: String(id) }],
    [TEAM, { intent: 'change-role', user: String(user), was: 'owner', to: 'client' }],
    [DATA, { intent: 'export' }],
  ]
  await letProofsExpire(site)
  for (const [path, form] of weighty) expect((await post(site, path, form, { Cookie })).status).toBe(403)
  expect(rows(site, 'select id from exports')).toEqual([])

  await post(site, CONFIRM, { proofBy: 'password', proofPassword: PASSWORD }, { Cookie })
  expect((await post(site, DATA, { intent: 'export' }, { Cookie })).status).toBe(303)
  const ready = () => rows(site, "select id from exports where state = 'ready'")
  await expect.poll(() => ready().length).toBe(1)
  const archive = `${DATA}/${ready()[0]?.id}`
  const get = (path: string) => fetch(site.url + path, { headers: { Cookie }, redirect: 'manual' })
  const begun = await get(`${archive}?key=new`)
  expect(begun.status).toBe(302)
  const resumable = begun.headers.get('location') ?? ''
  await letProofsExpire(site)
  for (const path of [archive, `${archive}?key=new`]) {
    const asked = await get(path)
    expect(asked.headers.get('location')).toBe(`${CONFIRM}?returnTo=${encodeURIComponent(DATA)}`)
  }
  // An interrupted download resumes without another proof, in this session only.
  const resumed = await fetch(site.url + resumable, { headers: { Cookie, Range: 'bytes=0-9' } })
  expect(resumed.status).toBe(206)
  const other = await signedIn(site, 'owner')
  await letProofsExpire(site)
  const elsewhere = await fetch(site.url + resumable, { headers: { Cookie: other }, redirect: 'manual' })
  expect(elsewhere.headers.get('location')).toContain(CONFIRM)
})

it('emails a code to someone without a password, who then continues', async () => {
  await inDatabaseOf(site, (db) => db.deleteFrom('credentials').execute())
  await letProofsExpire(site)
  const form = { intent: 'invite', email: 'second@example.com', role: 'assistant', proofReturnTo: TEAM }
  const sent = await post(site, CONFIRM, { ...form, proofBy: 'email' }, { Cookie })
  expect(sent.status).toBe(200)
  const byCode = await proofForm(sent)
  const [mail] = await mailTo(site, 'owner@example.com')
  const code = /Code: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
  const fields = Object.fromEntries(byCode?.fields ?? [])
  const proved = await post(site, CONFIRM, { ...fields, proofCode: code }, { Cookie })
  expect(proved.status).toBe(307)
  expect((await post(site, TEAM, fields, { Cookie })).headers.get('location')).toContain('done=invited')
})

it('only returns to this site, and redirects signed-out visitors to the login', async () => {
  for (const proofReturnTo of ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example']) {
    const fresh = await signedIn(site, 'client')
    const form = { proofBy: 'password', proofPassword: PASSWORD, proofReturnTo }
    const answer = await post(site, CONFIRM, form, { Cookie: fresh })
    expect(answer.headers.get('location')).toBe('/profile')
  }
  expect((await post(site, CONFIRM, { proofBy: 'email' })).headers.get('location')).toContain('/login')
})
