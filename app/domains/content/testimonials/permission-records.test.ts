import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { openDatabase } from '~/platform/db/database.server'
import { migrate } from '~/platform/db/migrate.server'
import { migrations } from '../../../../migrations/all'
import { putTestSettings } from '../../../../test/support/settings'
import { listTestimonials } from '../operations.server'
import { readPermissions } from './permissions/operations.server'

test('permissions from before they were records keep their day, and one recommendation a service stays', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-test-'))
  const db = openDatabase({ databaseUrl: undefined, dataDir })
  onTestFinished(async () => {
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  })
  const older = Object.entries(migrations).filter(([name]) => name < '2026-11-21-b')
  await migrate(db, Object.fromEntries(older))
  await sql`insert into testimonials (id, quote, name, kind, permission_on, position) values
    ('t1', 'Lovely.', 'Ann', 'Family', '2026-07-02', 0), ('t2', 'Not yet.', 'Bo', 'Family', null, 1)`.execute(
    db,
  )
  await sql`insert into services values
    ('s', 's', 'S', 'event', '', '', '[]', 0, '', null, null, 0, null)`.execute(db)
  for (const [position, id] of ['p1', 'p2'].entries())
    await sql`insert into packages values
      (${id}, 's', ${id}, ${id}, '', 0, '[]', 1, '', ${position})`.execute(db)
  await migrate(db)
  await putTestSettings(db)
  expect(await listTestimonials({ db })).toEqual([{ quote: 'Lovely.', name: 'Ann', kind: 'Family' }])
  const { permissions } = await readPermissions({ db, clock: fixedClock('2026-11-21T15:00:00Z') }, 't1')
  expect(permissions).toMatchObject([{ given: 'July 2, 2026', means: null, withdrawal: null }])
  expect(await db.selectFrom('packages').select('id').where('recommended', '=', 1).execute()).toEqual([
    { id: 'p1' },
  ])
})
