import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import type { ImportState, LineState } from './model'

export type ImportRow = Row<'post_imports'>
export type LineRow = Row<'post_import_lines'>

export const insertImport = (db: Db, row: Omit<ImportRow, 'version'>) =>
  db.insertInto('post_imports').values(row).execute()

/** Lines of a file. A post that it contains twice is one line. */
export async function insertLines(db: Db, rows: LineRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('post_import_lines')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['import_id', 'source']).doNothing())
    .execute()
}

export const selectImport = (db: Db, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('post_imports').selectAll().where('id', '=', id).executeTakeFirst()

export const lockImport = (tx: Tx, id: string): Promise<ImportRow | undefined> =>
  lockRows(tx, tx.selectFrom('post_imports').selectAll().where('id', '=', id)).executeTakeFirst()

const MOST_LISTED = 30

/** Newest first. */
export const selectImports = (db: Db): Promise<ImportRow[]> =>
  db.selectFrom('post_imports').selectAll().orderBy('id', 'desc').limit(MOST_LISTED).execute()

export const moveImport = (
  db: Db,
  seen: Seen,
  changes: { state: ImportState; choices?: string },
): Promise<boolean> => updateSeen(db, 'post_imports', seen, changes)

export const deleteImport = (db: Db, id: string) =>
  db.deleteFrom('post_imports').where('id', '=', id).execute()

/** Lines in the order of the file. @param query `after`: the last one of the page before */
export const selectLines = (
  db: Db,
  id: string,
  { state, after, limit }: { state?: LineState; after: string | null; limit: number },
): Promise<LineRow[]> =>
  db
    .selectFrom('post_import_lines')
    .selectAll()
    .where('import_id', '=', id)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

export async function countLines(db: Db, id: string): Promise<Partial<Record<LineState, number>>> {
  const rows = await db
    .selectFrom('post_import_lines')
    .select(['state', (e) => e.fn.countAll<number>().as('count')])
    .where('import_id', '=', id)
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

export const hasPicturesToImport = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('post_import_lines')
    .select('id')
    .where('import_id', '=', id)
    .where('state', '=', 'waiting')
    .where('pictures', '<>', '[]')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const updateLine = (
  db: Db,
  id: string,
  changes: Partial<
    Pick<LineRow, 'state' | 'notes' | 'values' | 'post_id' | 'pictures' | 'published_at' | 'slug'>
  >,
) => db.updateTable('post_import_lines').set(changes).where('id', '=', id).execute()

/** Settles a line whose post is already on the site, unless it was this line that imported it. */
export const settleKnown = (db: Db, id: string) =>
  db
    .updateTable('post_import_lines')
    .set({ state: 'known', notes: JSON.stringify(['It was imported before.']) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

/** @param note added to the notes of each line */
export async function failWaitingLines(tx: Tx, importId: string, note: string): Promise<void> {
  const lines = await tx
    .selectFrom('post_import_lines')
    .select(['id', 'notes'])
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .execute()
  for (const { id, notes } of lines)
    await updateLine(tx, id, { state: 'failed', notes: JSON.stringify([...JSON.parse(notes), note]) })
}

/** Ids of the imports that haven’t ended. */
export const selectImporting = (db: Db): Promise<{ id: string }[]> =>
  db.selectFrom('post_imports').select('id').where('state', '=', 'importing').execute()

/** Whether another line of the file has a slug. */
export const isSlugInImport = async (db: Db, importId: string, slug: string): Promise<boolean> =>
  (await db
    .selectFrom('post_import_lines')
    .select('id')
    .where('import_id', '=', importId)
    .where('slug', '=', slug)
    .where('state', '=', 'waiting')
    .executeTakeFirst()) !== undefined

export const isImported = async (db: Db, source: string): Promise<boolean> =>
  (await db
    .selectFrom('imported_posts')
    .select('post_id')
    .where('source', '=', source)
    .executeTakeFirst()) !== undefined

/** The posts that were imported from these sources, by source. */
export async function selectImportedPosts(db: Db, sources: readonly string[]): Promise<Map<string, string>> {
  if (sources.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported_posts')
    .select(['source', 'post_id'])
    .where('source', 'in', sources)
    .execute()
  return new Map(rows.map(({ source, post_id }) => [source, post_id]))
}

/** The slugs of an import’s posts by source: those that it will add, and those that an earlier one has added. */
export async function selectSlugsOf(db: Db, importId: string): Promise<Map<string, string>> {
  const lines = db.selectFrom('post_import_lines as line').where('line.import_id', '=', importId)
  const waiting = await lines.select(['source', 'slug']).where('state', '=', 'waiting').execute()
  const known = await lines
    .innerJoin('imported_posts as known', 'known.source', 'line.source')
    .innerJoin('posts', 'posts.id', 'known.post_id')
    .select(['line.source', 'posts.slug'])
    .execute()
  return new Map([...waiting, ...known].map(({ source, slug }) => [source, slug]))
}

/** @returns false if the slug is taken, and nothing is written */
export async function insertPostRow(tx: Tx, post: Row<'posts'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('posts')
    .values(post)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** @returns false if the post was imported before */
export async function insertImported(tx: Tx, source: string, postId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('imported_posts')
    .values({ source, post_id: postId })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}
