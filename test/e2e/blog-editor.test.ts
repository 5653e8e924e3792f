import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { complaintsOfAxe, DESKTOP, freshPage, isFocused, PHONE, visit } from '../support/browser'
import { rows } from '../support/forms'
import { openNewPost, paste, text } from '../support/text-editor'
import { browser, openAsOwner, site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

const saved = (page: Page) => page.getByText(/^Draft saved /).waitFor()

const FROM_WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=EN-US>
<!--StartFragment--><h1 style='mso-margin-top-alt:auto'>From Word<o:p></o:p></h1>
<p class=MsoNormal style='margin:0'><b style='mso-bidi-font-weight:normal'>Bold</b> and <span style='color:red'>red</span><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Scissors</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>Thread</p>
<script>alert(1)</script><!--EndFragment--></body></html>`

const FROM_DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr">From Docs</h2>
<p dir="ltr"><span style="font-weight:400">A </span><span style="font-style:italic">slanted</span> <a href="https://www.google.com/url?q=https://example.com/&amp;sa=D"><span>link</span></a><a href="javascript:alert(1)">x</a></p>
<ol><li dir="ltr" aria-level="1"><p dir="ltr"><span>One</span></p></li></ol><img src="https://lh3.googleusercontent.com/x"></b>`

it('writes, formats, adds photos, pastes, saves by itself and publishes', async () => {
  const { page, id } = await openNewPost()
  await page.getByLabel('Title', { exact: true }).fill('A morning in the rain')
  await text(page).click()
  await page.keyboard.type('## The light\n')
  await page.keyboard.type('It was ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('gray')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' and *soft* all day.\n')
  await page.getByRole('button', { name: 'Photo', exact: true }).click()
  await page.locator('.phc__list button').first().click()
  await isFocused(text(page))
  await page.getByLabel('Caption').fill('The window at ten')
  await page.getByLabel('Alt text').fill('A gray window')
  await saved(page)
  const [draft] = rows(site, 'select document, form from post_versions where post_id = ?', id)
  expect(JSON.parse(String(draft?.form))).toMatchObject({ title: 'A morning in the rain' })
  expect(JSON.parse(String(draft?.document)).doc.content).toMatchObject([
    { type: 'heading', attrs: { level: 2 }, content: [{ text: 'The light' }] },
    {
      type: 'paragraph',
      content: [
        { text: 'It was ' },
        { text: 'gray', marks: [{ type: 'bold' }] },
        { text: ' and ' },
        { text: 'soft', marks: [{ type: 'italic' }] },
        { text: ' all day.' },
      ],
    },
    { type: 'photo', attrs: { caption: 'The window at ten', alt: 'A gray window' } },
  ])

  await text(page).locator('p').last().click()
  await page.keyboard.press('Control+End')
  await paste(page, FROM_WORD)
  await text(page).locator('p').last().click()
  await paste(page, FROM_DOCS)
  await page.getByText('One picture wasn’t pasted.').waitFor()
  await text(page).locator('ol').getByText('One').waitFor()
  expect(await complaintsOfAxe(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: '“Excerpt” is required.' }).waitFor()
  await page.getByLabel('Excerpt').fill('Rain, and a window.')
  await page.getByLabel('Tags').fill('Weddings, Light')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Saved and published.').waitFor()
  const html = await (await fetch(`${site.url}/blog/a-morning-in-the-rain`)).text()
  expect(html).toContain('<h2 id="the-light">The light</h2>')
  expect(html).toContain('The window at ten')
  expect(html).toContain('<ul>\n<li>Scissors<ul>\n<li>Thread</li>')
  expect(html).toContain('<a href="https://example.com/" rel="noopener">link</a>')
  expect(html).not.toContain('javascript:')
  await page.context().close()
})

it('notices a newer version of another window, and keeps both', async () => {
  const [post] = rows(site, "select id from posts where slug = 'grandmothers-first'")
  const path = `/studio/website/posts/${post?.id}`
  const [one, two] = [await openAsOwner(path), await openAsOwner(path)]
  await text(one).locator('p').first().click()
  await one.keyboard.type('First window. ')
  await saved(one)
  await text(two).locator('p').first().click()
  await two.keyboard.type('Second window. ')
  await two.getByText('This post has a newer version.').waitFor()
  await two.getByRole('button', { name: 'Save mine too' }).click()
  await saved(two)
  const versions = rows(
    site,
    'select document from post_versions where post_id = ? order by number',
    String(post?.id),
  )
  expect(versions.map(({ document }) => /(First|Second) window/.exec(String(document))?.[1])).toEqual([
    undefined,
    'First',
    'Second',
  ])
  expect(await (await fetch(`${site.url}/blog/grandmothers-first`)).text()).not.toContain('window. ')
  await one.context().close()
  await two.context().close()
})

it.each([DESKTOP, PHONE, { width: 320, height: 640 }])(
  'keeps the cursor out from behind the bars at %o',
  async (viewport) => {
    const { page } = await openNewPost(viewport)
    await text(page).click()
    const covering = () =>
      page.evaluate(() => {
        const { focusNode } = getSelection() ?? {}
        const block = focusNode instanceof Element ? focusNode : focusNode?.parentElement
        const { x, top, bottom } = block?.getBoundingClientRect() ?? new DOMRect()
        return [top + 1, bottom - 1].filter((y) => !document.elementFromPoint(x, y)?.closest('.editor-text'))
      })
    for (const key of ['Enter', 'ArrowUp'])
      for (let pressed = 0; pressed < 40; pressed++) {
        await page.keyboard.press(key)
        expect(await covering(), key).toEqual([])
      }
    await page.context().close()
  },
)

it('inserts a testimonial by the slash menu, moves it, and saves it, all by keyboard', async () => {
  const { page, id } = await openNewPost()
  await text(page).focus()
  await page.keyboard.type('One.\nTwo.\n/')
  const menu = page.getByRole('listbox', { name: 'Insert' })
  await menu.getByRole('option', { name: 'Heading', selected: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await menu.getByRole('option', { name: 'Subheading', selected: true }).waitFor()
  expect(await complaintsOfAxe(page)).toEqual([])
  await page.keyboard.type('testi')
  await menu.getByRole('option', { name: 'Testimonial', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await isFocused(page.getByRole('dialog', { name: 'Testimonial' }).getByLabel('Testimonial'))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await isFocused(text(page))
  await page.keyboard.press('Alt+ArrowUp')
  await saved(page)
  const stored = () =>
    JSON.parse(
      String(
        rows(site, 'select document from post_versions where post_id = ? order by number desc', id)[0]
          ?.document ?? '{"doc":{}}',
      ),
    ).doc.content
  await expect
    .poll(stored)
    .toMatchObject([
      { type: 'paragraph', content: [{ text: 'One.' }] },
      { type: 'testimonial' },
      { type: 'paragraph', content: [{ text: 'Two.' }] },
    ])
  const [said] = rows(site, 'select name from testimonials where id = ?', stored()[1].attrs.testimonial)
  await page.reload()
  await page.locator('.editor-block', { hasText: String(said?.name) }).waitFor()
  await page.context().close()
})

describe('a block of a post', () => {
  /** A draft of three paragraphs. @returns its texts as they are stored */
  async function threeParagraphs(viewport?: { width: number; height: number }) {
    const { page, id } = await openNewPost(viewport)
    await text(page).focus()
    await page.keyboard.type('One.\nTwo.\nThree.')
    await saved(page)
    const stored = () => {
      const [latest] = rows(
        site,
        'select document from post_versions where post_id = ? order by number desc',
        id,
      )
      const { doc } = JSON.parse(String(latest?.document))
      return doc.content.map(({ content }: { content: { text: string }[] }) => content[0]?.text)
    }
    const middleOf = async (words: string) => {
      const box = await text(page).getByText(words).boundingBox()
      return { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    }
    /** The handle beside a block. */
    const handle = async (words: string) => {
      const { y } = await middleOf(words)
      const grip = page.getByLabel('Drag to move the block')
      await expect.poll(async () => Math.abs(((await grip.boundingBox())?.y ?? 0) + 16 - y) < 20).toBe(true)
      const box = await grip.boundingBox()
      return { x: (box?.x ?? 0) + 16, y: (box?.y ?? 0) + 16 }
    }
    return { page, stored, middleOf, handle }
  }

  it('is dragged by its handle, and back by undo', async () => {
    const { page, stored, middleOf, handle } = await threeParagraphs()
    const one = await middleOf('One.')
    await page.mouse.move(one.x, one.y)
    const grip = await handle('One.')
    await page.mouse.move(grip.x, grip.y)
    await page.mouse.down()
    const three = await middleOf('Three.')
    await page.mouse.move(three.x, three.y + 12, { steps: 5 })
    await page.locator('.editor-drop').waitFor()
    await page.mouse.up()
    await expect.poll(stored).toEqual(['Two.', 'Three.', 'One.'])
    await isFocused(text(page))
    await page.keyboard.press('Control+z')
    await expect.poll(stored).toEqual(['One.', 'Two.', 'Three.'])
    await page.context().close()
  })

  it('is dragged by a finger on a phone', async () => {
    const { page, stored, middleOf, handle } = await threeParagraphs({ width: 390, height: 844 })
    await text(page).getByText('Three.').click()
    await page.keyboard.press('Home')
    const from = await handle('Three.')
    const to = await middleOf('One.')
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: from.x, y }],
      })
    await touch('touchStart', from.y)
    await touch('touchMove', (from.y + to.y) / 2)
    await touch('touchMove', to.y - 8)
    await page.locator('.editor-drop').waitFor()
    await touch('touchEnd')
    await expect.poll(stored).toEqual(['Three.', 'One.', 'Two.'])
    await page.context().close()
  })

  it('moves by the keyboard', async () => {
    const { page, stored } = await threeParagraphs()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(stored).toEqual(['One.', 'Three.', 'Two.'])
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(stored).toEqual(['Three.', 'One.', 'Two.'])
    await page.context().close()
  })
})

describe('a video in a post', () => {
  const VIDEO = 'aqz-KE-bpKQ'
  const PLAYER = `https://www.youtube-nocookie.com/embed/${VIDEO}?autoplay=1&rel=0`
  const PATH = '/blog/a-film-of-the-harbor'

  beforeAll(async () => {
    const { page: editor } = await openNewPost()
    await editor.getByLabel('Title', { exact: true }).fill('A film of the harbor')
    await editor.getByLabel('Excerpt').fill('Two minutes of boats.')
    await editor.getByLabel('Tags').fill('Light')
    await text(editor).focus()
    await editor.keyboard.type('/video')
    await editor.keyboard.press('Enter')
    const dialog = editor.getByRole('dialog', { name: 'Video' })
    await dialog.getByLabel('Video link').fill('https://example.com/film')
    await editor.keyboard.press('Enter')
    await dialog.getByText('Enter the link of a YouTube or Vimeo video').waitFor()
    await dialog.getByLabel('Video link').fill(`https://youtu.be/${VIDEO}?t=3`)
    await dialog.getByLabel('Title').fill('Boats')
    await dialog.getByLabel('Poster').focus()
    await dialog.getByLabel('Poster').selectOption('roses-by-the-window')
    await dialog.getByRole('button', { name: 'Add video' }).click()
    await editor.getByText(/^Video: Boats, with the poster/).waitFor()
    await editor.getByRole('button', { name: 'Publish' }).click()
    await editor.getByText('Saved and published.').waitFor()
    await editor.context().close()
  })

  /** A page that answers for other hosts itself. @returns it with the addresses asked for there */
  async function pageAt(path: string, options: Parameters<typeof freshPage>[1] = {}) {
    const page = await freshPage(browser, options)
    const asked: string[] = []
    await page.route(
      (url) => url.origin !== site.url,
      (route) => {
        asked.push(route.request().url())
        return route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' })
      },
    )
    await visit(page, site.url + path)
    return { page, asked }
  }
  const start = (page: Page) => page.getByRole('link', { name: /Boats/ })
  const plays = async (page: Page) => {
    await page.frameLocator('iframe[title="Boats"]').getByText('Elsewhere').waitFor()
    await isFocused(page.locator('iframe[title="Boats"]'))
  }
  /** From the blog's page, by its link, so that the document is that page's. */
  const follow = async (page: Page) => {
    await page.getByRole('link', { name: 'A film of the harbor' }).first().click()
    await page.waitForURL(`**${PATH}`)
    await start(page).waitFor()
  }

  it('is loaded from its site when it is started, and not before', async () => {
    const { page, asked } = await pageAt(PATH)
    await start(page).scrollIntoViewIfNeeded()
    await expect
      .poll(() =>
        start(page)
          .locator('img')
          .evaluate((poster: HTMLImageElement) => poster.naturalWidth),
      )
      .toBeGreaterThan(0)
    expect(asked).toEqual([])
    await start(page).click()
    await plays(page)
    expect(asked).toEqual([PLAYER])
    await page.context().close()
  })

  it('is started after arriving by a link within the site', async () => {
    const { page, asked } = await pageAt('/blog')
    await follow(page)
    expect(asked).toEqual([])
    await start(page).click()
    await plays(page)
    expect(asked).toEqual([PLAYER])
    await page.reload()
    await start(page).waitFor()
    await page.context().close()
  })

  it('is a link to its site where storage is forbidden', async () => {
    const page = await freshPage(browser)
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('Denied', 'SecurityError')
        },
      })
    })
    await page.route('https://www.youtube.com/**', (route) => route.fulfill({ body: 'Elsewhere' }))
    await visit(page, `${site.url}/blog`)
    await follow(page)
    await page.getByRole('heading', { level: 1, name: 'A film of the harbor' }).waitFor()
    await start(page).click()
    await page.waitForURL(`https://www.youtube.com/watch?v=${VIDEO}`)
    await page.context().close()
  })

  it('is a link without JavaScript', async () => {
    const { page, asked } = await pageAt(PATH, { javaScriptEnabled: false })
    expect(asked).toEqual([])
    await start(page).click()
    await page.waitForURL(`https://www.youtube.com/watch?v=${VIDEO}`)
    expect(asked).toEqual([`https://www.youtube.com/watch?v=${VIDEO}`])
    await page.context().close()
  })
})

