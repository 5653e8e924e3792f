import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

it('lists the ten newest versions of a post, and the others folded unless one of them is shown', async () => {
  const cookies = [await signedIn(site, 'owner'), await signedIn(site, 'assistant')]
  const read = async (path: string) =>
    (await fetch(site.url + path, { headers: { Cookie: cookies[0] ?? '' } })).text()
  const added = await post(site, '/studio/website/posts', { intent: 'add' }, { Cookie: cookies[0] ?? '' })
  const path = added.headers.get('location') ?? ''
  for (let n = 0; n < 12; n++) {
    const version = /name="version" value="([^"]*)"/.exec(await read(path))?.[1] ?? ''
    const fields = { title: 'Rain', markdown: `Text ${n}.`, version, intent: 'save' }
    await post(site, path, fields, { Cookie: cookies[n % 2] ?? '' })
  }
  const [newest = '', older = ''] = (await read(`${path}/versions`)).split('<details class="ped-older">')
  const shownIn = (html: string) => [...html.matchAll(/show=(\d+)/g)].map(([, number]) => Number(number))
  expect(shownIn(newest)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(shownIn(older)).toEqual([2, 1])
  expect(await read(`${path}/versions?show=12`)).toContain('<details class="ped-older">')
  expect(await read(`${path}/versions?show=2`)).toContain('<details class="ped-older" open="">')
})
