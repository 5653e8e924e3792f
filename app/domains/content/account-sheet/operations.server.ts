import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { readPage, readSettings } from '../operations.server'

/** The words and the photograph of a page about accounts; those without words of their own borrow the picture alone. */
export async function readSheet(
  deps: { db: Db; config: Pick<Config, 'siteUrl'> },
  slug: 'login' | 'register',
) {
  const [page, { studio }] = await Promise.all([readPage(deps, slug), readSettings(deps)])
  return {
    title: page.title,
    description: page.description,
    heading: page.body.title,
    lede: page.body.lede,
    photo: page.photos[page.body.photo] ?? null,
    siteName: studio.name,
    siteUrl: deps.config.siteUrl,
  }
}
