import { afterAll, beforeAll, expect, it } from 'vitest'
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

const PRODUCTS = '/studio/website/products'
const send = (path: string, fields: Record<string, string>, who: keyof typeof cookies = 'assistant') =>
  post(site, PRODUCTS + path, fields, { Cookie: cookies[who] })
const page = async (path: string) => (await fetch(site.url + path)).text()
const studio = async (path: string, who: keyof typeof cookies = 'owner') =>
  (await fetch(site.url + PRODUCTS + path, { headers: { Cookie: cookies[who] } })).text()

const PRODUCT = {
  ...{
    intent: 'save',
    title: 'Linen box',
    category: 'Albums',
    summary: 'For one album.',
    body: 'Of *linen*.',
  },
  ...{ photo: '', details: 'Oak · 6 days', priceCents: '', taxable: 'yes', published: 'yes' },
  ...{ 'variants.0.size': '10 × 10 in', 'variants.0.finish': 'Oat' },
  ...{ 'variants.0.priceCents': '60', 'variants.0.days': '14' },
  ...{ 'variants.1.size': '12 × 12 in', 'variants.1.finish': '', 'variants.1.priceCents': '75' },
  ...{ 'options.0.name': 'Ribbon', 'options.0.choices': 'White\nBlack' },
}

it('a product is previewed, added, ordered with its variant, sold out and deleted without script', async () => {
  const preview = await send('/new/preview', PRODUCT)
  const shown = await preview.text()
  expect(preview.status).toBe(200)
  for (const part of ['Linen box', '<em>linen</em>', '10 × 10 in, Oat', '14 days', '$75', '>Black</option>'])
    expect(shown).toContain(part)
  expect(rows(site, `select id from products where slug = 'linen-box'`)).toEqual([])

  const added = await send('/new', PRODUCT)
  expect([added.status, added.headers.get('location')]).toEqual([303, `${PRODUCTS}/linen-box?done=added`])
  await expect.poll(() => page('/mikhenzo-products'), { interval: 25 }).toContain('Linen box')
  const address = '/mikhenzo-products/linen-box'
  for (const path of ['/mikhenzo-products', address])
    expect(await page(path)).toMatch(/>Oak<i class="dot">.*?<\/i>6 days</)
  expect(await page(address)).toMatch(/"@type":"AggregateOffer".*"lowPrice":"60.00".*"highPrice":"75.00"/)
  const ordered = await page('/contact?product=linen-box&variant=12-12-in')
  expect(ordered).toContain('Linen box, 12 × 12 in</option>')
  const whole = await page('/contact?product=linen-box&variant=12-12-in&option1=Black')
  expect(whole).toContain('Linen box, 12 × 12 in, Ribbon: Black</option>')
  expect(await page('/contact?product=linen-box&option1=Red')).toContain('Linen box</option>')
  expect(await page('/contact?product=linen-box&variant=none')).toContain('Linen box</option>')

  const soldOut = await send('/linen-box', { ...PRODUCT, soldOut: 'yes', version: '1' })
  expect(soldOut.status).toBe(303)
  await expect.poll(() => page(address), { interval: 25 }).toContain('Sold out')
  expect(await page(address)).toContain('schema.org/OutOfStock')
  expect(await page(address)).not.toContain('Order by message')
  const late = await send('/linen-box', { ...PRODUCT, title: 'Late', version: '1' })
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('value="Late"')])

  // Saying that it is published would be wrong once it is hidden.
  expect(await studio('/linen-box?done=saved')).toContain('Saved and published.')
  expect((await send('/linen-box', { ...PRODUCT, published: '', version: '2' })).status).toBe(303)
  expect(await studio('/linen-box?done=saved')).toContain('Saved. It isn’t on your site.')

  const remove = { intent: 'remove', version: '3' }
  expect(await studio('/linen-box?remove=ask', 'assistant')).not.toContain('permanently?')
  expect(await studio('/linen-box?remove=ask')).toContain('permanently?')
  expect((await send('/linen-box', remove)).status).toBe(404)
  expect((await send('/linen-box', remove, 'owner')).status).toBe(303)
  await expect.poll(async () => (await fetch(site.url + address)).status, { interval: 25 }).toBe(404)
})

it('a filter says to screen readers how many products there are, one too', async () => {
  expect((await send('/new', { ...PRODUCT, title: 'Ribbon', category: 'Trimmings' })).status).toBe(303)
  const filter = (label: string) => new RegExp(`${label}<sup>.*?</sup>`)
  const said = async (label: string) =>
    filter(label)
      .exec(await page('/mikhenzo-products'))?.[0]
      .replaceAll(/<.*?>/g, '')
  await expect.poll(() => said('Trimmings'), { interval: 25 }).toBe('Trimmings, 1 product')
  expect(await said('Cards')).toBe('Cards, 2 products')
})

it('a row is added without script, with what was typed', async () => {
  const arranged = await send('/oak-frame', {
    ...PRODUCT,
    ...{ intent: 'add variants 2', title: 'Typed', version: '1' },
  })
  const form = await arranged.text()
  expect(arranged.status).toBe(200)
  expect(form).toContain('value="Typed"')
  expect(form).toContain('name="variants.2.size"')
  expect(rows(site, `select title, version from products where slug = 'oak-frame'`)).toEqual([
    { title: 'Oak frame, museum glass', version: 1 },
  ])
})

it('invalid input is refused without a server error', async () => {
  for (const fields of [
    { intent: 'nonsense' },
    { intent: 'save' },
    { ...PRODUCT, version: 'x' },
    { ...PRODUCT, version: '1', 'variants.0.days': '1e9' },
    { intent: 'add __proto__ 0' },
    { intent: 'move', id: 'x', move: 'up:y' },
  ])
    for (const path of ['/oak-frame', '', '/none']) {
      const { status } = await send(path, fields)
      expect([path, fields, status >= 400 && status < 500]).toEqual([path, fields, true])
    }
  const moved = { intent: 'move', id: 'fiber-print', move: 'up:whitfield-album' }
  expect((await send('', moved)).status).toBe(303)
  await expect
    .poll(() => page('/mikhenzo-products'), { interval: 25 })
    .toMatch(/Fiber print.*The Whitfield album/s)
})
