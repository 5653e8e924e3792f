import { withheldFrom } from '~/domains/galleries/releases/publication.server'
import type { PhotoView } from '~/domains/photos/model'
import { photosById } from '~/domains/photos/operations.server'
import type { Db } from '~/platform/db/database.server'

/** Covers of posts that may be shown, by the photo's id. Showing a photo on the blog needs a release for the blog. */
export async function coversOf(
  db: Db,
  posts: readonly { coverPhotoId: string | null }[],
): Promise<Map<string, PhotoView>> {
  const ids = posts.flatMap(({ coverPhotoId }) => (coverPhotoId === null ? [] : [coverPhotoId]))
  const covers = await photosById({ db }, ids)
  for (const id of await withheldFrom('blog', { db }, [...covers.keys()])) covers.delete(id)
  return covers
}
