import type { MetaDescriptor } from 'react-router'

interface PageMeta {
  /** Of the page. The site's name is put after it where it does not say it already. */
  title: string
  description: string
  /** Of the page within the site, such as `/about`. */
  path: string
  /** Public address of the site, without a slash at its end. */
  siteUrl: string
  siteName?: string | undefined
  image?: { path: string; width: number; height: number; alt: string } | undefined
  type?: 'website' | 'article' | 'product' | undefined
  /** Keeps the page out of search engines. */
  noindex?: boolean | undefined
}

/** What a page's `meta` returns. The canonical link is not among it: the root renders it for every page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { description, path, siteUrl, siteName, image, type = 'website' } = page
  const title = siteName && !page.title.includes(siteName) ? `${page.title} · ${siteName}` : page.title
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:url', content: `${siteUrl}${path}` },
    { property: 'og:locale', content: 'en_US' },
    ...(siteName ? [{ property: 'og:site_name', content: siteName }] : []),
    ...(image
      ? [
          { property: 'og:image', content: `${siteUrl}${image.path}` },
          { property: 'og:image:width', content: String(image.width) },
          { property: 'og:image:height', content: String(image.height) },
          { property: 'og:image:alt', content: image.alt },
        ]
      : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
