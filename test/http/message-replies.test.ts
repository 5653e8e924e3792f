import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'

let site: Site
let sink: SmtpSink
let cookies: Record<'assistant' | 'owner', string>
beforeAll(async () => {
  sink = await openSmtpSink()
  site = await startSite({ env: { SMTP_URL: sink.url } })
  cookies = { assistant: await signedIn(site, 'assistant'), owner: await signedIn(site, 'owner') }
})
afterAll(async () => {
  await site?.stop()
  await sink?.close()
})

const ask = (path: string, who: keyof typeof cookies) =>
  fetch(site.url + path, { redirect: 'manual', headers: { Cookie: cookies[who] } })
const send = (path: string, fields: Record<string, string>) =>
  post(site, path, fields, { Cookie: cookies.owner })

it('answers a message by email with a template, and shows what became of it', async () => {
  const page = async (address: string) =>
    (await (await ask(address, 'owner')).text()).replaceAll('<!-- -->', '')
  const template = {
    intent: 'save',
    name: 'First reply',
    subject: 'Hello {firstName}',
    message: 'On {eventDate}?',
  }
  const templates = '/studio/settings/templates'
  expect((await send(`${templates}/new`, { ...template, message: '' })).status).toBe(422)
  expect((await send(`${templates}/new`, template)).headers.get('location')).toBe(`${templates}?done=added`)
  expect((await ask(templates, 'assistant')).status).toBe(404)
  const id = String(rows(site, 'select id from reply_templates')[0]?.id)
  expect(await page(templates)).toContain('First reply')

  await post(site, '/contact', { name: 'Cleo Park', email: 'cleo@example.com', message: 'May?' })
  const path = `/studio/inbox/messages/${rows(site, `select id from contact_messages where name = 'Cleo Park'`)[0]?.id}`
  const form = await page(`${path}?template=${id}`)
  expect(form).toContain('value="Hello Cleo"')
  expect(form).toContain('This message has no value for {eventDate}.')
  const fields = {
    intent: 'reply',
    once: /name="once" value="([^"]+)"/.exec(form)?.[1] ?? '',
    subject: 'Hello Cleo',
  }
  const refused = await send(path, { ...fields, message: 'On {eventDate}?' })
  expect([refused.status, (await refused.text()).includes('Fill in or remove {eventDate}.')]).toEqual([
    422,
    true,
  ])
  const sent = await send(path, { ...fields, message: 'May is <b>free</b>.' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, path])
  await send(path, { ...fields, message: 'May is <b>free</b>.' })
  await expect.poll(() => sink.caught.filter(({ mail }) => mail.subject === 'Hello Cleo')).toHaveLength(1)
  await expect.poll(() => page(path), { interval: 50 }).toContain('<span class="tag tag--fix">Sent</span>')
  expect(await page(path)).toContain('May is &lt;b&gt;free&lt;/b&gt;.')
  expect(await page(path)).toContain('Marked as answered by')
  const [caught] = sink.caught.filter(({ mail }) => mail.subject === 'Hello Cleo')
  expect(caught?.recipients).toEqual(['cleo@example.com'])

  expect((await send(`${templates}/${id}`, { intent: 'remove', version: '1' })).status).toBe(303)
  expect(rows(site, 'select id from reply_templates')).toEqual([])
})
