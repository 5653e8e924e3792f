import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let cookies: Record<'assistant' | 'owner', string>
beforeAll(async () => {
  site = await startSite()
  cookies = { assistant: await signedIn(site, 'assistant'), owner: await signedIn(site, 'owner') }
})
afterAll(() => site?.stop())

const send = (
  path: string,
  fields: Record<string, string>,
  who: keyof typeof cookies = 'assistant',
): Promise<Response> => post(site, path, fields, { Cookie: cookies[who] })
const page = async (path: string) => (await fetch(site.url + path)).text()
const studio = async (path: string, who: keyof typeof cookies = 'owner') =>
  (await fetch(site.url + path, { headers: { Cookie: cookies[who] } })).text()
const soon = (path: string) => expect.poll(() => page(path), { interval: 25 })
const versionOf = (table: string, id: string) =>
  String(rows(site, `select version from ${table} where id = ?`, id)[0]?.version)

const SERVICES = '/studio/website/services'
const SERVICE = {
  intent: 'save',
  title: 'Weddings & vows',
  notch: 'wedding',
  summary: 'From two hours on. Call {phone}.',
  body: 'We *arrive* early. <script>alert(1)</script>',
  points: 'One\nTwo',
  fromPrice: '1,250.50',
  priceUnit: '',
  photo: '',
  thumbnail: '',
  published: 'yes',
}

