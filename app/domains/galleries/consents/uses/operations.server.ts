import type { PhotoView } from '~/domains/photos/model'
import { shareImage } from '~/domains/photos/model'
import type { Db } from '~/platform/db/database.server'
import type { ConsentUse } from '../model'
import { mayPublish } from '../publishing/operations.server'

/**
 * Which of these photographs, public as they are, may not be shown for another use than the pages of the site. One that
 * stands in no gallery is the studio’s own: no register has a say in it.
 */
export async function withheldFrom(
  use: Exclude<ConsentUse, 'portfolio'>,
  { db }: { db: Db },
  photoIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const refused = photoIds.length > 0 ? await mayPublish({ db }, { photoIds, use }) : []
  return new Set(refused.filter(({ galleries }) => galleries.length > 0).map(({ photoId }) => photoId))
}

/**
 * The picture that stands for a page where its link is shared, which is mostly on social media; undefined while it is in
 * the making, and where those who can be seen on it have not agreed to that.
 */
export async function sharedImage(
  { db }: { db: Db },
  photo: PhotoView | null | undefined,
): Promise<ReturnType<typeof shareImage>> {
  const image = shareImage(photo)
  return photo && image && !(await withheldFrom('social', { db }, [photo.id])).has(photo.id)
    ? image
    : undefined
}
