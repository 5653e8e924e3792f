import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { complaintsOfAxe, DESKTOP, freshPage, PHONE } from '../support/browser'
import { rows } from '../support/forms'
import { scene } from '../support/pictures'
import { makeSiteGallery } from '../support/uploads'
import { browser, giveCookie, ownerCookie, site, startVisitedSite } from '../support/visited-site'

let folder: string
startVisitedSite({ owner: true })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-e2e-'))
  const files = [
    'Ceremony/img-1.jpg',
    'Ceremony/img-2.jpg',
    'Ceremony/img-10.jpg',
    'Party/a.jpg',
    'Party/b.jpg',
  ]
  for (const [i, name] of files.entries()) {
    const path = join(folder, 'Smith wedding', name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(
      path,
      await scene(1_200, 800, 11 + i * 40)
        .jpeg({ quality: 95 })
        .toBuffer(),
    )
  }
  await writeFile(join(folder, 'Smith wedding', 'Party', 'notes.jpg'), 'These are no pixels.')
  await writeFile(join(folder, 'Smith wedding', '.DS_Store'), 'x')
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function openGallery(gallery: string, viewport = DESKTOP): Promise<Page> {
  const page = await freshPage(browser, { viewport, reducedMotion: 'reduce' })
  await giveCookie(page, ownerCookie)
  await page.goto(`${site.url}/studio/galleries/${gallery}`)
  await page.getByRole('button', { name: 'Choose folder' }).waitFor()
  return page
}

const chooseFolder = (page: Page) =>
  page.getByLabel('Folder of photos').setInputFiles(join(folder, 'Smith wedding'))

const stored = (gallery: string) =>
  rows(
    site,
    `select s.title || '/' || i.file_name as name from gallery_items i
     left join gallery_sets s on s.id = i.set_id where i.gallery_id = ? order by i.position`,
    gallery,
  ).map(({ name }) => name)

const ALL = ['Ceremony/img-1.jpg', 'Ceremony/img-2.jpg', 'Ceremony/img-10.jpg', 'Party/a.jpg', 'Party/b.jpg']

it('asks for photos first, and on a phone for nothing that it can’t choose or drop', async () => {
  const gallery = await makeSiteGallery(site)
  const wide = await openGallery(gallery)
  const main = (page: Page) => page.locator('.updrop .btn:not(.btn--line)').allTextContents()
  expect(await main(wide)).toEqual(['Choose photos'])
  const phone = await freshPage(browser, { viewport: PHONE, hasTouch: true, isMobile: true })
  await giveCookie(phone, ownerCookie)
  await phone.goto(`${site.url}/studio/galleries/${gallery}`)
  await phone.getByRole('button', { name: 'Choose photos' }).waitFor()
  expect(await main(phone)).toEqual(['Choose photos'])
  expect(await phone.getByRole('button', { name: 'Choose folder' }).count()).toBe(0)
  expect(await phone.locator('.updrop').innerText()).not.toMatch(/[Dd]rop|folder/)
})

it('uploads a folder through a pause, a reload and a lost connection, each photo once', async () => {
  const gallery = await makeSiteGallery(site)
  const page = await openGallery(gallery)
  // Two files arrive, and the others are interrupted halfway.
  let pieces = 0
  await page.route('**/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    pieces += 1
    return pieces <= 2 ? route.continue() : route.abort('connectionreset')
  })
  await chooseFolder(page)
  await expect.poll(() => stored(gallery).length).toBe(2)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText(/^Paused, 2 of 6 uploaded/).waitFor()
  await page.getByRole('button', { name: 'Resume' }).waitFor()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.unroute('**/uploads/*')
  await page.reload()
  await page.getByText(/Select the same\s+folder to resume/).waitFor()
  await chooseFolder(page)
  await page.getByText('We can’t read this as a photo.').waitFor({ timeout: 20_000 })
  // A file that the site couldn't use isn't counted, also after its note is dismissed.
  await page.getByText('5 of 6 uploaded').waitFor()
  await expect.poll(() => stored(gallery)).toEqual(ALL)
  await page.getByText(/Select the same\s+folder to resume/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByText('We can’t read this as a photo.').waitFor({ state: 'detached' })
  await page.getByText('5 of 6 uploaded').waitFor()
  await page.locator('.th img[src^="/media/"]').first().waitFor()
  await expect.poll(() => page.locator('.th').count()).toBe(5)

  // Selecting them again uploads nothing.
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && /img|[ab]\.jpg/.test(request.url())) sent += 1
  })
  await page.getByRole('region', { name: 'Upload' }).getByRole('button', { name: 'Hide' }).click()
  await chooseFolder(page)
  await page.getByText('5 already there').waitFor()
  expect([sent, stored(gallery)]).toEqual([0, ALL])
  await page.context().close()
})

