import { expect, it } from 'vitest'
import { rows } from '../support/forms'
import { openAsOwner, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

it('a post keeps its text when it is saved without a connection, and saves it when the connection is back', async () => {
  const [post] = rows(site, "select id from posts where slug = 'grandmothers-first'")
  const page = await openAsOwner(`/studio/website/posts/${post?.id}`)
  const text = page.locator('.editor-text')
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
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
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
    ['/studio/website/pages/contact', 'title', 'Publish'],
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

it('a page’s form keeps both texts when someone else has saved, and what was typed without a connection', async () => {
  const [one, two] = [
    await openAsOwner('/studio/website/pages/about'),
    await openAsOwner('/studio/website/pages/about'),
  ]
  const title = (page: typeof one) => page.locator('main form [name="title"]')
  const publish = (page: typeof one) => page.getByRole('button', { name: 'Publish' }).last().click()
  await title(one).fill('From the first window')
  await publish(one)
  await one.getByText('Saved and published.').waitFor()
  await title(two).fill('From the second window')
  await two.getByRole('alert').filter({ hasText: 'This page has a newer version.' }).waitFor()
  await two.getByText('Not saved. There’s a newer version: see the top of this form.').waitFor()
  await two.context().setOffline(true)
  await two.getByRole('button', { name: 'Save mine too' }).click()
  await two.getByText('We couldn’t reach the site.').waitFor()
  expect(await title(two).inputValue()).toBe('From the second window')
  await two.context().setOffline(false)
  await two.getByText(/^Draft saved /).waitFor()
  expect(rows(site, "select title from pages where slug = 'about'")).toEqual([
    { title: 'From the first window' },
  ])
  await two.getByRole('link', { name: 'Versions' }).click()
  await two.getByRole('button', { name: 'Show changes' }).click()
  await two.locator('ins', { hasText: 'second' }).waitFor()
  await two.locator('del', { hasText: 'first' }).waitFor()
  await one.context().close()
  await two.context().close()
})

it('a row that is added or moved in a page’s form is saved as a draft, and typing goes on from there', async () => {
  const page = await openAsOwner('/studio/website/pages/thank-you')
  const rowsNow = () => page.locator('main form [name^="body.next."][name$=".text"]')
  const before = await rowsNow().count()
  await page.getByLabel('Heading', { exact: true }).fill('Typed first')
  await page.getByRole('button', { name: /^Add/ }).click()
  await expect.poll(() => rowsNow().count()).toBe(before + 1)
  await page.getByText(/^Draft saved /).waitFor()
  await rowsNow().last().fill('A new step')
  await page.getByText('Saving…').waitFor()
  await page.getByText(/^Draft saved /).waitFor()
  await page.reload()
  expect(await rowsNow().last().inputValue()).toBe('A new step')
  expect(await page.getByLabel('Heading', { exact: true }).inputValue()).toBe('Typed first')
  await page.getByText('Your latest changes aren’t on the site yet.').waitFor()
  await page.context().close()
})

it('a text of a story is saved while someone types, and once the connection is back', async () => {
  const [text] = rows(site, 'select id, gallery_id from gallery_items where photo_id is null limit 1')
  const page = await openAsOwner(`/studio/galleries/${text?.gallery_id}?open=${text?.id}`)
  const body = page.getByRole('textbox', { name: 'Text', exact: true })
  await body.fill('Typed in a story')
  await page.getByText(/^Draft saved /).waitFor()
  await page.context().setOffline(true)
  await body.fill('Typed without a connection')
  await page.getByText('We couldn’t reach the site.').waitFor()
  await page.context().setOffline(false)
  await page.getByText(/^Draft saved /).waitFor()
  await body.fill(' ')
  await page.getByRole('button', { name: 'Update story' }).click()
  await page.getByText('Enter some text, or remove this item.').first().waitFor()
  await body.fill('In the story')
  await page.getByRole('button', { name: 'Update story' }).click()
  await expect
    .poll(() => rows(site, 'select body from gallery_items where id = ?', String(text?.id)))
    .toEqual([{ body: 'In the story' }])
  await page.getByText('Saved.').waitFor()
  await body.fill('After that')
  await page.getByText(/^Draft saved /).waitFor()
  await page.context().close()
})
