import type { Db } from '~/platform/db/database.server'
import { mediaPath, type PhotoView, renditionFor } from '../model'
import { photosBySlug } from '../operations.server'
import type { ChoosablePhoto } from './model'
import { selectSlugs } from './store.server'

/** Most that a form lists at once; what is older is found by its title. */
const LISTED = 240
const THUMB_WIDTH = 240

/** The newest photographs, or those whose title has the words, with the ones that a form shows already. */
export async function listChoosablePhotos(
  { db }: { db: Db },
  { search = '', shown = [], limit = LISTED }: { search?: string; shown?: string[]; limit?: number } = {},
): Promise<ChoosablePhoto[]> {
  const slugs = [...new Set([...shown, ...(await selectSlugs(db, { search, limit }))])]
  const views = await photosBySlug({ db }, slugs)
  return slugs.flatMap((slug) => (views[slug] ? [choosable(views[slug])] : []))
}

function choosable(photo: PhotoView): ChoosablePhoto {
  const width = renditionFor(photo, THUMB_WIDTH)
  const { slug, title, tone } = photo
  return { slug, title, tone, thumb: width ? mediaPath(photo, width, 'avif') : null }
}