it('accepts a folder dropped anywhere on the gallery, and lets its messages be dismissed there', async () => {
  const gallery = await makeSiteGallery(site)
  const page = await openGallery(gallery)
  const devtools = await page.context().newCDPSession(page)
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', {
      type,
      x: 700,
      y: 700,
      data: { items: [], files: [join(folder, 'Smith wedding')], dragOperationsMask: 1 },
    })
  await drag('dragEnter')
  await drag('dragOver')
  await page.locator('.updrop[data-over]').waitFor()
  await drag('drop')
  await page.getByText('5 of 6 uploaded').waitFor({ timeout: 20_000 })
  await expect.poll(() => stored(gallery)).toEqual(ALL)
  await page.getByRole('link', { name: 'Ceremony 3' }).waitFor()
  await page.locator('[data-item] img[src]').nth(4).waitFor({ timeout: 20_000 })

  await page.getByText('We can’t read this as a photo.').waitFor()
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByText('We can’t read this as a photo.').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/studio/galleries/${gallery}`)
  await page.context().close()
})

it('adds photos from the library immediately when they are dropped into another gallery', async () => {
  const gallery = await makeSiteGallery(site)
  const page = await openGallery(gallery)
  await page.getByLabel('Folder of photos').setInputFiles(join(folder, 'Smith wedding', 'Ceremony'))
  await page.getByText('3 already there').waitFor()
  // The photos are in the gallery before the page shows them, and no upload is running that would refresh it.
  await expect.poll(() => page.locator('[data-item]').count()).toBe(3)
  expect(stored(gallery).length).toBe(3)
  await page.context().close()
})

it('keeps the reason why a gallery wasn’t published on the screen while photos arrive', async () => {
  const gallery = await makeSiteGallery(site, { kind: 'portfolio' })
  const page = await openGallery(gallery)
  // One file never completes, so that the page keeps refreshing itself.
  await page.route('**/uploads/*', (route) =>
    route.request().method() === 'PATCH' && route.request().postDataBuffer()?.toString().startsWith('These')
      ? undefined
      : route.continue(),
  )
  await chooseFolder(page)
  await expect.poll(() => page.locator('[data-item]').count()).toBe(5)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const reason = page.getByText('5 photos are blocking this, so nothing was published.')
  await reason.waitFor()
  for (let refreshes = 0; refreshes < 2; refreshes++)
    await page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && answer.url().includes('.data'),
    )
  expect(await reason.isVisible()).toBe(true)
  await page.context().close()
})

it.each([DESKTOP, PHONE])('are accessible at $width pixels', async (viewport) => {
  const gallery = await makeSiteGallery(site)
  const page = await openGallery(gallery, viewport)
  await page.route('**/uploads/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
  )
  await chooseFolder(page)
  await page.getByRole('progressbar', { name: 'notes.jpg' }).waitFor()
  // The phone page has the same content.
  if (viewport === DESKTOP) expect(await complaintsOfAxe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  await page.context().close()
})
