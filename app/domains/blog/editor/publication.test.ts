import { expect, it } from 'vitest'
import { type Clock, fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makePost } from '../../../../test/support/factories'
import { putTestSettings, testSettings } from '../../../../test/support/settings'
import { readEditedPost } from './drafts.server'
import { publishPost } from './publication.server'

describeOnBothEngines('publishing a post', (open) => {
  it('happens at once when the date of a scheduled one is cleared, and keeps the time of a published one', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    for (const [published_at, expected] of [
      [clock.now() + 86_400_000, clock.now()],
      [clock.now() - 1_001, clock.now() - 1_001],
    ] as const) {
      const { id } = await makePost(db, { slug: `at-${published_at}`, published_at })
      expect(await publish({ db, clock }, id, { date: '', time: '' })).toBe(expected)
    }
  })

  it('is scheduled in the studio’s zone, whatever its clocks do in between', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    for (const [date, time, expected] of [
      ['2027-03-14', '09:00', '2027-03-14T13:00:00Z'],
      // The hour that they skip is an hour later, and the one that they repeat is the first of the two.
      ['2027-03-14', '02:30', '2027-03-14T07:30:00Z'],
      ['2027-11-07', '01:30', '2027-11-07T05:30:00Z'],
      ['2027-11-08', '09:00', '2027-11-08T14:00:00Z'],
    ] as const) {
      const { id } = await makePost(db, { published_at: null })
      expect(await publish({ db, clock }, id, { date, time }), `${date} ${time}`).toBe(Date.parse(expected))
    }
  })

  it('keeps its moment when it is published again after the studio moved to another zone', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = { db, clock: fixedClock('2026-11-20T12:00:00Z') }
    const { id } = await makePost(db, { published_at: null })
    const moment = await publish(deps, id, { date: '2026-12-01', time: '09:00' })
    const studio = { ...testSettings.studio, timeZone: 'America/Los_Angeles' }
    await putTestSettings(db, { ...testSettings, studio })
    expect((await readEditedPost(deps, id))?.values).toMatchObject({ date: '2026-12-01', time: '06:00' })
    expect(await publish(deps, id, { title: 'Another title' })).toBe(moment)
  })
})

/** Publishes a post with changed fields. @returns when it is published */
async function publish(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  changes: object,
): Promise<number> {
  const post = await readEditedPost({ db, clock }, id)
  const fields = { ...post?.values, ...changes }
  const text = { document: post?.document ?? '', markdown: '', version: post?.version ?? '' }
  const author = { uid: 'u', name: 'Ann' }
  expect(await publishPost({ db, clock, author }, id, { ...text, fields, isSeparate: false })).toMatchObject({
    ok: true,
  })
  const row = await db.selectFrom('posts').select('published_at').where('id', '=', id).executeTakeFirst()
  return Number(row?.published_at)
}
