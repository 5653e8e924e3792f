import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto, makeProduct } from '../../../test/support/factories'
import { listProducts, readProduct, usedInProducts, usesInProducts } from './operations.server'

describeOnBothEngines('the products (R11)', (open) => {
  it('lists published products in order', async () => {
    const { db } = await open()
    const photo = await makePhoto(db)
    await makeProduct(db, { slug: 'second', position: 2, price_from: 1 })
    await makeProduct(db, { slug: 'first', position: 1, photo_id: photo.id })
    await makeProduct(db, { slug: 'draft', position: 0, published_at: null })
    const products = await listProducts({ db })
    expect(products).toMatchObject([
      { slug: 'first', priceCents: 4_500, priceFrom: false, photo: { slug: photo.slug } },
      { slug: 'second', priceFrom: true, photo: null },
    ])
    expect(products).toHaveLength(2)
    expect(products[0]).not.toHaveProperty('body')
  })

  it('lists the sizes of a product that has no other details, once each', async () => {
    const { db } = await open()
    const sizes = ['8 × 10 in', '8 × 10 in', '11 × 14 in', '16 × 20 in', '20 × 30 in']
    const variants = sizes.map((size, at) => ({ size, finish: `Finish ${at}`, priceCents: 8_500, days: 6 }))
    await makeProduct(db, { slug: 'print', details: '', variants: JSON.stringify(variants) })
    await makeProduct(db, { slug: 'other', details: 'Set of 25', variants: JSON.stringify(variants) })
    expect((await listProducts({ db })).map(({ details }) => details)).toEqual([
      '8 × 10 in · 11 × 14 in · 16 × 20 in · 1 more',
      'Set of 25',
    ])
    expect(await readProduct({ db }, 'print')).toMatchObject({ details: '' })
  })

  it('returns one with three others, the same category first', async () => {
    const { db } = await open()
    for (const [slug, category] of Object.entries({
      a: 'Prints',
      b: 'Books',
      c: 'Prints',
      d: 'Books',
      e: 'Prints',
    }))
      await makeProduct(db, { slug, category, body: 'A **body**.' })
    await makeProduct(db, { slug: 'draft', category: 'Books', published_at: null })
    const product = await readProduct({ db }, 'd')
    expect(product).toMatchObject({ slug: 'd', html: '<p>A <strong>body</strong>.</p>' })
    expect(product?.others.map(({ slug }) => slug)).toEqual(['b', 'e', 'a'])
    expect(await readProduct({ db }, 'draft')).toBeUndefined()
    expect(await readProduct({ db }, 'nothing')).toBeUndefined()
  })

  it('returns others whose photos the page doesn’t show yet first', async () => {
    const { db } = await open()
    const [album, frame, wall] = [await makePhoto(db), await makePhoto(db), await makePhoto(db)]
    const pictured = { this: album, same: album, frame, frames: frame, wall }
    for (const [position, [slug, photo]] of Object.entries(pictured).entries())
      await makeProduct(db, { slug, photo_id: photo.id, position })
    const product = await readProduct({ db }, 'this')
    expect(product?.others.map(({ slug }) => slug)).toEqual(['frame', 'wall', 'same'])
  })

  it('shows its photo and further views in order, without deleted or private ones', async () => {
    const { db } = await open()
    const [first, second, third, hidden] = [
      await makePhoto(db),
      await makePhoto(db),
      await makePhoto(db),
      await makePhoto(db, { published_at: null }),
    ]
    const views = JSON.stringify([third.id, hidden.id, second.id, 'deleted'])
    await makeProduct(db, { slug: 'album', photo_id: first.id, views })
    const product = await readProduct({ db }, 'album')
    expect(product?.photos.map(({ id }) => id)).toEqual([first.id, third.id, second.id])
    expect(await usesInProducts({ db }, second)).toMatchObject([{ slug: 'album', role: 'View' }])
    expect((await usedInProducts({ db })).ids).toContain(third.id)
  })
})
