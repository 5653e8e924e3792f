import { xmlElement, xmlText } from './xml'

/** A page in the sitemap. Addresses are absolute. */
export interface SitemapEntry {
  url: string
  /** Milliseconds since 1970 */
  changedAt?: number | undefined
  /** Images on the page. */
  images?: string[]
}

/** Most addresses in a sitemap (sitemaps.org). */
const MOST_ENTRIES = 50_000
/** Most images per page that search engines read. */
const MOST_IMAGES = 1_000

/** The sitemap (sitemaps.org), with Google's extension for images. */
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
