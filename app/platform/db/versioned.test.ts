import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePlace } from '../../../test/support/factories'
import { deleteSeen, updateSeen } from './versioned.server'

describeOnBothEngines('a row that a form showed', (open) => {
  test('is changed and deleted in the version that was shown, and in no other', async () => {
    const { db } = await open()
    const { id, version } = await makePlace(db)
    const read = () => db.selectFrom('places').select(['title', 'version']).where('id', '=', id).execute()
    expect(await updateSeen(db, 'places', { id, version }, { title: 'The pier' })).toBe(true)
    expect(await read()).toEqual([{ title: 'The pier', version: version + 1 }])
    // Forms can send anything, and PostgreSQL compares integers with nothing else.
    for (const other of [version, version + 2, -1, 1.5, Number.NaN, 2 ** 31, 1e99]) {
      expect(await updateSeen(db, 'places', { id, version: other }, { title: 'Lost' })).toBe(false)
      expect(await deleteSeen(db, 'places', { id, version: other })).toBe(false)
    }
    expect(await read()).toEqual([{ title: 'The pier', version: version + 1 }])
    expect(await deleteSeen(db, 'places', { id, version: version + 1 })).toBe(true)
    expect(await read()).toEqual([])
  })
})
