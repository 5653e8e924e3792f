import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post } from '../support/forms'
import { MARKDOWN_BOMBS, SCRIPTS } from '../support/hostile-text'
import { type Site, startSite } from '../support/site'

let site: Site
let Cookie: string
beforeAll(async () => {
  site = await startSite()
  Cookie = await signedIn(site, 'owner')
})
afterAll(() => site?.stop())

const page = async (path: string) => (await fetch(site.url + path, { headers: { Cookie } })).text()
const send = (path: string, fields: Record<string, string>) => post(site, path, fields, { Cookie })
const newPost = async () =>
  (await send('/studio/website/posts', { intent: 'add' })).headers.get('location') ?? ''

it('lists the ten newest versions of a post, and the others folded unless one of them is shown', async () => {
  const cookies = [Cookie, await signedIn(site, 'assistant')]
  const path = await newPost()
  for (let n = 0; n < 12; n++) {
    const version = /name="version" value="([^"]*)"/.exec(await page(path))?.[1] ?? ''
    const fields = { title: 'Rain', markdown: `Text ${n}.`, version, intent: 'save' }
    await post(site, path, fields, { Cookie: cookies[n % 2] ?? '' })
  }
  const [newest = '', older = ''] = (await page(`${path}/versions`)).split('<details class="ver-older">')
  const shownIn = (html: string) => [...html.matchAll(/show=(\d+)/g)].map(([, number]) => Number(number))
  expect(shownIn(newest)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(shownIn(older)).toEqual([2, 1])
  expect(await page(`${path}/versions?show=12`)).toContain('<details class="ver-older">')
  expect(await page(`${path}/versions?show=2`)).toContain('<details class="ver-older" open="">')
})

it('a private link that is cut or changed opens nothing', async () => {
  const path = await newPost()
  await send(path, { title: 'Rain', markdown: 'Text.', version: '1.1', intent: 'save' })
  await send(`${path}/links`, { intent: 'add', name: 'Dana', password: 'quiet-lamp-7' })
  const link = /\/p\/[\w-]{48}/.exec(await page(`${path}/links`))?.[0] ?? ''
  const follow = async (each: string) => (await fetch(site.url + each, { redirect: 'manual' })).status
  const changed = link[20] === 'a' ? 'b' : 'a'
  for (const wrong of [link.slice(0, -1), `${link}a`, link.slice(0, 20) + changed + link.slice(21)])
    expect(await follow(wrong), wrong).toBe(404)
  expect(await follow(link)).toBe(303)
})

describe('hostile text', () => {
  it('is text in a published post, however it is spelled', async () => {
    const path = await newPost()
    const fields = {
      ...{ title: 'Angle brackets', excerpt: '<b>', tags: '<i>Light</i>', author: 'Dana' },
      ...{ markdown: SCRIPTS.join('\n\n'), version: '1.1', intent: 'publish' },
    }
    expect((await send(path, fields)).status).toBe(303)
    await expect.poll(() => page('/blog'), { interval: 25 }).toContain('Angle brackets')
    const { document: shown } = new Window()
    shown.write((await page('/blog/angle-brackets')).replaceAll(/<script.*?<\/script>/gs, ''))
    expect(shown.querySelector('.prose')?.textContent).toContain('alert(1)')
    for (const { tagName, attributes } of shown.querySelectorAll('.prose, .prose *')) {
      expect(tagName).toMatch(/^(DIV|P|EM|STRONG|A|OL|UL|LI|H[2-4]|PRE|CODE|BLOCKQUOTE|BR|HR)$/)
      for (const { name, value } of attributes) {
        expect(name).toMatch(/^(class|href|title|id|start)$/)
        if (name === 'href') expect(value).toMatch(/^(https?:|mailto:|\/|#)/)
      }
    }
  })

  it.each(Object.entries(MARKDOWN_BOMBS))(
    'that takes others long to read is saved or refused: %s',
    async (_, bomb) => {
      const path = await newPost()
      const answer = await send(path, { title: 'Long', markdown: bomb, version: '1.1', intent: 'save' })
      const html = await answer.text()
      if (answer.status !== 303)
        expect([answer.status, html]).toEqual([422, expect.stringContaining('role="alert"')])
    },
  )
})
