import type { MetaDescriptor } from 'react-router'

/** A page's `meta`: its name, and that search engines leave it alone. */
export const studioMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · Studio` },
  { name: 'robots', content: 'noindex' },
]
