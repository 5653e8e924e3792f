import { searchPosts } from '~/domains/blog/post-search.server'
import { readSettings } from '~/domains/content/operations.server'
import { listPageTexts } from '~/domains/content/page-texts.server'
import { listGalleryTexts } from '~/domains/galleries/operations.server'
import { type PhotoView, shownSmall } from '~/domains/photos/model'
import { listProductTexts } from '~/domains/shop/operations.server'
import type { Clock } from '~/platform/clock'
import { keptWithContent } from '~/platform/db/content-version.server'
import type { Db } from '~/platform/db/database.server'
import { beginTerms, searchWords, splitAtWords, termsOf } from '~/platform/search-words'
import { readWords } from './model'
import { excerptOf, type SiteFound, type SiteGroup, type SiteHit } from './site-hits'

/** Most hits of each group, in display order. */
const SHOWN: Record<SiteGroup, number> = { services: 10, galleries: 10, posts: 20, products: 10, pages: 10 }

/**
 * Searches what visitors can read: shown pages, services, published galleries, stories, products and posts. Each
 * word has to begin a word of the text. Hits in titles come first, and so do groups that have one. Pages mention
 * most things, so they come first only if they alone have one.
 * @param typed as typed; too short input has no results
 */
export async function searchSite({ db, clock }: { db: Db; clock: Clock }, typed: string): Promise<SiteFound> {
  const words = readWords(typed)
  const sought = searchWords(words)
  if (sought.length === 0) return { words, groups: [] }
  const { pages } = await readSettings({ db })
  const texts = await readTexts(db)
  const all: Record<SiteGroup, SiteHit[]> = {
    services: hitsIn(texts, 'services', sought),
    galleries: hitsIn(texts, 'galleries', sought).filter(({ kind }) => kind === 'gallery' || pages.portfolio),
    posts: pages.blog ? await postHits({ db, clock }, words, sought) : [],
    products: pages.products ? hitsIn(texts, 'products', sought) : [],
    pages: hitsIn(texts, 'pages', sought),
  }
  const groups = (Object.keys(SHOWN) as SiteGroup[])
    .map((name) => ({
      ...{ name, hits: all[name].slice(0, SHOWN[name]) },
      more: all[name].length > SHOWN[name],
    }))
    .filter(({ hits }) => hits.length > 0)
  const titled = groups.filter(({ hits }) =>
    hits.some(({ title }) => beginTerms(sought, termsOf([title.join('')]))),
  )
  const first = titled.filter(({ name }) => name !== 'pages' || titled.length === 1)
  return { words, groups: [...first, ...groups.filter((each) => !first.includes(each))] }
}

interface SearchedText extends Pick<SiteHit, 'kind' | 'slug' | 'detail' | 'photo'> {
  group: SiteGroup
  title: string
  text: string
  titleTerms: string[]
  terms: string[]
}

/** Everything but posts, which may be thousands. */
const readTexts = keptWithContent(async (db: Db): Promise<SearchedText[]> => {
  const [pages, galleries, products] = [
    await listPageTexts({ db }),
    await listGalleryTexts({ db }),
    await listProductTexts({ db }),
  ]
  const texts = [
    ...pages.map((each) => ({ ...each, group: `${each.kind}s` as const, detail: '' })),
    ...galleries.map((each) => ({ ...each, group: 'galleries' as const })),
    ...products.map(({ category, ...each }) => ({
      ...{ ...each, kind: 'product' as const, group: 'products' as const, detail: category },
    })),
  ]
  return texts.map((each) => ({
    ...each,
    photo: smallOf(each.photo),
    titleTerms: termsOf([each.title]),
    terms: termsOf([each.title, each.detail, each.text], Number.POSITIVE_INFINITY),
  }))
})

/** Hits in titles first, then in their order on the site. */
function hitsIn(texts: SearchedText[], group: SiteGroup, sought: string[]): SiteHit[] {
  const found = texts.filter((each) => each.group === group && beginTerms(sought, each.terms))
  const isTitled = ({ titleTerms }: SearchedText) => beginTerms(sought, titleTerms)
  return [...found.filter(isTitled), ...found.filter((each) => !isTitled(each))].map(
    ({ kind, slug, title, detail, text, photo }) => ({
      ...{ kind, slug, detail, photo, title: splitAtWords(title, sought), excerpt: excerptOf(text, sought) },
    }),
  )
}

async function postHits(deps: { db: Db; clock: Clock }, words: string, sought: string[]): Promise<SiteHit[]> {
  const posts = await searchPosts(deps, words, SHOWN.posts + 1)
  return posts.map(({ slug, title, date, excerpt, text, cover }) => ({
    ...{ kind: 'post', slug, detail: date, title: splitAtWords(title, sought), photo: smallOf(cover) },
    excerpt: excerptOf(`${excerpt}\n${text}`, sought),
  }))
}

const smallOf = (photo: PhotoView | null): PhotoView | null => photo && shownSmall(photo)
