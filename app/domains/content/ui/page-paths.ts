import { paths } from '~/ui/paths'
import type { EditablePage } from '../pages/fields'

/** Public address of each page. */
const PATHS: Record<EditablePage, () => string> = {
  home: paths.home,
  gallery: paths.gallery,
  services: paths.services,
  about: paths.about,
  portfolio: paths.portfolio,
  pricing: paths.pricing,
  blog: paths.blog,
  'mikhenzo-products': paths.products,
  contact: paths.contact,
  'book-session': paths.bookSession,
  portrait: paths.portrait,
  'thank-you': paths.thankYou,
  login: paths.login,
  register: paths.register,
  '404': paths.notFound,
  // On every page.
  navigation: paths.home,
}

export const publicPath = (page: EditablePage): string => PATHS[page]()
