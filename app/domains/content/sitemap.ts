import { xmlElement, xmlText } from './xml'

/** A page in the site map; addresses are whole. */
export interface SitemapEntry {
  url: string
  /** Milliseconds since 1970 */
  changedAt?: number | undefined
  /** Pictures on the page. */
  images?: string[]
}

/** Most addresses that a site map may hold (sitemaps.org). */
const MOST_ENTRIES = 50_000
/** Most pictures that a search engine reads of one page. */
const MOST_IMAGES = 1_000

/** The site map by the protocol of sitemaps.org, with Google's extension for pictures. */
export const sitemapXml = (entries: SitemapEntry[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement(
    'urlset',
    {
      xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
      'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
    },
    ...entries.slice(0, MOST_ENTRIES).map(entryXml),
  )}\n`

const entryXml = ({ url, changedAt, images = [] }: SitemapEntry): string =>
  xmlElement(
    'url',
    {},
    xmlElement('loc', {}, xmlText(url)),
    changedAt === undefined ? '' : xmlElement('lastmod', {}, new Date(changedAt).toISOString()),
    ...images
      .slice(0, MOST_IMAGES)
      .map((image) => xmlElement('image:image', {}, xmlElement('image:loc', {}, xmlText(image)))),
  )
