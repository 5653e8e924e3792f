import { columnsOfText, textOf } from '~/domains/texts/stored-text'
import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { FaqDraft } from './drafts'
import { type Faq, type PageBody, type PageSlug, pageSchemas, type Testimonial } from './model'

export interface StoredPage<S extends PageSlug> {
  title: string
  description: string
  version: number
  updatedAt: number
  body: PageBody<S>
}

export async function selectPage<S extends PageSlug>(db: Db, slug: S): Promise<StoredPage<S> | undefined> {
  const row = await db.selectFrom('pages').selectAll().where('slug', '=', slug).executeTakeFirst()
  return row && pageFrom(row, slug)
}

/** No one else changes the page until the transaction ends. */
export const lockPage = async (tx: Tx, slug: PageSlug): Promise<void> => {
  await lockRows(tx, tx.selectFrom('pages').select('slug').where('slug', '=', slug)).execute()
}

const pageFrom = <S extends PageSlug>(row: Row<'pages'>, slug: S): StoredPage<S> => ({
  title: row.title,
  description: row.description,
  version: row.version,
  updatedAt: row.updated_at,
  body: bodyFrom(slug, row.body),
})

/** Texts within a page are stored as the other texts are. */
export const bodyFrom = <S extends PageSlug>(slug: S, stored: string): PageBody<S> =>
  pageSchemas[slug].parse(
    JSON.parse(stored, (_, value) =>
      isText(value)
        ? { ...value, body: textOf({ body: value.body, document: value.document ?? null }) }
        : value,
    ),
  ) as PageBody<S>

export const storedBody = (body: PageBody<PageSlug>): string =>
  JSON.stringify(body, (_, value) => (isText(value) ? { ...value, ...columnsOfText(value.body) } : value))

const isText = (value: unknown): value is { body: string; document?: string | null } =>
  value instanceof Object && 'body' in value && typeof value.body === 'string'

/** When each page was last changed, by slug. */
export async function selectPageChanges(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('pages').select(['slug', 'updated_at']).execute()
  return new Map(rows.map((row) => [row.slug, row.updated_at]))
}

export async function insertPage<S extends PageSlug>(
  db: Db,
  page: { slug: S; title: string; description: string; body: PageBody<S> },
  at: number,
): Promise<void> {
  const { slug, title, description } = page
  await db
    .insertInto('pages')
    .values({ slug, title, description, body: storedBody(page.body), version: 1, updated_at: at })
    .execute()
}

/** @returns false when the page's version has changed; nothing is written then */
export async function updatePage<S extends PageSlug>(
  db: Db,
  page: { slug: S; title: string; description: string; body: PageBody<S> },
  { version, at }: { version: number; at: number },
): Promise<boolean> {
  const { slug, title, description } = page
  const { numUpdatedRows } = await db
    .updateTable('pages')
    .set({ title, description, body: storedBody(page.body), version: version + 1, updated_at: at })
    .where('slug', '=', slug)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function selectFaqTopics(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('faqs').select('topic').distinct().orderBy('topic').execute()
  return rows.map(({ topic }) => topic)
}

export async function selectFaqs(db: Db, topic: string): Promise<Faq[]> {
  return await db
    .selectFrom('faqs')
    .select(['question', 'answer'])
    .where('topic', '=', topic)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function insertFaq(db: Db, faq: FaqDraft, position: number): Promise<void> {
  await db
    .insertInto('faqs')
    .values({ id: newId(), ...faq, position })
    .execute()
}

/** Testimonials with a permission that wasn't withdrawn. */
export async function selectPermittedTestimonials(db: Db): Promise<Testimonial[]> {
  return await permittedTestimonials(db).execute()
}

/** @param ids null: all */
export async function selectTestimonialsById(
  db: Db,
  ids: readonly string[] | null,
): Promise<(Testimonial & { id: string })[]> {
  if (ids?.length === 0) return []
  return await permittedTestimonials(db)
    .select('t.id')
    .$if(ids !== null, (query) => query.where('t.id', 'in', ids ?? []))
    .execute()
}

const permittedTestimonials = (db: Db) =>
  db
    .selectFrom('testimonials as t')
    .innerJoin('testimonial_permissions as p', 'p.testimonial_id', 't.id')
    .select(['t.quote', 't.name', 't.kind'])
    .where('p.withdrawn_on', 'is', null)
    .orderBy('t.position')
    .orderBy('t.id')

/** Every page with its body. There is a small, fixed number of them. */
export async function selectPageBodies(db: Db): Promise<{ slug: string; title: string; body: object }[]> {
  const rows = await db.selectFrom('pages').select(['slug', 'title', 'body']).orderBy('slug').execute()
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }))
}

/** Every service with its photos, published or not. */
export const selectServicePhotos = (
  db: Db,
): Promise<Pick<Row<'services'>, 'slug' | 'title' | 'photo_id' | 'thumbnail_photo_id' | 'published_at'>[]> =>
  db
    .selectFrom('services')
    .select(['slug', 'title', 'photo_id', 'thumbnail_photo_id', 'published_at'])
    .orderBy('position')
    .orderBy('id')
    .execute()
