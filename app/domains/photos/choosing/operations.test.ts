import { expect, test } from 'vitest'
import { indexTerms } from '~/platform/db/search-terms.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makePhoto, makeRendition } from '../../../../test/support/factories'
import { slowSteps } from '../../../../test/support/query-plan'
import { listChoosablePhotos } from './operations.server'
import { slugQuery } from './store.server'

describeOnBothEngines('the photographs to choose from', (open, engine) => {
  test('are the newest, or those of that title, with the ones that a form shows', async () => {
    const { db } = await open()
    for (const [id, title] of [
      ['1', 'Autumn Path'],
      ['2', '100% Silk'],
      ['3', 'Roses'],
    ] as const) {
      await makePhoto(db, { id, slug: `photo-${id}`, title, tone: '#123456' })
      await indexTerms(db, 'photo', id, [title])
    }
    for (const format of ['avif', 'jpg'] as const)
      await makeRendition(db, { photo_id: '3', format, width: 480 })
    const slugs = async (given: Parameters<typeof listChoosablePhotos>[1]) =>
      (await listChoosablePhotos({ db }, given)).map(({ slug }) => slug)
    expect(await slugs({ limit: 2 })).toEqual(['photo-3', 'photo-2'])
    expect(await slugs({ limit: 2, shown: ['photo-1', 'gone', 'photo-3'] })).toEqual([
      'photo-1',
      'photo-3',
      'photo-2',
    ])
    expect(await slugs({ search: 'autumn' })).toEqual(['photo-1'])
    expect(await slugs({ search: '100' })).toEqual(['photo-2'])
    expect(await slugs({ search: '%' })).toEqual([])
    const [newest] = await listChoosablePhotos({ db })
    expect(newest?.thumb).toMatch(/^\/media\/.+\/480\.avif$/)
  })

  test('are found without reading the whole library', async () => {
    const { db } = await open()
    expect(await slowSteps(db, engine, slugQuery(db, { search: null, limit: 60 }))).toEqual([])
  })
})
