import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PhotoView } from '~/domains/photos/model'
import { withGalleryPhotos } from './home-photos'
import type { PageBody } from './model'

const photo = (slug: string) =>
  ({ slug, title: `Title of ${slug}`, category: 'Wedding' }) as PhotoView & { category: string }
const gallery = (count: number) => Array.from({ length: count }, (_, n) => photo(`own-${n}`))
const home = (chosen: string[]) => ({
  body: {
    hero: { photo: chosen[0] ?? 'not-chosen', caption: 'Caption' },
    strip: [0, 1, 2].map((n) => chosen[n] ?? 'not-chosen'),
    work: Array.from({ length: 6 }, (_, n) => ({
      photo: chosen[n + 1] ?? 'not-chosen',
      title: 'Title',
      kind: 'Category',
    })),
  } as PageBody<'home'>,
  photos: Object.fromEntries(chosen.map((slug) => [slug, photo(slug)])),
})

describe('Home before its photos are chosen', () => {
  it('shows what the gallery has, each with its own title', () => {
    const { body } = withGalleryPhotos(home([]), gallery(6))
    expect(body.hero).toEqual({ photo: 'own-0', caption: 'Title of own-0' })
    expect(body.work).toHaveLength(5)
    expect(body.work[0]).toEqual({ photo: 'own-1', title: 'Title of own-1', kind: 'Wedding' })
    expect(body.strip).toHaveLength(6)
  })

  it('shows one photo once, and none without a photo', () => {
    const one = withGalleryPhotos(home([]), gallery(1))
    expect([one.body.hero.photo, one.body.work, one.body.strip]).toEqual(['own-0', [], []])
    const none = withGalleryPhotos(home([]), [])
    expect([none.body.work, none.body.strip]).toEqual([[], []])
  })

  it('puts upright photos into upright frames', () => {
    const shaped = (slug: string, width: number) => ({ ...photo(slug), width, height: 1_000 })
    const shot = [
      ['hero', 1_500],
      ['tall', 800],
      ['wide', 1_500],
      ['taller', 700],
      ['wider', 1_600],
    ] as const
    const { body } = withGalleryPhotos(
      home([]),
      shot.map(([slug, width]) => shaped(slug, width)),
    )
    expect(body.work.map((each) => each.photo)).toEqual(['wide', 'tall', 'taller', 'wider'])
  })

  it('keeps every chosen photo, names no missing one, and repeats none', () => {
    fc.assert(
      fc.property(fc.nat(7), fc.nat(20), (chosen, published) => {
        const slugs = Array.from({ length: chosen }, (_, n) => `own-${n}`)
        const { body, photos } = withGalleryPhotos(home(slugs), gallery(Math.max(chosen, published)))
        const large = [body.hero.photo, ...body.work.map((each) => each.photo)].filter((slug) => photos[slug])
        expect(new Set(large).size).toBe(large.length)
        for (const slug of slugs) expect(large).toContain(slug)
        for (const slug of [...body.strip, ...body.work.map((each) => each.photo)])
          expect(photos).toHaveProperty(slug)
      }),
    )
  })
})
