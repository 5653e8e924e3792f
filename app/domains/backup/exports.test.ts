import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../test/support/database'
import { putTestSettings } from '../../../test/support/settings'
import { CLEAR_EXPORT, MAKE_EXPORT } from './model'
import { clearExport, listExports, requestExport } from './operations.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

describeOnBothEngines('export archives', (open) => {
  test('are restarted after a crash, and partial files are deleted', async () => {
    const { db, where } = await open()
    await putTestSettings(db)
    const from = { clientAddress: '203.0.113.7', userAgent: 'Firefox/140.0' }
    const deps = { db, clock, author, ...from, config: { dataDir: where.dataDir } }
    const states = async () => (await listExports(deps)).map(({ state }) => state)
    expect(await requestExport(deps)).toEqual({ ok: true })
    expect(await requestExport(deps)).toEqual({ ok: false, reason: 'in-the-making' })
    const [first] = await listExports(deps)
    if (!first) throw new Error('There is no archive.')
    const folder = join(where.dataDir, 'exports')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${first.id}.zip.part`), 'half of it')

    await db.updateTable('jobs').set({ failed_at: 1 }).where('kind', '=', MAKE_EXPORT).execute()
    expect(await states()).toEqual(['failed'])
    expect(await requestExport(deps)).toEqual({ ok: true })
    expect((await states()).toSorted()).toEqual(['failed', 'making'])
    const clearing = db.selectFrom('jobs').select('payload').where('kind', '=', CLEAR_EXPORT)
    expect((await clearing.execute()).map(({ payload }) => JSON.parse(payload))).toEqual([{ id: first.id }])
    await clearExport(deps, first.id)
    expect(await states()).toEqual(['making'])
    expect(await readdir(folder)).toEqual([])
  })
})
