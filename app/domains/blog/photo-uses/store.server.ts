import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

type PostWithPhotos = Pick<Row<'posts'>, 'slug' | 'title' | 'body' | 'cover_photo_id' | 'published_at'>

/** The posts that may show a photograph: its slug stands in the text, if only as the beginning of another. */
export const selectPostsNaming = (db: Db, photo: { id: string; slug: string }): Promise<PostWithPhotos[]> =>
  postsQuery(db)
    .where((e) => e.or([e('cover_photo_id', '=', photo.id), e('body', 'like', `%photo:${photo.slug}%`)]))
    .execute()

export const selectAllPosts = (db: Db): Promise<PostWithPhotos[]> => postsQuery(db).execute()

const postsQuery = (db: Db) =>
  db
    .selectFrom('posts')
    .select(['slug', 'title', 'body', 'cover_photo_id', 'published_at'])
    .orderBy('published_at', 'desc')
    .orderBy('slug')