describe('services and prices without script', () => {
  it('are saved and published at once, and a later save from an old page is refused', async () => {
    await page('/services')
    const saved = await send(`${SERVICES}/weddings`, { ...SERVICE, version: '1', slug: 'x', id: 'x' })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${SERVICES}/weddings?done=saved`])
    await soon('/services').toContain('Weddings &amp; vows')
    const shown = await page('/services')
    for (const part of ['id="weddings"', '$1,250.50', '(973) 555-0142', '<em>arrive</em>'])
      expect(shown).toContain(part)
    expect(shown).not.toContain('<script>alert(1)')
    const late = await send(`${SERVICES}/weddings`, { ...SERVICE, title: 'Late', version: '1' })
    expect(late.status).toBe(409)
    const form = await late.text()
    expect(form).toContain('Someone on your team saved a newer version')
    expect(form).toContain('value="Late"')
    expect(await studio('/studio/activity')).toContain('Service “Weddings &amp; vows”')
  })

  it.each([
    ['fromPrice', '12e3', 'Enter a price in dollars'],
    ['title', '', '“Title” is required.'],
    ['title', 'A\u202eB', 'This text contains hidden characters'],
    ['points', 'word\n'.repeat(30), 'Shorten “What’s included” to 20 lines.'],
    ['notch', 'constructor', 'Choose an option from the list.'],
    ['photo', 'no-such-photo', 'Choose a photo from your library.'],
  ])('%s %j is refused with a sentence and what was typed', async (field, value, sentence) => {
    const refused = await send(`${SERVICES}/weddings`, { ...SERVICE, [field]: value, version: '1' })
    expect(refused.status).toBe(422)
    const form = await refused.text()
    expect(form).toContain(sentence)
    expect(form).toContain('One thing needs fixing.')
    expect(form).toContain('From two hours on.')
    expect(rows(site, `select version from services where slug = 'weddings'`)).toEqual([{ version: 2 }])
  })

  it('answers invalid input without a server error', async () => {
    for (const fields of [
      { intent: 'nonsense' },
      { intent: 'save' },
      { ...SERVICE, version: 'x' },
      { ...SERVICE, version: '99999999999999999999' },
      { intent: 'move', id: 'x', move: 'up:y' },
      { intent: 'move', id: 'x', move: '' },
    ])
      for (const path of [`${SERVICES}/portraits`, SERVICES, `${SERVICES}/portraits/new`]) {
        const { status } = await send(path, fields)
        expect([path, fields, status >= 400 && status < 500]).toEqual([path, fields, true])
      }
    for (const path of [`${SERVICES}/nothing`, `${SERVICES}/portraits/city-hall`, '/studio/website/faqs/x'])
      expect((await send(path, { ...SERVICE, topic: 'pricing', question: 'A', answer: 'B' })).status).toBe(
        path.endsWith('city-hall') ? 422 : 404,
      )
  })

  it('are reordered', async () => {
    const move = { intent: 'move', id: 'headshots', move: 'up:events' }
    expect((await send(SERVICES, move)).status).toBe(303)
    expect((await send(SERVICES, move)).status).toBe(303)
    expect((await send(SERVICES, { ...move, move: 'up:weddings' })).status).toBe(409)
    await soon('/services').toMatch(/ id="headshots".* id="events"/s)
  })

  it('show a package and its price, and a preview before it is saved', async () => {
    const fields = {
      ...{ intent: 'save', title: 'The long weekend', summary: 'Three days.', price: '5,400' },
      ...{ points: 'An album', recommended: 'yes', recommendation: 'For cousins from afar' },
    }
    const preview = await send(`${SERVICES}/weddings/new/preview`, fields)
    expect(preview.status).toBe(200)
    expect(await preview.text()).toContain('The long weekend')
    expect(await page('/pricing')).not.toContain('The long weekend')
    expect((await send(`${SERVICES}/weddings/new/preview`, { ...fields, price: 'x' })).status).toBe(422)
    expect((await send(`${SERVICES}/weddings/new`, fields)).status).toBe(303)
    await soon('/pricing').toContain('$5,400')
    const recommended = `select p.slug from packages p join services s on s.id = p.service_id
      where s.slug = 'weddings' and recommended = 1`
    expect(rows(site, recommended)).toEqual([{ slug: 'the-long-weekend' }])
  })

  it('are deleted by an owner only, after a list of what depends on them', async () => {
    const path = `${SERVICES}/portraits`
    expect(await studio(`${path}?remove=ask`)).toContain('won’t be linked to a service: ')
    expect(await studio(`${path}?remove=ask`, 'assistant')).not.toContain('permanently?')
    const remove = { intent: 'remove', version: '1' }
    expect((await send(path, remove)).status).toBe(404)
    expect((await send(`${path}/one-or-two`, remove)).status).toBe(404)
    expect(rows(site, `select slug from services where slug = 'portraits'`)).toHaveLength(1)
    expect((await send(path, remove, 'owner')).status).toBe(303)
    await soon('/services').not.toContain('id="portraits"')
    for (const each of ['/portrait', '/pricing', '/book-session', '/'])
      expect((await fetch(site.url + each)).status).toBe(200)
  })
})

describe('questions without script', () => {
  const QUESTIONS = '/studio/website/faqs'

  it('are added to the page they belong to, changed and deleted', async () => {
    const fields = {
      intent: 'save',
      topic: 'pricing',
      question: 'Is {name} real?',
      answer: 'Very <b>much</b>.',
    }
    expect((await send(`${QUESTIONS}/new`, { ...fields, topic: 'nowhere' })).status).toBe(422)
    expect((await send(`${QUESTIONS}/new`, fields)).status).toBe(303)
    await soon('/pricing').toContain('Is DE Photography real?')
    expect(await page('/pricing')).toContain('Very &lt;b&gt;much&lt;/b&gt;.')
    const id = String(rows(site, 'select id from faqs where question = ?', fields.question)[0]?.id)
    const preview = await send(`${QUESTIONS}/${id}/preview`, { ...fields, answer: 'A dream.', version: '1' })
    expect(await preview.text()).toContain('A dream.')
    expect(await studio(`${QUESTIONS}/new/preview`)).toContain('Every price,')
    expect(await page('/pricing')).not.toContain('A dream.')
    const remove = { intent: 'remove', version: versionOf('faqs', id) }
    expect((await send(`${QUESTIONS}/${id}`, remove)).status).toBe(404)
    expect((await send(`${QUESTIONS}/${id}`, remove, 'owner')).status).toBe(303)
    await soon('/pricing').not.toContain('Is DE Photography real?')
    expect((await send(`${QUESTIONS}/${id}`, { ...fields, version: '1' })).status).toBe(404)
  })
})

describe('testimonials without script', () => {
  it('are removed from the site when permission is withdrawn, which stays recorded', async () => {
    const [first] = rows(site, 'select id, name, quote from testimonials order by position limit 1')
    const id = String(first?.id)
    const path = `/studio/website/testimonials/${id}`
    const words = String(first?.quote).slice(0, 30)
    await soon('/').toContain(words)
    const tooEarly = await send(path, { intent: 'withdraw', day: '1999-01-01', note: '', version: '1' })
    expect(tooEarly.status).toBe(422)
    const fields = { intent: 'withdraw', day: today(), note: 'She called.', version: '1' }
    expect((await send(path, fields)).status).toBe(303)
    await soon('/').not.toContain(words)
    expect((await send(path, fields)).status).toBe(409)
    const shown = await studio(path)
    for (const part of ['Withdrawn on', 'She called.', 'method not recorded', 'Record permission'])
      expect(shown).toContain(part)
    const permit = { intent: 'permit', day: today(), means: 'email', note: '', version: '2' }
    expect((await send(path, permit)).status).toBe(303)
    await soon('/').toContain(words)
    const remove = { intent: 'remove', version: '3' }
    expect((await send(path, remove)).status).toBe(404)
    expect((await send(path, remove, 'owner')).status).toBe(303)
    await soon('/').not.toContain(words)
  })

  it('are saved without being published until there is permission', async () => {
    const fields = {
      intent: 'save',
      quote: 'Quite the best.',
      name: 'Bo Lind',
      kind: 'Wedding',
      permission: 'yes',
    }
    const added = await send('/studio/website/testimonials/new', fields)
    expect(added.status).toBe(303)
    expect(await studio('/studio/website/testimonials')).toContain('saved, not shown anywhere')
    expect(await page('/')).not.toContain('Quite the best.')
    expect((await send('/studio/website/testimonials/new', { ...fields, name: '' })).status).toBe(422)
  })
})

/** The studio's current date or the one before, neither of which is in the future. */
const today = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

describe('a price', () => {
  it('shows what else has a price for the same work, on both pages', async () => {
    const [type] = rows(
      site,
      `select t.slug, t.title, s.slug as service, p.slug as package, p.title as packageTitle
       from session_types t join services s on s.id = t.service_id join packages p on p.service_id = s.id limit 1`,
    ) as Record<string, string>[]
    if (!type) throw new Error('No service has both.')
    const { slug, title, service, package: pack, packageTitle } = type
    const atPackage = `${SERVICES}/${service}/${pack}`
    const shown = (html: string) => html.replaceAll('<!-- -->', '').replaceAll('&amp;', '&')
    expect(shown(await studio(`/studio/session-types/${slug}`))).toContain(
      `href="${atPackage}" data-discover="true">package ${packageTitle}</a>, $`,
    )
    expect(shown(await studio(atPackage))).toContain(
      `href="/studio/session-types/${slug}" data-discover="true">session type ${title}</a>, $`,
    )
    const toAssistant = shown(await studio(atPackage, 'assistant'))
    expect(toAssistant).toContain(`session type ${title}, $`)
    expect(toAssistant).not.toContain('/studio/session-types/')
  })
})
