import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makePlace, makeService, makeSessionType } from '../../../../test/support/factories'
import { listSessionTypes } from './operations.server'

describeOnBothEngines('the session types (R6)', (open) => {
  it('are listed in order, each with its places in order', async () => {
    const { db } = await open()
    const service = await makeService(db)
    const outdoors = await makePlace(db, { position: 2, kind: 'outdoor' })
    const studio = await makePlace(db, { position: 1, is_default: 1 })
    await makeSessionType(db, { slug: 'second', position: 2 })
    await makeSessionType(db, {
      slug: 'first',
      position: 1,
      service_id: service.id,
      places: [outdoors, studio],
    })
    await makeSessionType(db, { slug: 'draft', published_at: null, places: [studio] })
    const types = await listSessionTypes({ db })
    expect(types).toMatchObject([
      {
        slug: 'first',
        serviceSlug: service.slug,
        priceCents: 28_500,
        depositCents: 10_000,
        places: [
          { slug: studio.slug, isDefault: true },
          { slug: outdoors.slug, kind: 'outdoor', isDefault: false },
        ],
      },
      { slug: 'second', serviceSlug: null, places: [] },
    ])
    expect(types).toHaveLength(2)
  })
})
