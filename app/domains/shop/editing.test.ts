import { beforeEach, expect, it } from 'vitest'
import { documentOrMarkdown } from '~/domains/texts/texts.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto, makeProduct } from '../../../test/support/factories'
import {
  addEditedProduct,
  blankProduct,
  listAllProducts,
  moveProduct,
  readEditedProduct,
  removeProduct,
  saveProduct,
} from './editing.server'
import { listProducts, readProduct } from './operations.server'

const author = { uid: 'owner', name: 'Ann Example' }
const sent = (given: Record<string, string> = {}) => ({
  ...blankProduct(),
  ...{ title: 'Oak frame', category: 'Frames', summary: 'Cut here.', body: 'Of **oak**.', published: 'yes' },
  ...{ priceCents: '140' },
  ...given,
})
const variant = (at: number, size: string, price: string, days = '') => ({
  ...{ [`variants.${at}.size`]: size, [`variants.${at}.finish`]: '', [`variants.${at}.days`]: days },
  [`variants.${at}.priceCents`]: price,
})

describeOnBothEngines('the editor of products', (open) => {
  let db: Db
  let deps: { db: Db; clock: ReturnType<typeof fixedClock>; author: typeof author }
  beforeEach(async () => {
    db = (await open()).db
    deps = { db, clock: fixedClock(1_000), author }
  })
  const logged = () => db.selectFrom('audit').select(['action', 'subject']).orderBy('seq').execute()

  it('adds a product with views, variants and options, and shows it as it was typed', async () => {
    const [photo, view] = [await makePhoto(db), await makePhoto(db)]
    const form = sent({
      ...{ photo: photo.slug, 'views.0': view.slug, priceCents: '' },
      ...{ ...variant(0, '16 × 20 in', '210', '10'), ...variant(1, '11 × 14 in', '140.50') },
      ...{ 'options.0.name': 'Oak', 'options.0.choices': 'Natural\nBlack', soldOut: 'yes', taxable: '' },
    })
    expect(await addEditedProduct(deps, form)).toEqual({ ok: true, slug: 'oak-frame' })
    const edited = await readEditedProduct({ db }, 'oak-frame')
    const body = documentOrMarkdown('Of **oak**.', { hasBlocks: false })
    expect(edited?.values).toEqual({ ...form, body, soldOut: 'yes', taxable: '' })
    expect(await readProduct({ db }, 'oak-frame')).toMatchObject({
      ...{ priceCents: 14_050, priceFrom: true, soldOut: true },
      photos: [{ id: photo.id }, { id: view.id }],
      variants: [
        { size: '16 × 20 in', finish: '', priceCents: 21_000, days: 10 },
        { size: '11 × 14 in', finish: '', priceCents: 14_050, days: null },
      ],
      options: [{ name: 'Oak', choices: ['Natural', 'Black'] }],
    })
    expect(await logged()).toEqual([{ action: 'content-added', subject: 'Product “Oak frame”' }])
  })

  it('gives each product a slug, which a new title doesn’t change', async () => {
    expect(await addEditedProduct(deps, sent())).toMatchObject({ slug: 'oak-frame' })
    expect(await addEditedProduct(deps, sent())).toMatchObject({ slug: 'oak-frame-2' })
    expect(await addEditedProduct(deps, sent({ title: 'New' }))).toMatchObject({ slug: 'product-new' })
    const change = { sent: sent({ title: 'Ash frame' }), version: 1 }
    expect(await saveProduct(deps, 'oak-frame', change)).toEqual({ ok: true })
    expect((await listProducts({ db })).map(({ slug, title }) => [slug, title])).toEqual([
      ['oak-frame', 'Ash frame'],
      ['oak-frame-2', 'Oak frame'],
      ['product-new', 'New'],
    ])
  })

  it('refuses an old version, and hides what isn’t published', async () => {
    await addEditedProduct(deps, sent())
    const draft = { sent: sent({ published: '' }), version: 1 }
    expect(await saveProduct(deps, 'oak-frame', draft)).toEqual({ ok: true })
    expect(await saveProduct(deps, 'oak-frame', draft)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await saveProduct(deps, 'none', draft)).toEqual({ ok: false, reason: 'missing' })
    expect(await readProduct({ db }, 'oak-frame')).toBeUndefined()
    expect(await readProduct({ db, isPreview: true }, 'oak-frame')).toMatchObject({ slug: 'oak-frame' })
    expect(await listAllProducts({ db })).toMatchObject([{ slug: 'oak-frame', isPublished: false }])
  })

  it.each([
    [{ title: '' }, 'title', '“Title” is required.'],
    [{ priceCents: '' }, 'priceCents', '“Price” is required.'],
    [
      { priceCents: '1e3' },
      'priceCents',
      'Enter a price in dollars, such as 1,250 or 1,250.50, up to 1,000,000.',
    ],
    [{ photo: 'none' }, 'photo', 'Choose a photo from your library.'],
    [{ 'views.0': 'none' }, 'views.0', 'Choose a photo from your library.'],
    [variant(0, '', '5'), 'variants.0.size', 'Enter a size or a finish.'],
    [
      { ...variant(0, 'A', '5'), ...variant(1, 'a', '6') },
      'variants.1.size',
      'Another variant has this size and finish. Change one of them.',
    ],
    [{ ...variant(0, 'A', '5', '0') }, 'variants.0.days', 'Enter 1 or more.'],
    [
      { 'options.0.name': 'Linen', 'options.0.choices': '' },
      'options.0.choices',
      '“Options 1, choices” is required.',
    ],
  ])('refuses %o', async (given, field, sentence) => {
    const added = await addEditedProduct(deps, sent(given as Record<string, string>))
    expect(added).toEqual({ ok: false, reason: 'refused', errors: { [field]: sentence } })
    expect(await listAllProducts({ db })).toEqual([])
  })

  it('moves and deletes products, and logs both', async () => {
    await makeProduct(db, { slug: 'a', title: 'A', position: 0 })
    await makeProduct(db, { slug: 'b', title: 'B', position: 1 })
    const move = { id: 'b', past: 'a', direction: 'up' } as const
    expect(await moveProduct(deps, move)).toEqual({ ok: true })
    expect((await listAllProducts({ db })).map(({ slug }) => slug)).toEqual(['b', 'a'])
    expect(await moveProduct(deps, { ...move, id: 'gone' })).toEqual({ ok: false, reason: 'changed-since' })
    expect(await removeProduct(deps, 'a', 2)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await removeProduct(deps, 'a', 1)).toEqual({ ok: true })
    expect((await listAllProducts({ db })).map(({ slug }) => slug)).toEqual(['b'])
    expect(await logged()).toEqual([
      { action: 'content-reordered', subject: 'Products' },
      { action: 'content-removed', subject: 'Product “A”' },
    ])
  })

  it('shows the text of a former version, which changes only the Markdown', async () => {
    const document = documentOrMarkdown('Of oak.', { hasBlocks: false })
    const { id, slug } = await makeProduct(db, { body: 'Of oak.', document })
    await db.updateTable('products').set({ body: 'Of ash.' }).where('id', '=', id).execute()
    expect((await readProduct({ db }, slug))?.html).toContain('Of ash.')
    const both = { body: 'Of elm.', document: documentOrMarkdown('Of elm.', { hasBlocks: false }) }
    await db.updateTable('products').set(both).where('id', '=', id).execute()
    await db.updateTable('products').set({ title: 'Elm frame' }).where('id', '=', id).execute()
    expect(await db.selectFrom('products').select(['body', 'document']).executeTakeFirst()).toEqual(both)
  })
})
