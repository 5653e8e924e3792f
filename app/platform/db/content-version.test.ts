import { expect, test, vi } from 'vitest'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePlace } from '../../../test/support/factories'
import { keptWithContent } from './content-version.server'
import { type Db, transact } from './database.server'

describeOnBothEngines('what is kept with the content', (open) => {
  test('is read once for each argument until content changes', async () => {
    const { db } = await open()
    const read = vi.fn(async (_: Db, name: string) => name)
    const kept = keptWithContent(read)
    for (const name of ['a', 'b', 'a']) expect(await kept(db, name)).toBe(name)
    expect(read).toHaveBeenCalledTimes(2)
    await makePlace(db)
    expect(await kept(db, 'a')).toBe('a')
    expect(read).toHaveBeenCalledTimes(3)
  })

  test('in a transaction is what it has written, and is forgotten with it', async () => {
    const { db } = await open()
    const kept = keptWithContent(
      async (at: Db) => (await at.selectFrom('places').select('id').execute()).length,
    )
    expect(await kept(db)).toBe(0)
    await transact(db, async (tx, rollback) => {
      await makePlace(tx)
      expect(await kept(tx)).toBe(1)
      return rollback(undefined)
    })
    expect(await kept(db)).toBe(0)
  })

  test('is read again after an error', async () => {
    const { db } = await open()
    const read = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue('yes')
    const kept = keptWithContent(read)
    await expect(kept(db)).rejects.toThrow('no')
    expect(await kept(db)).toBe('yes')
  })
})
