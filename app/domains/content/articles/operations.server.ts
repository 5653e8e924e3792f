import type { Db } from '~/platform/db/database.server'
import { renderMarkdown } from '~/platform/markdown.server'
import { longDate } from '~/platform/time'
import { measuringSentence } from '../analytics'
import type { PageBody } from '../model'
import { readPage, readSettings } from '../operations.server'

export interface TermsSection {
  id: string
  title: string
  /** Made from Markdown and safe to put in. */
  html: string
}

/** The terms, ready to show. */
export async function readTerms({ db }: { db: Db }) {
  const { title, description, updatedAt, body } = await readPage({ db }, 'terms')
  const { analytics } = await readSettings({ db })
  const sentence = measuringSentence(analytics)
  // The owner may have written the terms anew, without the place for it.
  const isSaid = body.sections.some((section) => section.body.includes(sentence))
  return {
    /** What still has to be said of analytics; null: nothing. */
    measuring: analytics.enabled && !isSaid ? sentence : null,
    title,
    description,
    updatedAt,
    ...termsToShow(body),
  }
}

/** The words of the terms, now or of an earlier version, their texts as HTML that is safe to put in. */
export const termsToShow = (body: PageBody<'terms'>) => ({
  heading: body.title,
  lede: body.lede,
  effective: { date: body.effectiveOn, label: longDate(body.effectiveOn) },
  sections: body.sections.map(withHtml) satisfies TermsSection[],
  doNotSell: { title: body.doNotSell.title, html: renderMarkdown(body.doNotSell.body) },
})

/** The landing page for portraits, its text as HTML that is safe to put in. */
export async function readPortraitPage({ db }: { db: Db }) {
  const page = await readPage({ db }, 'portrait')
  return { ...page, html: renderMarkdown(page.body.body) }
}

const withHtml = ({ id, title, body }: PageBody<'terms'>['sections'][number]): TermsSection => ({
  id,
  title,
  html: renderMarkdown(body),
})

/** The page about the studio, its text as HTML that is safe to put in. */
export async function readAboutPage({ db }: { db: Db }) {
  const page = await readPage({ db }, 'about')
  return { ...page, html: renderMarkdown(page.body.body) }
}
