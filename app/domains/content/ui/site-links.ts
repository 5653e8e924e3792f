import { paths } from '~/ui/paths'
import type { Settings, ShownLabels } from '../model'

/** R24, in this order. The studio can change the names. */
const PAGES = {
  home: paths.home,
  gallery: paths.gallery,
  services: paths.services,
  about: paths.about,
  portfolio: paths.portfolio,
  pricing: paths.pricing,
  blog: paths.blog,
  products: paths.products,
  contact: paths.contact,
} as const

type Labels = Pick<ShownLabels, keyof typeof PAGES>

/** The links of the header. */
export const navigationLinks = (labels: Labels) => linksTo(labels, Object.keys(PAGES) as (keyof Labels)[])

/** R26, in this order. */
export const footerLinks = (labels: Labels) =>
  linksTo(labels, ['home', 'gallery', 'services', 'about', 'contact', 'blog', 'products'])

const linksTo = (labels: Labels, pages: (keyof Labels)[]) =>
  pages.flatMap((page) => {
    const label = labels[page]
    return label === undefined ? [] : [{ label, to: PAGES[page]() }]
  })

const SOCIAL = {
  instagram: 'Instagram',
  youtube: 'YouTube',
  facebook: 'Facebook',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  linkedin: 'LinkedIn',
  google: 'Google',
} as const

/** R26: the studio's profiles elsewhere, as far as it has them. */
export const socialLinks = (links: Pick<Settings['links'], keyof typeof SOCIAL>) =>
  (Object.keys(SOCIAL) as (keyof typeof SOCIAL)[]).flatMap((site) => {
    const to = links[site]
    return to === null ? [] : [{ label: SOCIAL[site], to }]
  })
