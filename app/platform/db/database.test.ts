import { describeOnBothEngines } from '../../../test/support/database'
import { expect, test } from 'vitest'

describeOnBothEngines('db', (open) => {
  test('opens', async () => {
    const { db } = await open()
    expect(await db.selectFrom('photos').selectAll().execute()).toEqual([])
  })
})
