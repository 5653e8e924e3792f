import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { bodySaying } from '../../../../test/support/outbox'
import { slowSteps } from '../../../../test/support/query-plan'
import { testSender } from '../../../../test/support/settings'
import { deliverMail, queueMail } from '../operations.server'
import { countFailedMail, findMail, listMail, retryMail } from './operations.server'
import { mailQuery } from './store.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const config = {
  ...{ siteUrl: 'https://photos.example.com', mailFrom: undefined },
  ...{ secret: 's'.repeat(32), rateLimitScale: 1 },
}
const author = { uid: 'u1', name: 'Dorian Ellis' }
const zone = 'America/New_York'
const all = { state: null, before: null, zone } as const

async function addFailed(db: Db): Promise<string> {
  const to = { name: 'Ann Lee', email: 'ann@example.com' }
  await queueMail({ db, clock, config }, { kind: 'test', to, subject: 'Hello', body: bodySaying('Hi') })
  const id = (await listMail({ db, clock }, all)).mails[0]?.id ?? ''
  await tryToDeliver(db, id)
  await db.deleteFrom('jobs').execute()
  return id
}

async function tryToDeliver(db: Db, id: string): Promise<void> {
  const mailer = {
    send: async () => ({ ok: false as const, reason: 'refused' as const, detail: '550 No such mailbox' }),
    close: () => {},
  }
  const deps = { db, clock, config, mailer, readSender: async () => testSender }
  await deliverMail(deps, id, { isLastAttempt: false })
}

describeOnBothEngines('the list of messages', (open, engine) => {
  test('says what became of each and why, in the studio’s time', async () => {
    const { db } = await open()
    const id = await addFailed(db)
    expect(await countFailedMail({ db })).toBe(1)
    expect((await listMail({ db, clock }, { ...all, state: 'failed' })).mails).toMatchObject([
      { id, state: 'failed', failure: '550 No such mailbox', created: 'Nov 20, 2026, 10 AM EST' },
    ])
    expect((await listMail({ db, clock }, { ...all, state: 'sent' })).mails).toEqual([])
    expect(await findMail({ db, clock }, id, zone)).toMatchObject({
      html: expect.stringMatching(/<p[^>]*>Hi<\/p>/),
      text: 'Hi',
      calendarMethod: null,
    })
  })

  test('tries a failed one again once, whoever asks at the same time', async () => {
    const { db } = await open()
    const id = await addFailed(db)
    const retry = () => retryMail({ db, clock, author }, id)
    expect(await Promise.all([retry(), retry()])).toEqual([{ ok: true }, { ok: true }])
    const jobs = await db.selectFrom('jobs').select('payload').execute()
    expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([{ mail: id }])
    expect(await findMail({ db, clock }, id, zone)).toMatchObject({ state: 'queued', failure: null })
    expect(await db.selectFrom('audit').select(['action', 'author_name']).execute()).toEqual([
      { action: 'mail-retried', author_name: 'Dorian Ellis' },
    ])
    expect(await retryMail({ db, clock, author }, 'nothing')).toEqual({ ok: false, reason: 'missing' })
  })

  test('is found by recipient at once, and by subject when it was tried', async () => {
    const { db } = await open()
    const to = { name: 'Ann Lee', email: 'ann@example.com' }
    const letter = { kind: 'test', to, subject: 'Hello', body: bodySaying('Hi') }
    await queueMail({ db, clock, config }, { ...letter, subject: 'Your portrait is ready' })
    await queueMail({ db, clock, config }, { ...letter, to: { name: 'Zoë', email: 'zoe@example.com' } })
    const subjects = async (search: string) =>
      (await listMail({ db, clock }, { state: null, search, before: null, zone })).mails.map(
        ({ to }) => to.email,
      )
    expect(await subjects('ann lee')).toEqual(['ann@example.com'])
    for (const { id } of (await listMail({ db, clock }, all)).mails) await tryToDeliver(db, id)
    expect(await subjects('portrait ready')).toEqual(['ann@example.com'])
    expect(await subjects('portrait ann')).toEqual(['ann@example.com'])
    expect(await subjects('zoe@')).toEqual(['zoe@example.com'])
    expect(await subjects('portrait zoe')).toEqual([])
  })

  test('is read from an index', async () => {
    const { db } = await open()
    for (const state of ['failed', null] as const)
      expect(
        await slowSteps(db, engine, mailQuery(db, { state, search: '', before: newId(), limit: 51 })),
      ).toEqual([])
  })
})