it('lets one reader see a draft with a password, then publishes it and makes it a draft again', async () => {
  const { page } = await openNewPost()
  const editor = page.url()
  await page.getByLabel('Title', { exact: true }).fill('For one reader')
  await text(page).click()
  await page.keyboard.type('Not for everyone yet.')
  await page.getByLabel('Excerpt').fill('A draft.')
  await page.getByLabel('Tags').fill('Light')
  await saved(page)
  await page.getByRole('link', { name: 'Private links' }).click()
  await page.getByLabel('For', { exact: true }).fill('Dana')
  await page.getByLabel('Password').fill('under-the-lindens')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('Link created.').waitFor()
  const link = await page.locator('.ped-links code').innerText()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Copied link' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  const reader = await freshPage(browser)
  await visit(reader, link)
  await reader.getByRole('textbox', { name: 'Password' }).fill('under-the-lindens')
  await reader.keyboard.press('Enter')
  await reader.getByText('Not for everyone yet.').waitFor()

  const isPublic = async () => (await fetch(`${site.url}/blog/for-one-reader`)).status
  expect(await isPublic()).toBe(404)
  await page.getByRole('link', { name: 'For one reader' }).click()
  await page.waitForURL(editor)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Saved and published.').waitFor()
  expect(await isPublic()).toBe(200)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText('Unpublished. The post is a draft again.').waitFor()
  expect(await isPublic()).toBe(404)
  await reader.context().close()
  await page.context().close()
})
