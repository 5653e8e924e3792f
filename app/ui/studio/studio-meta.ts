import type { MetaDescriptor } from 'react-router'

/** A page's `meta`: its title, and `noindex`. */
export const studioMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · Studio` },
  { name: 'robots', content: 'noindex' },
]
