import type { MetaDescriptor } from 'react-router'

interface PageMeta {
  /** Page title. The site's name is appended unless it contains it. */
  title: string
  description: string
  /** Path of the page, such as `/about`. */
  path: string
  /** Public URL of the site, without a trailing slash. */
  siteUrl: string
  siteName?: string | undefined
  image?: { path: string; width: number; height: number; alt: string } | undefined
  type?: 'website' | 'article' | 'product' | undefined
  /** Keeps the page out of search engines. */
  noindex?: boolean | undefined
}

/** The meta tags of a page. The root renders the canonical link for every page. */
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

/** Without the title, for a page whose component renders one that depends on its state. */
export const untitled = (meta: MetaDescriptor[]): MetaDescriptor[] => meta.filter((tag) => !('title' in tag))
