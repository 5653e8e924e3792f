import { expect, it } from 'vitest'
import { rows } from '../support/forms'
import { openAsOwner, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

it('a post keeps its text when it is saved without a connection, and saves it when the connection is back', async () => {
  const [post] = rows(site, "select id from posts where slug = 'grandmothers-first'")
  const page = await openAsOwner(`/studio/website/posts/${post?.id}`)
  const text = page.locator('.ped-text')
  await text.locator('p').first().click()
  await page.context().setOffline(true)
  await page.keyboard.type('Written on a train. ')
  await page.getByLabel('Search title').fill('Typed on a train')
  const save = page.getByRole('button', { name: 'Save draft' })
  await save.click()
  await page.getByRole('alert').filter({ hasText: 'We couldn’t reach the site' }).waitFor()
  await text.getByText('Written on a train.').waitFor()
  expect(await page.getByLabel('Search title').inputValue()).toBe('Typed on a train')
  await page.context().setOffline(false)
  await page.getByText(/^Draft saved /).waitFor()
  const [stored] = rows(
    site,
    'select document, form from post_versions where post_id = ? order by number desc',
    String(post?.id),
  )
  expect(stored?.document).toContain('Written on a train.')
  expect(stored?.form).toContain('Typed on a train')
  await save.click()
  await page.getByText('Draft saved. It isn’t on the site yet.').waitFor()
  await page.context().close()
})

it('a form keeps what was typed without a connection, and a page with only buttons says what happened', async () => {
  const page = await openAsOwner('/studio/website/products/new')
  await page.getByLabel('Title').first().fill('Linen album')
  await page.context().setOffline(true)
  await page.locator('form').getByRole('button', { name: 'Save' }).last().click()
  await page.getByRole('alert').filter({ hasText: 'We couldn’t reach the site' }).waitFor()
  expect(await page.getByLabel('Title').first().inputValue()).toBe('Linen album')
  await page.context().close()

  const list = await openAsOwner('/studio/website/posts')
  await list.context().setOffline(true)
  await list.getByRole('button', { name: 'New post' }).click()
  await list.getByRole('heading', { name: 'No connection.' }).waitFor()
  await list.context().close()
})

it('a form that is too long to send keeps what was typed', async () => {
  const page = await openAsOwner('/studio/website/products/new')
  await page.getByLabel('Title').first().fill('Linen album')
  const text = page.locator('main form textarea').first()
  await text.evaluate((field: HTMLTextAreaElement) => field.removeAttribute('maxlength'))
  await text.fill('word '.repeat(20_000))
  await page.locator('form').getByRole('button', { name: 'Save' }).last().click()
  await page.getByRole('alert').filter({ hasText: 'That’s too long to send' }).waitFor()
  expect(await page.getByLabel('Title').first().inputValue()).toBe('Linen album')
  expect(await text.inputValue()).toHaveLength(100_000)
  await page.context().close()
})

it('every kind of form keeps what was typed when the site answers with an error, and saves it afterwards', async () => {
  const [post] = rows(site, "select id from posts where slug = 'grandmothers-first'")
  for (const [path, field, save] of [
    ['/studio/website/pages/contact', 'title', 'Save'],
    ['/studio/settings/studio', 'name', 'Save'],
    [`/studio/website/posts/${post?.id}`, 'searchTitle', 'Save draft'],
  ] as const) {
    const page = await openAsOwner(path)
    const typed = page.locator(`main form [name="${field}"]`).first()
    const button = page.locator('main form').getByRole('button', { name: save }).last()
    await typed.fill('Typed before the error')
    await page.route('**', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
    await button.click()
    await page.getByRole('alert').filter({ hasText: 'The site couldn’t save this just now' }).waitFor()
    expect([path, await typed.inputValue()]).toEqual([path, 'Typed before the error'])
    await page.unrouteAll({ behavior: 'wait' })
    await button.click()
    await page.getByText(/^(Saved|Draft saved\.)/).waitFor()
    await page.reload()
    expect([path, await typed.inputValue()]).toEqual([path, 'Typed before the error'])
    await page.context().close()
  }
})

it('a page’s form keeps what was typed when someone else has saved, and without a connection', async () => {
  const [one, two] = [
    await openAsOwner('/studio/website/pages/about'),
    await openAsOwner('/studio/website/pages/about'),
  ]
  const title = (page: typeof one) => page.locator('main form [name="title"]')
  const save = (page: typeof one) => page.getByRole('button', { name: 'Save' }).last().click()
  await title(one).fill('From the first window')
  await save(one)
  await one.getByText('Saved and published.').waitFor()
  await title(two).fill('From the second window')
  await save(two)
  await two.getByRole('alert').filter({ hasText: 'saved a newer version' }).waitFor()
  await two.context().setOffline(true)
  await save(two)
  await two.getByRole('alert').filter({ hasText: 'We couldn’t reach the site' }).waitFor()
  expect(await title(two).inputValue()).toBe('From the second window')
  expect(rows(site, "select title from pages where slug = 'about'")).toEqual([
    { title: 'From the first window' },
  ])
  await one.context().close()
  await two.context().close()
})
