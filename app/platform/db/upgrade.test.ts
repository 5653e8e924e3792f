import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrations } from '../../../migrations/all'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePlace } from '../../../test/support/factories'
import type { Db, Tx } from './database.server'
import { readMigrations } from './migrate.server'
import { readTableShapes } from './table-shapes.server'
import { UpgradeStopped, upgrade } from './upgrade.server'

const NAME = '9999-reviews'
const addReviews = {
  up: (db: Kysely<unknown>) => db.schema.createTable('reviews').addColumn('id', 'text').execute(),
}

const tablesOf = async (db: Db) => (await readTableShapes(db)).map(({ name }) => name)

describeOnBothEngines('an upgrade', (open, engine) => {
  async function openUsed() {
    const { db, where } = await open()
    await makePlace(db, { id: 'here' })
    const lines: string[] = []
    const backUp = vi.fn(async () => ['A backup was made.'])
    return {
      db,
      lines,
      backUp,
      copies: () => readdir(join(where.dataDir, 'before-upgrade')).catch(() => []),
      folder: join(where.dataDir, 'before-upgrade'),
      run: (
        added: Record<string, typeof addReviews & { oneWay?: string }>,
        check: (tx: Tx) => Promise<void> = async () => {},
        oneWayUpgrade?: string,
      ) =>
        upgrade(
          {
            ...{ db, check, saved: backUp, config: { dataDir: where.dataDir, oneWayUpgrade } },
            print: (line) => lines.push(line),
          },
          { ...migrations, ...added },
        ),
    }
  }

  const dropReviews = (db: Db) =>
    onTestFinished(async () => {
      await sql`drop table reviews`.execute(db)
      await sql`delete from kysely_migration where name = ${NAME}`.execute(db)
    })

  test('is checked, keeps what was there, and nothing that the check wrote', async () => {
    const { db, run, lines, copies, folder } = await openUsed()
    dropReviews(db)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, '2026-11-20T00-00-00.000Z.sqlite.part'), 'half a copy')
    await run({ [NAME]: addReviews }, async (tx) => {
      expect(await tablesOf(tx)).toContain('reviews')
      await makePlace(tx, { id: 'visited' })
    })
    expect(await tablesOf(db)).toContain('reviews')
    expect(await db.selectFrom('places').select('id').execute()).toEqual([{ id: 'here' }])
    expect(lines[0]).toMatch(/^Upgrading the database to version \d+\.\d+\.\d+ \(1 change\)\.$/)
    if (engine === 'postgres') return
    const [copy = '', ...more] = await copies()
    expect(more).toEqual([])
    const before = new DatabaseSync(join(folder, copy), { readOnly: true })
    expect(before.prepare('select id from places').all()).toEqual([{ id: 'here' }])
    expect(before.prepare('select name from kysely_migration where name = ?').all(NAME)).toEqual([])
    before.close()
  })

  test.each([
    ['its check fails', addReviews],
    ['its migration fails', { up: () => Promise.reject(new Error('no such page')) }],
  ])('is undone when %s', async (_, migration) => {
    const { db, run } = await openUsed()
    const tables = await tablesOf(db)
    const failed = run({ [NAME]: migration }, async (tx) => {
      await makePlace(tx, { id: 'visited' })
      throw new Error('no such page')
    })
    await expect(failed).rejects.toThrow(/^The upgrade to version [\d.]+ failed, so it was undone/)
    await expect(failed).rejects.toMatchObject({ name: 'UpgradeStopped', cause: new Error('no such page') })
    expect(await tablesOf(db)).toEqual(tables)
    expect(await readMigrations(db)).not.toContain(NAME)
    expect(await db.selectFrom('places').select('id').execute()).toEqual([{ id: 'here' }])
  })

  test('isn’t begun when the backup before it fails', async () => {
    const { db, run, backUp } = await openUsed()
    backUp.mockRejectedValue(new Error('the disk is away'))
    await expect(run({ [NAME]: addReviews })).rejects.toThrow(
      new UpgradeStopped(
        'The backup before the upgrade failed, so nothing was changed. Fix the cause, then start again.',
      ),
    )
    expect(await readMigrations(db)).not.toContain(NAME)
  })

  test('that can’t be undone says so, and waits for consent to this very one', async () => {
    const { db, run, copies } = await openUsed()
    const oneWay = { [NAME]: { ...addReviews, oneWay: 'It removes the ratings.' } }
    for (const consent of [undefined, '1', '9998-ratings'])
      await expect(run(oneWay, undefined, consent)).rejects.toThrow(
        new UpgradeStopped(
          `This upgrade can’t be undone. It removes the ratings. Nothing was changed yet. Make a backup, then start with ONE_WAY_UPGRADE=${NAME}`,
        ),
      )
    expect(await readMigrations(db)).not.toContain(NAME)
    expect(await copies()).toEqual([])
    dropReviews(db)
    await run(oneWay, undefined, NAME)
    expect(await readMigrations(db)).toContain(NAME)
  })

  test('without changes checks and copies nothing', async () => {
    const { run, lines, copies } = await openUsed()
    await run({}, () => Promise.reject(new Error('not needed')))
    expect([lines, await copies()]).toEqual([[], []])
  })

  if (engine === 'sqlite')
    test('keeps the copies of the last three', async () => {
      const { run, copies } = await openUsed()
      const seen: string[] = []
      for (let each = 0; each < 5; each++) {
        await run({ [NAME]: addReviews }, () => Promise.reject(new Error('no'))).catch(() => {})
        seen.push(...(await copies()).filter((name) => !seen.includes(name)))
      }
      expect(await copies()).toEqual(seen.slice(-3))
    })
})
