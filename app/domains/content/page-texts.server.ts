import type { PhotoView } from '~/domains/photos/model'
import { htmlOfText } from '~/domains/texts/texts.server'
import type { Db } from '~/platform/db/database.server'
import { plainText } from '~/platform/markdown.server'
import { textLines } from '~/platform/search-words'
import { PRICING_TOPIC } from './faqs'
import type { PageSlug } from './model'
import { pagesOff } from './navigation'
import { listFaqs, listServices, readPage, readSettings } from './operations.server'
import { type EditablePage, PAGE_FORMS } from './pages/fields'
import { valuesOf } from './pages/page-form'
import { everyField } from './rows/fields'

/** What a visitor reads on a page, or of a service on the page of services. */
export interface PageTexts {
  kind: 'page' | 'service'
  slug: string
  title: string
  text: string
  /** Of a service. */
  photo: PhotoView | null
}

/** Public pages with texts that can be searched, in the order of the navigation. */
const SEARCHED = [
  ...(['home', 'gallery', 'services', 'about', 'portfolio', 'pricing', 'portrait', 'blog'] as const),
  ...(['mikhenzo-products', 'contact', 'book-session'] as const),
] satisfies EditablePage[]

/** The texts of all pages that visitors see, and of the published services. */
export async function listPageTexts({ db }: { db: Db }): Promise<PageTexts[]> {
  const off: Set<PageSlug> = pagesOff((await readSettings({ db })).pages)
  const found: PageTexts[] = []
  for (const slug of SEARCHED) if (!off.has(slug)) found.push(await pageTexts(db, slug))
  found.push(await termsTexts(db))
  for (const { slug, title, summary, html, points, packages, thumbnail, photo } of await listServices({
    db,
  })) {
    const parts = [summary, plainText(html), ...points]
    for (const each of packages) parts.push(each.title, each.summary, ...each.points)
    found.push({ kind: 'service', slug, title, text: textLines(parts), photo: thumbnail ?? photo })
  }
  return found
}

/** The title, which is beside the text, and the choices of the contact form. */
const NOT_TEXT = /^(title$|body\.topics\.)/

async function pageTexts(db: Db, slug: (typeof SEARCHED)[number]): Promise<PageTexts> {
  const page = await readPage({ db }, slug)
  const values = valuesOf(slug, page)
  const parts = everyField(PAGE_FORMS[slug].fields, values)
    .filter(({ name }) => !NOT_TEXT.test(name) && !isOfMissingPhoto(name))
    .flatMap(({ name, kind }) => readableText(kind, values[name] ?? ''))
  const topic = slug === 'pricing' ? PRICING_TOPIC : 'faqTopic' in page.body ? page.body.faqTopic : ''
  const questions = topic ? await listFaqs({ db }, topic) : []
  parts.push(...questions.flatMap(({ question, answer }) => [question, answer]))
  return { kind: 'page', slug, title: page.title, text: textLines(parts), photo: null }

  /** A caption, or a title of selected work, that isn't shown since its photo isn't there. */
  function isOfMissingPhoto(name: string): boolean {
    const [, record] = /^(.*\.)caption$|^(body\.work\.\d+\.)/.exec(name)?.filter(Boolean) ?? []
    return record !== undefined && !page.photos[values[`${record}photo`] ?? '']
  }
}

function readableText(kind: string, value: string): string[] {
  if (value === '') return []
  if (kind === 'document') return [plainText(htmlOfText(value))]
  return kind === 'line' || kind === 'text' || kind === 'lines' ? [value.replaceAll('*', '')] : []
}

async function termsTexts(db: Db): Promise<PageTexts> {
  const { title, body } = await readPage({ db }, 'terms')
  const parts = body.sections.flatMap((section) => [section.title, plainText(htmlOfText(section.body))])
  return { kind: 'page', slug: 'terms', title, text: textLines(parts), photo: null }
}
