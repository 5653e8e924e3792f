import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ContentError, checkContent, namedPhotos, parseContent } from './content-files'

const folder = join(import.meta.dirname, '../../../content')
const files = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(json|md)$/.test(path))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
)

/** The same files with one of them changed as JSON. */
function changed(file: string, change: (value: never) => void): Map<string, string> {
  const value = JSON.parse(files.get(file) ?? '')
  change(value as never)
  return new Map(files).set(file, JSON.stringify(value))
}
const complaint = (texts: Map<string, string>): string => {
  try {
    checkContent(parseContent(texts))
  } catch (error) {
    if (error instanceof ContentError) return error.message
    throw error
  }
  return 'none'
}

describe('the starting content', () => {
  it('is complete', () => {
    expect(complaint(files)).toBe('none')
  })

  it('is complete without the demo', () => {
    const blank = [...files].filter(([path]) => path.startsWith('blank/'))
    expect(complaint(new Map(blank.map(([path, text]) => [path.slice('blank/'.length), text])))).toBe('none')
  })

  it('shows each product with a different picture', () => {
    const photos = parseContent(files).products.map(({ photo }) => photo)
    expect(new Set(photos).size).toBe(photos.length)
  })

  it('has the essays, posts and products that the site needs', () => {
    const content = parseContent(files)
    expect(content.galleries.filter(({ kind }) => kind === 'portfolio').length).toBeGreaterThanOrEqual(6)
    expect(content.posts.length).toBeGreaterThanOrEqual(4)
    expect(content.products.length).toBeGreaterThanOrEqual(8)
    for (const post of content.posts) expect(post.body, post.slug).toContain('](photo:')
  })

  it('tells stories of 8 to 14 photos, none of which is in more than two', () => {
    const stories = parseContent(files).galleries.filter(({ kind }) => kind === 'portfolio')
    const photos = stories.map(({ items }) => items.flatMap((item) => ('photo' in item ? [item.photo] : [])))
    for (const own of photos) {
      expect(own.length).toBeGreaterThanOrEqual(8)
      expect(own.length).toBeLessThanOrEqual(14)
      expect(new Set(own).size).toBe(own.length)
    }
    const uses = Map.groupBy(photos.flat(), (photo) => photo)
    for (const [photo, { length }] of uses) expect(length, photo).toBeLessThanOrEqual(2)
  })

  it('has a photo in every place for one', () => {
    const { services, products, posts, pages, settings } = parseContent(files)
    for (const { slug, photo } of [...services, ...products]) expect(photo, slug).not.toBeNull()
    for (const { slug, cover } of posts) expect(cover, slug).not.toBeNull()
    for (const { slug, body } of pages) expect(JSON.stringify(body), slug).not.toContain('not-chosen')
    expect(settings.links.video?.photo).toBeTruthy()
    for (const { slug, items } of parseContent(files).galleries)
      expect(
        items.some((item) => 'photo' in item),
        slug,
      ).toBe(true)
  })

  it('repeats no price of a session in a text, where it would stay when the price changes', () => {
    const { sessionTypes } = parseContent(files)
    const prices = sessionTypes.map(({ priceCents }) => `{amount ${priceCents / 100}}`)
    expect(prices).toContain('{amount 285}')
    for (const [path, text] of files)
      expect(
        prices.filter((price) => text.includes(price)),
        path,
      ).toEqual([])
  })

  it('lists its photos in the order in which visitors need them', () => {
    const { pages } = parseContent(files)
    const home = pages.find(({ slug }) => slug === 'home')?.body as {
      hero: { photo: string }
      strip: string[]
    }
    const order = [...new Set(namedPhotos(parseContent(files)).map(({ photo }) => photo))]
    expect(order.slice(0, 4)).toEqual([home.hero.photo, ...home.strip.slice(0, 3)])
  })
})

describe('a content folder with a mistake', () => {
  it('is refused with the file and the field', () => {
    expect(
      complaint(
        changed('services.json', (services: { packages: { priceCents: unknown }[] }[]) => {
          const [first] = services[0]?.packages ?? []
          if (first) first.priceCents = '95'
        }),
      ),
    ).toMatch(/^services\.json: 0\.packages\.0\.priceCents: .*number/)
    expect(
      complaint(
        changed('pages/home.json', (page: { body: { hero: { photo: string } } }) => {
          page.body.hero.photo = 'nothing'
        }),
      ),
    ).toBe('pages/home.json: there’s no photo nothing in photos/photos.json.')
    expect(
      complaint(
        changed('session-types.json', (types: { places: string[] }[]) => types[0]?.places.push('moon')),
      ),
    ).toMatch(/^session-types\.json: .*\.places: there is no place moon\.$/)
    expect(
      complaint(
        changed('schedules.json', ({ schedules }: { schedules: { place: string | null }[] }) => {
          if (schedules[0]) schedules[0].place = 'moon'
        }),
      ),
    ).toBe('schedules.json: Opening hours: there is no place moon.')
    expect(
      complaint(
        changed('schedules.json', ({ miniDays }: { miniDays: { sessionType: string }[] }) => {
          if (miniDays[0]) miniDays[0].sessionType = 'portrait'
        }),
      ),
    ).toMatch(/^schedules\.json: Fall mini sessions: portrait does not start on mini-session days\.$/)
    expect(
      complaint(
        changed('galleries.json', (galleries: { items: unknown[] }[]) => {
          galleries[0]?.items.push(galleries[0].items[0])
        }),
      ),
    ).toMatch(/^galleries\.json: weddings: .* appears twice\.$/)
  })

  it('is refused when a file is missing, is not JSON, or has no front matter', () => {
    const without = new Map(files)
    without.delete('faqs.json')
    expect(complaint(without)).toBe('faqs.json is missing.')
    expect(complaint(new Map(files).set('faqs.json', '[{'))).toMatch(/^faqs\.json is not JSON: /)
    expect(complaint(new Map(files).set('posts/a.md', 'Hello'))).toMatch(
      /^posts\/a\.md must begin with its facts/,
    )
    expect(complaint(new Map(files).set('posts/a.md', '---\ntitle: A\n---\nHello'))).toMatch(
      /^posts\/a\.md: excerpt: /,
    )
  })
})
