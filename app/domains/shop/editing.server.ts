import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { rowChanges } from '~/domains/content/changes'
import { everyField, photosIn } from '~/domains/content/rows/fields'
import { lockedContent, reorder } from '~/domains/content/rows/operations.server'
import type { RowAdded, RowMoved, RowRemoved, RowSaved } from '~/domains/content/rows/outcome'
import { readRow, valuesOfRow } from '~/domains/content/rows/row-form'
import { withDocuments } from '~/domains/content/rows/texts.server'
import { slugsFor } from '~/domains/content/services.server'
import { photosById, photosBySlug } from '~/domains/photos/operations.server'
import type { Db } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { CHOOSE_PHOTO } from '~/platform/http/notices'
import type { Move } from '~/platform/list-order'
import { takeSlug } from '~/platform/slug'
import { productRowSchema } from './draft'
import { type ListedProduct, MOST_PRODUCTS, shownPrice } from './model'
import { PRODUCT_FIELDS } from './product-form'
import {
  deleteProductRow,
  insertProductRow,
  type ProductValues,
  type StoredProductRow,
  selectAllProducts,
  selectProductOrder,
  selectProductRow,
  updateProductRow,
} from './store.server'

/** Every product in the site's order, published or not. */
export async function listAllProducts({ db }: { db: Db }): Promise<ListedProduct[]> {
  const products = await selectAllProducts(db)
  return products.map(({ slug, title, category, soldOut, publishedAt, ...prices }) => ({
    ...{ slug, title, category, soldOut, isPublished: publishedAt !== null },
    price: shownPrice(prices),
  }))
}

export interface EditedProduct {
  slug: string
  title: string
  values: FieldValues
  /** The version that a save must name. */
  version: number
  isPublished: boolean
}

export async function readEditedProduct(
  { db }: { db: Db },
  slug: string,
): Promise<EditedProduct | undefined> {
  const row = await selectProductRow(db, slug)
  if (!row) return undefined
  const { title, version } = row
  return { slug, title, version, values: await shownValues(db, row), isPublished: row.publishedAt !== null }
}

/** Defaults of a new product. */
export const blankProduct = (): FieldValues =>
  valuesOfRow(PRODUCT_FIELDS, { taxable: true, published: false })

/** Adds a product at the end. Its slug is derived from its title and never changes. */
export async function addEditedProduct(
  { db, clock, author }: WriteDeps,
  sent: FieldValues,
): Promise<RowAdded<{ slug: string }>> {
  const read = await readValues(db, sent, { now: clock.now(), publishedAt: null })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { values } = read
  return await lockedContent(db, async (tx): Promise<RowAdded<{ slug: string }>> => {
    const order = await selectProductOrder(tx)
    if (order.length >= MOST_PRODUCTS) return { ok: false, reason: 'full' }
    const position = (order.at(-1)?.position ?? -1) + 1
    const slug = await takeSlug(slugsFor(values.title, 'product'), (each) =>
      insertProductRow(tx, values, { slug: each, position }),
    )
    const changes = rowChanges(PRODUCT_FIELDS, {}, await storedValues(tx, slug))
    const subject = subjectOf(values.title)
    await recordAction({ db: tx, clock, author }, { action: 'content-added', subject, changes })
    return { ok: true, slug }
  })
}

/** Saves and publishes a product. The write makes every instance drop its cached pages. */
export async function saveProduct(
  { db, clock, author }: WriteDeps,
  slug: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const known = await selectProductRow(db, slug)
  if (!known) return { ok: false, reason: 'missing' }
  const read = await readValues(db, sent, { now: clock.now(), publishedAt: known.publishedAt })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await lockedContent(db, async (tx): Promise<RowSaved> => {
    const row = await selectProductRow(tx, slug)
    if (row?.version !== version) return { ok: false, reason: 'changed-since' }
    const before = await shownValues(tx, row)
    await updateProductRow(tx, row, read.values)
    const changes = rowChanges(PRODUCT_FIELDS, before, await storedValues(tx, slug))
    const subject = subjectOf(read.values.title)
    if (changes.length > 0)
      await recordAction({ db: tx, clock, author }, { action: 'content-changed', subject, changes })
    return { ok: true }
  })
}

/** Identified by slugs. */
export const moveProduct = ({ db, clock, author }: WriteDeps, move: Move): Promise<RowMoved> =>
  lockedContent(db, async (tx) => {
    const rows = (await selectProductOrder(tx)).map((row) => ({ ...row, key: row.slug }))
    return await reorder({ tx, clock, author }, { table: 'products', rows, subject: 'Products' }, move)
  })

/** Deletes a product permanently. Its photos stay in the library. */
export const removeProduct = (
  { db, clock, author }: WriteDeps,
  slug: string,
  version: number,
): Promise<RowRemoved> =>
  lockedContent(db, async (tx): Promise<RowRemoved> => {
    const row = await selectProductRow(tx, slug)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    const changes = rowChanges(PRODUCT_FIELDS, await shownValues(tx, row), {})
    await deleteProductRow(tx, row.id)
    const subject = subjectOf(row.title)
    await recordAction({ db: tx, clock, author }, { action: 'content-removed', subject, changes })
    return { ok: true }
  })

const subjectOf = (title: string) => `Product “${title}”`

async function storedValues(db: Db, slug: string): Promise<FieldValues> {
  const row = await selectProductRow(db, slug)
  return row ? await shownValues(db, row) : {}
}

async function shownValues(db: Db, row: StoredProductRow): Promise<FieldValues> {
  const photos = await photosById({ db }, [row.photoId ?? '', ...row.viewIds])
  const values = valuesOfRow(PRODUCT_FIELDS, {
    ...row,
    // Without a price, only the variants have one.
    priceCents: row.variants.length > 0 && row.priceCents === 0 ? null : row.priceCents,
    photo: photos.get(row.photoId ?? '')?.slug,
    views: row.viewIds.flatMap((id) => photos.get(id)?.slug ?? []),
    published: row.publishedAt !== null,
  })
  return withDocuments(PRODUCT_FIELDS, values)
}

type ReadValues = { ok: true; values: ProductValues } | { ok: false; errors: FieldValues }

/** @param state a published product keeps its publication time */
async function readValues(
  db: Db,
  sent: FieldValues,
  state: { now: number; publishedAt: number | null },
): Promise<ReadValues> {
  const read = readRow(PRODUCT_FIELDS, productRowSchema, withDocuments(PRODUCT_FIELDS, sent))
  const found = await photosBySlug({ db }, photosIn(PRODUCT_FIELDS, sent))
  const unknown = everyField(PRODUCT_FIELDS, sent).filter(
    ({ name, kind }) => kind === 'photo' && sent[name] && !found[sent[name]],
  )
  const errors: FieldValues = {
    ...(read.ok ? {} : read.errors),
    ...Object.fromEntries(unknown.map(({ name }) => [name, CHOOSE_PHOTO])),
  }
  if (!read.ok || unknown.length > 0) return { ok: false, errors }
  const { photo, views, published, priceCents, ...rest } = read.value
  const values = {
    ...rest,
    priceCents: priceCents ?? 0,
    photoId: found[photo ?? '']?.id ?? null,
    viewIds: views.flatMap((slug) => found[slug]?.id ?? []),
    publishedAt: published ? (state.publishedAt ?? state.now) : null,
  }
  return { ok: true, values }
}
