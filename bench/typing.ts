import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'playwright-core'
import { traced } from './browser.ts'
import { type BenchSite, becomeOwner, startBenchSite } from './site.ts'

const PORT = 3195
const WORDS = 5_000
const PHOTOS = 60
/** Milliseconds between two keys of a fast typist. */
const PAUSE = 120
const SENTENCE = 'the light came in low and soft, so we waited for it a while. '
/** Long enough to be saved while typing. */
const KEYS = SENTENCE.repeat(3)

/**
 * Typing in the middle of a post of 5,000 words with 60 photos, with a processor four times slower. Then in a copy of its
 * elements that is merely editable, which is the least that the browser needs.
 */
export async function benchTyping(browser: Browser): Promise<object[]> {
  const site = await startBenchSite(PORT)
  try {
    const cookie = await becomeOwner(site)
    const post = await addPost(site, cookie)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const [name = '', value = ''] = cookie.split('; ')[0]?.split(/=(.*)/) ?? []
    await context.addCookies([{ name, value, url: site.url }])
    const page = await context.newPage()
    await page.goto(site.url + post)
    await page.waitForSelector('.ped-text')
    const inEditor = await type(browser, page)
    const copy = await context.newPage()
    await showOnlyText(page, copy)
    const inText = await type(browser, copy)
    await context.close()
    return [
      { typing: 'in the editor', ...inEditor },
      { typing: 'in the same text without the editor', ...inText },
    ]
  } finally {
    await site.stop()
  }
}

/** A draft of paragraphs, with a photo after every two of them. @returns its path in the Studio */
async function addPost(site: BenchSite, cookie: string): Promise<string> {
  const database = new DatabaseSync(join(site.dataDir, 'studio.sqlite'), { readOnly: true })
  const slugs = database
    .prepare('select slug from photos where published_at is not null')
    .all()
    .map(({ slug }) => String(slug))
  database.close()
  const send = (path: string, fields: Record<string, string>) =>
    fetch(site.url + path, {
      ...{ method: 'POST', headers: { cookie }, body: new URLSearchParams(fields), redirect: 'manual' },
    })
  const words = SENTENCE.trim().split(' ').length
  const sentences = Math.ceil(WORDS / words / (PHOTOS * 2))
  const text = SENTENCE.repeat(sentences).trim()
  const content = Array.from({ length: PHOTOS }, (_, n) => [
    { type: 'paragraph', content: [{ type: 'text', text }] },
    { type: 'paragraph', content: [{ type: 'text', text }] },
    { type: 'photo', attrs: { photo: slugs[n % slugs.length], caption: '', alt: '', wide: false } },
  ]).flat()
  const added = await send('/studio/website/posts', { intent: 'add' })
  const path = added.headers.get('location') ?? ''
  const document = JSON.stringify({ version: 1, doc: { type: 'doc', content } })
  const saved = await send(`${path}/autosave`, { title: 'A long post', document, version: '1.1' })
  if (!saved.ok) throw new Error(`The post wasn’t saved: ${await saved.text()}`)
  return path
}

/** Shows the elements of a page's post in another page, with their styles and without any script. */
async function showOnlyText(from: Page, page: Page): Promise<void> {
  const parts = await from.evaluate(() =>
    [...document.querySelectorAll('link[rel=stylesheet], style, .ped-text')].map((part) => part.outerHTML),
  )
  await page.setContent(`<!doctype html><base href="${from.url()}">${parts.join('')}`)
}

async function type(browser: Browser, page: Page): Promise<object> {
  const paragraph = page.locator('.ped-text > p').nth(PHOTOS)
  await paragraph.click()
  await page.keyboard.press('End')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(() => {
    const keys: Key[] = []
    Object.assign(window, { keys })
    new PerformanceObserver((list) => {
      for (const {
        name,
        duration,
        processingEnd,
        startTime,
      } of list.getEntries() as PerformanceEventTiming[])
        if (name === 'keydown') keys.push({ handled: processingEnd - startTime, painted: duration })
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const { longestTask } = await traced(browser, page, 'keydown', async () => {
    await page.keyboard.type(KEYS, { delay: PAUSE })
    await page.waitForTimeout(1_000)
  })
  const keys = await page.evaluate(() => (window as unknown as { keys: Key[] }).keys)
  // Keys below the observer's threshold of 16 ms aren't reported.
  const times = (part: keyof Key) => {
    const all = [...Array(Math.max(0, KEYS.length - keys.length)).fill(0), ...keys.map((key) => key[part])]
    return all.toSorted((a, b) => a - b)
  }
  const [handled, painted] = [times('handled'), times('painted')]
  const at = (sorted: number[], part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0)
  return {
    keys: KEYS.length,
    'handled: median, p95, slowest (ms)': [0.5, 0.95, 1].map((part) => at(handled, part)).join(', '),
    'painted: median, p95, slowest (ms)': [0.5, 0.95, 1].map((part) => at(painted, part)).join(', '),
    'painted after more than 50 ms': painted.filter((each) => each > 50).length,
    'longest task (ms)': Math.round(longestTask),
  }
}

/** Milliseconds from the key until its handlers had run, and until the next frame was painted. */
interface Key {
  handled: number
  painted: number
}
