import { sql } from 'kysely'
import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { containsWords } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import type { Tag } from './post-form'
import type { PostState } from './post-values'

export type PostRow = Row<'posts'>
export type VersionRow = Row<'post_versions'>

export const selectPostRow = (db: Db, id: string): Promise<PostRow | undefined> =>
  db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()

/** The post, which no one else changes until the transaction ends. */
export const lockPost = (tx: Tx, id: string): Promise<PostRow | undefined> =>
  lockRows(tx, tx.selectFrom('posts').selectAll().where('id', '=', id)).executeTakeFirst()

export const selectLatestVersion = (db: Db, post: string): Promise<VersionRow | undefined> =>
  db
    .selectFrom('post_versions')
    .selectAll()
    .where('post_id', '=', post)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const selectVersion = (db: Db, post: string, number: number): Promise<VersionRow | undefined> =>
  db
    .selectFrom('post_versions')
    .selectAll()
    .where('post_id', '=', post)
    .where('number', '=', number)
    .executeTakeFirst()

/** Versions without their texts, newest first. @param before only those below this number */
export const selectVersions = (db: Db, post: string, { before, limit }: { before: number; limit: number }) =>
  db
    .selectFrom('post_versions')
    .select(['number', 'form', 'saved_at', 'author_name', 'published_at'])
    .where('post_id', '=', post)
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

export type VersionValues = Omit<VersionRow, 'id'>

export async function insertVersion(tx: Tx, version: VersionValues): Promise<void> {
  await tx
    .insertInto('post_versions')
    .values({ id: newId(), ...version })
    .execute()
}

export async function updateVersion(
  tx: Tx,
  { post_id, number }: Pick<VersionRow, 'post_id' | 'number'>,
  changes: Partial<Pick<VersionRow, 'revision' | 'form' | 'document' | 'saved_at' | 'published_at'>>,
): Promise<void> {
  await tx
    .updateTable('post_versions')
    .set(changes)
    .where('post_id', '=', post_id)
    .where('number', '=', number)
    .execute()
}

export async function insertDraftPost(tx: Tx, post: Pick<PostRow, 'id' | 'slug' | 'author' | 'updated_at'>) {
  await tx
    .insertInto('posts')
    .values({
      ...{ ...post, title: '', excerpt: '', body: '', document: null, topic: '' },
      ...{ cover_photo_id: null, published_at: null },
    })
    .execute()
}

export async function updatePost(tx: Tx, id: string, changes: Partial<Omit<PostRow, 'id'>>): Promise<void> {
  await tx.updateTable('posts').set(changes).where('id', '=', id).execute()
}

export async function deletePost(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('posts').where('id', '=', id).execute()
}

export async function replaceTags(tx: Tx, post: string, tags: Tag[]): Promise<void> {
  await tx.deleteFrom('post_tags').where('post_id', '=', post).execute()
  if (tags.length > 0)
    await tx
      .insertInto('post_tags')
      .values(tags.map(({ slug, name }, position) => ({ post_id: post, slug, name, position })))
      .execute()
}

export const selectTagsOf = (db: Db, post: string): Promise<Tag[]> =>
  db
    .selectFrom('post_tags')
    .select(['slug', 'name'])
    .where('post_id', '=', post)
    .orderBy('position')
    .execute()

/** Id of the post that has a slug, or had it before. */
export async function selectPostAt(db: Db, slug: string): Promise<string | undefined> {
  const now = await db.selectFrom('posts').select('id').where('slug', '=', slug).executeTakeFirst()
  if (now) return now.id
  const former = await db
    .selectFrom('post_addresses')
    .select('post_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return former?.post_id
}

/** Makes a former slug redirect to the post, and the new one not. */
export async function moveAddress(
  tx: Tx,
  { post, from, to }: { post: string; from: string; to: string },
): Promise<void> {
  await tx.deleteFrom('post_addresses').where('slug', '=', to).execute()
  await tx.insertInto('post_addresses').values({ slug: from, post_id: post }).execute()
}

export interface ListedPostRow {
  id: string
  title: string
  topic: string
  published_at: number | null
  visibility: PostRow['visibility']
  updatedAt: number
  /** 1: the newest version isn't published. */
  isChanged: number
}

/** Later than any publication, so that drafts come first. */
const NEVER = 8_640_000_000_000_000

/** Posts in order: drafts, then by publication, newest first. @param query `before`: the last one of the page before */
export async function selectListedPosts(
  db: Db,
  query: { state: PostState | null; search: string; before: string | null; now: number; limit: number },
): Promise<ListedPostRow[]> {
  const { state, search, before, now, limit } = query
  const place = sql<number>`coalesce(published_at, ${NEVER})`
  const last = before === null ? undefined : await selectPostRow(db, before)
  const lastPlace = last?.published_at ?? NEVER
  return await db
    .selectFrom('posts')
    .select(['id', 'title', 'topic', 'published_at', 'visibility', 'updated_at as updatedAt'])
    .select((e) =>
      e
        .case()
        .when(
          e.exists(
            e
              .selectFrom('post_versions as v')
              .select('v.id')
              .whereRef('v.post_id', '=', 'posts.id')
              .where('v.published_at', 'is', null)
              .where('v.number', '=', (inner) =>
                inner
                  .selectFrom('post_versions as w')
                  .select((max) => max.fn.max('w.number').as('number'))
                  .whereRef('w.post_id', '=', 'posts.id'),
              ),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('isChanged'),
    )
    .$if(state === 'draft', (q) => q.where('published_at', 'is', null))
    .$if(state === 'scheduled', (q) => q.where('published_at', '>', now))
    .$if(state === 'published', (q) => q.where('published_at', '<=', now).where('visibility', '=', 'public'))
    .$if(state === 'unlisted', (q) => q.where('published_at', '<=', now).where('visibility', '=', 'unlisted'))
    .$if(search !== '', (q) => q.where(containsWords('title', search)))
    .$if(last !== undefined, (q) =>
      q.where((e) =>
        e.or([e(place, '<', lastPlace), e.and([e(place, '=', lastPlace), e('id', '<', last?.id ?? '')])]),
      ),
    )
    .orderBy(place, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
