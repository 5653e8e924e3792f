import { expect, test } from 'vitest'
import { recordAction } from '~/domains/audit/operations.server'
import { systemClock } from '~/platform/clock'
import { describeOnBothEngines } from '../test/support/database'
import { verifyCommand } from './verify'

const author = { uid: 'u1', name: 'Dana' }

describeOnBothEngines('verify', (open) => {
  test('reports whether the activity log is complete, or where it was changed', async () => {
    const { db } = await open()
    const verify = async () => {
      const said: string[] = []
      const streams = { write: (text: string) => said.push(text) > 0 }
      const code = await verifyCommand({ db }, [], { out: streams, err: streams } as never)
      return `${code} ${said.join('')}`
    }
    for (let n = 1; n <= 3; n++)
      await recordAction({ db, clock: systemClock, author }, { action: 'answered', subject: `Message ${n}` })
    expect(await verify()).toMatch(
      /^0 .*entries 1 through 3 are complete and unchanged.\nHash of entry 3: [0-9a-f]{64}\n$/,
    )
    await db.deleteFrom('audit').where('seq', '=', 2).execute()
    expect(await verify()).toMatch(/^1 .*\n {2}Entry 2 is missing.\n$/)
  })
})
