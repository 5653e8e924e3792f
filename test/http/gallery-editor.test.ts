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

const read = async (path: string) =>
  await (await fetch(site.url + path, { headers: { Cookie: cookies.assistant } })).text()
const send = (path: string, fields: Record<string, string>, who: keyof typeof cookies = 'assistant') =>
  post(site, path, fields, { Cookie: cookies[who] })
const pageOf = (gallery: Record<string, unknown>) => `/studio/galleries/${gallery.id}`
const order = (gallery: unknown) =>
  rows(
    site,
    'select id from gallery_items where gallery_id = ? and removed_at is null order by position',
    String(gallery),
  ).map(({ id }) => String(id))

describe('the Galleries page without script', () => {
  it('makes a gallery, lists it, and finds it', async () => {
    const refused = await send('/studio/galleries/new', { title: 'a\u202eb', kind: 'client' })
    expect([refused.status, (await refused.text()).includes('hidden characters')]).toEqual([422, true])
    const made = await send('/studio/galleries/new', { title: 'Whitfield & Cole', kind: 'client', id: 'x' })
    expect([made.status, made.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/studio\/galleries\/[\w-]{36}$/),
    ])
    expect(await read('/studio/galleries?kind=client&state=draft&search=whit')).toContain(
      made.headers.get('location'),
    )
    expect(await read('/studio/galleries?search=zebra')).toContain('No galleries match.')
    expect(await read('/studio/search?words=whitfield+cole')).toContain(made.headers.get('location'))
    for (const odd of ['?kind=x&state=y', '?before=%00', `?search=${'x'.repeat(5_000)}`])
      expect(
        (await fetch(`${site.url}/studio/galleries${odd}`, { headers: { Cookie: cookies.owner } })).status,
      ).toBeLessThan(500)
  })

  it('accepts no names of object properties as an intent or a message', async () => {
    const [gallery = {}] = rows(site, `select * from galleries where kind = 'portfolio' order by position`)
    const [client = {}] = rows(site, `select * from galleries where kind = 'client'`)
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect([word, (await send(pageOf(gallery), { intent: word })).status]).toEqual([word, 422])
      for (const page of [
        `${pageOf(gallery)}/settings`,
        `${pageOf(client)}/favorites`,
        '/studio/website/faqs',
      ]) {
        const answer = await fetch(`${site.url}${page}?done=${word}`, { headers: { Cookie: cookies.owner } })
        expect([word, page, answer.status]).toEqual([word, page, 200])
      }
    }
  })

  it('moves, removes and restores photos, which the public page shows at once', async () => {
    const gallery = rows(site, `select * from galleries where kind = 'portfolio' order by position`)[0] ?? {}
    const path = pageOf(gallery)
    const before = order(gallery.id)
    const moved = await send(path, { intent: 'later', item: before[0] ?? '' })
    expect(moved.status).toBe(303)
    expect(await read(moved.headers.get('location') ?? '')).toContain('Moved.')
    expect(order(gallery.id)).toEqual([before[1], before[0], ...before.slice(2)])
    await send(path, { intent: 'to-number', number: '1', item: before[0] ?? '' })

    const removal = { intent: 'remove', items: before.slice(0, 2).join('.') }
    expect((await send(path, removal)).status).toBe(404)
    expect(await read(path)).not.toContain('value="remove"')
    const removed = await send(path, removal, 'owner')
    const place = removed.headers.get('location') ?? ''
    expect(order(gallery.id)).toEqual(before.slice(2))
    const undo = new URL(place, site.url).searchParams.get('undo') ?? ''
    expect(await read(place)).toContain(undo)
    expect((await send(path, { intent: 'put-back', undo })).status).toBe(303)
    expect(order(gallery.id)).toEqual(before)
    expect((await send(path, { intent: 'put-back', undo })).status).toBe(404)

    const added = await send(path, { intent: 'add-text', before: before[1] ?? '' })
    expect(added.status).toBe(303)
    const id = new URL(added.headers.get('location') ?? '', site.url).searchParams.get('open') ?? ''
    expect(order(gallery.id)).toEqual([before[0], id, ...before.slice(1)])
    expect(await read(`${path}?open=${id}`)).toContain('New text')
    const fields = { intent: 'save-text', open: id, body: 'Rain came **late**.' }
    expect((await send(path, { ...fields, version: '1.1' })).status).toBe(303)
    const seen = async () => await (await fetch(`${site.url}/portfolio/${gallery.slug}`)).text()
    await expect.poll(seen, { interval: 50 }).toContain('Rain came <strong>late</strong>.')
    expect(await read(`${path}/preview`)).toContain('Rain came <strong>late</strong>.')

    const early = { ...fields, body: 'Rain came early.', version: '2.2' }
    const draft = await send(`${path}/texts/${id}/autosave`, early)
    expect(await draft.json()).toMatchObject({ ok: true, version: '3.1' })
    expect(await seen()).toContain('Rain came <strong>late</strong>.')
    expect(await read(`${path}?open=${id}`)).toContain('Rain came early.')
    const late = await send(`${path}?open=${id}`, { ...fields, body: 'No rain.', version: '2.2' })
    expect(late.status).toBe(409)
    const kept = await late.text()
    for (const part of ['No rain.', 'value="3.1"', 'name="separate"', 'saved a newer version'])
      expect(kept).toContain(part)
    const again = { ...fields, body: 'No rain.', version: '3.1', separate: 'yes' }
    expect((await send(`${path}?open=${id}`, again)).status).toBe(303)
    await expect.poll(seen, { interval: 50 }).toContain('No rain.')
    const versions = `${path}/texts/${id}/versions`
    expect(await read(`${versions}?from=3&to=4`)).toMatch(/<del>.*<\/del>/)
    expect((await send(versions, { number: '2' })).headers.get('location')).toBe(
      `${path}?open=${id}&done=restore-text`,
    )
    expect(await read(`${path}?open=${id}`)).toContain('Your story doesn’t show your latest changes yet.')
    expect((await send(`${path}/texts/none/autosave`, fields)).status).toBe(404)
  })

  it('shows no message that its URL contains', async () => {
    const [gallery = {}] = rows(site, `select * from galleries where kind = 'portfolio' order by position`)
    for (const name of ['notice', 'done', 'sentence', 'saved', 'undoing'])
      expect(await read(`${pageOf(gallery)}?${name}=Your+site+was+deleted`)).not.toContain('site was deleted')
    expect(await read(`${pageOf(gallery)}?done=later`)).toContain('Moved.')
  })

  it('refuses with a sentence, and changes nothing', async () => {
    const path = pageOf(rows(site, `select * from galleries where kind = 'public'`)[0] ?? {})
    for (const [fields, status, sentence] of [
      [{ intent: 'dance' }, 422, 'Something went wrong with that form'],
      [{ intent: 'hide' }, 422, 'Select photos first'],
      [{ intent: 'hide', item: 'none' }, 422, 'Select photos first'],
      [{ intent: 'set-add', setTitle: ' ' }, 422, 'Enter a name for the set.'],
      [{ intent: 'describe', all: 'yes', alt: '' }, 422, 'Enter a title, alt text, or both.'],
      [{ intent: 'to-number', all: 'yes', number: '-1' }, 422, 'Enter a position'],
      [{ intent: 'publish', version: '99' }, 409, 'this was just updated'],
    ] as [Record<string, string>, number, string][]) {
      const answer = await send(path, fields)
      expect([fields, answer.status, (await answer.text()).includes(sentence)]).toEqual([
        fields,
        status,
        true,
      ])
    }
    expect((await send('/studio/galleries/none', { intent: 'hide', all: 'yes' })).status).toBe(404)
  })

  it('lets an assistant edit everything, and only the owner delete, by typing the name', async () => {
    const gallery =
      rows(site, `select * from galleries where title = 'Whitfield & Cole' and kind = 'client'`)[0] ?? {}
    const path = `${pageOf(gallery)}/settings`
    const fields = {
      intent: 'save',
      title: 'Cole',
      slug: 'cole',
      dateline: '',
      note: 'Enjoy.',
      sizes: 'web',
      pickLimit: '30',
      pin: '1',
      owner: 'x',
    }
    expect((await send(path, { ...fields, version: '1' })).status).toBe(303)
    expect((await send(path, { ...fields, version: '1' })).status).toBe(409)
    expect((await send(path, { intent: 'new-pin', version: '2' })).status).toBe(303)
    expect(await read(path)).toMatch(/\d{3} \d{3}<\/strong>/)
    expect((await send(path, { intent: 'remove', version: '3', confirmed: 'Cole' })).status).toBe(404)
    const asked = await fetch(`${site.url}${path}?remove=ask`, { headers: { Cookie: cookies.owner } })
    expect(await asked.text()).toContain('permanently?')
    expect((await send(path, { intent: 'remove', version: '3', confirmed: 'No' }, 'owner')).status).toBe(422)
    expect((await send(path, { intent: 'remove', version: '3', confirmed: 'Cole' }, 'owner')).status).toBe(
      303,
    )
    expect((await send(path, { intent: 'archive', version: '3' })).status).toBe(404)
    expect(await read('/studio/activity')).toContain('Deleted a gallery')
  })
})
