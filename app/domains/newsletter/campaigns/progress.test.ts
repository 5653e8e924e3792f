import { expect, it } from 'vitest'
import { storedDocument } from '~/domains/texts/read-document'
import { fixedClock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { newToken } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { book, openStudio } from '../../../../test/support/open-studio'
import { newsletterSchema } from '../document/schema'
import { suppress } from '../operations.server'
import { addCampaign, readCampaign, removeCampaign, type SentCampaign, saveCampaign } from './drafts.server'
import { listPastIssues, listRecipients, putInArchive, readFigures } from './progress.server'
import { firstNameOf } from './sender.server'
import { readArchived } from './sending.server'
import { updateCampaign } from './store.server'

const DAY = 86_400_000
const text = (words: string) =>
  storedDocument(
    newsletterSchema.node('doc', null, [
      newsletterSchema.node('paragraph', null, [newsletterSchema.text(words)]),
    ]),
  )

/** A sent form. */
function form(version: string, subject: string, isSeparate = false): SentCampaign {
  const fields = { subject, preheader: '', rate: '60', archive: '' }
  const get = (name: string) => fields[name as keyof typeof fields] ?? ''
  return { fields: { get, getAll: () => [] }, document: text(subject), version, isSeparate }
}

describeOnBothEngines('a draft of a newsletter', (open) => {
  it('refuses a save that began from an older version, and then keeps both', async () => {
    const { db } = await open()
    const deps = await openStudio(db)
    const at = (name: string) => ({ ...deps, author: { uid: name, name } })
    const id = await addCampaign(at('Ada'))
    const [one, two] = await Promise.all([
      saveCampaign(at('Ada'), id, form('1', 'From Ada')),
      saveCampaign(at('Ben'), id, form('1', 'From Ben')),
    ])
    expect([one.ok, two.ok].filter(Boolean)).toHaveLength(1)
    const [winner, loser] = one.ok ? ['Ada', 'Ben'] : ['Ben', 'Ada']
    const refused = one.ok ? two : one
    expect(refused).toMatchObject({ ok: false, reason: 'changed-since', version: '2', by: winner })
    expect((await readCampaign(deps, id))?.values.subject).toBe(`From ${winner}`)
    expect(await removeCampaign(at(loser), id, '1')).toMatchObject({ reason: 'changed-since' })

    expect(await saveCampaign(at(loser), id, form('2', `From ${loser}`, true))).toMatchObject({ ok: true })
    const drafts = await db.selectFrom('newsletter_campaigns').select(['subject', 'state']).execute()
    expect(drafts.map(({ subject }) => subject).toSorted()).toEqual(['From Ada', 'From Ben'])
    expect((await readCampaign(deps, id))?.values.subject).toBe(`From ${loser}`)
  })

  it('changes nothing once it is being sent', async () => {
    const { db } = await open()
    const deps = { ...(await openStudio(db)), author: { uid: 'owner', name: 'Owner' } }
    const id = await addCampaign(deps)
    await transact(db, (tx) => updateCampaign(tx, id, { state: 'sending' }))
    expect(await saveCampaign(deps, id, form('1', 'Late'))).toEqual({ ok: false, reason: 'sent' })
    expect(await removeCampaign(deps, id, '1')).toEqual({ ok: false, reason: 'sent' })
    expect((await readCampaign(deps, id))?.values.subject).toBe('')
  })
})

describeOnBothEngines('what came of a newsletter', (open) => {
  const READERS = ['ann@example.com', 'ben@example.com', 'cleo@example.com', 'dora@example.com']

  async function sent(db: Db) {
    const clock = fixedClock('2026-11-20T15:00:00Z')
    const deps = { ...(await openStudio(db)), clock, author: { uid: 'owner', name: 'Owner' } }
    return { deps, id: await send(deps) }
  }

  async function send(deps: Parameters<typeof addCampaign>[0]) {
    const id = await addCampaign(deps, { subject: 'First light' })
    const states = ['sent', 'sent', 'refused', 'sent'] as const
    for (const [at, email] of READERS.entries())
      await deps.db
        .insertInto('newsletter_recipients')
        .values({
          ...{ campaign_id: id, number: at + 1, subscriber_id: newToken(), email, email_key: email },
          ...{
            state: states[at] ?? 'sent',
            attempts: 1,
            next_at: 1,
            answer: '250 OK',
            settled_at: deps.clock.now(),
          },
        })
        .execute()
    return id
  }

  it('counts bookings within 14 days by those who got it, unless they’re canceled', async () => {
    const { db } = await open()
    const { deps, id } = await sent(db)
    expect(await readFigures(deps, id)).toMatchObject({ sent: 3, refused: 1, bookings: 0, unsubscribed: 0 })
    await book(deps, '2026-12-05T15:30:00Z', { email: 'Ann@Example.com' })
    // Refused, and not a reader.
    await book(deps, '2026-12-05T17:00:00Z', { email: 'cleo@example.com' })
    await book(deps, '2026-12-05T18:30:00Z', { email: 'other@example.com' })
    expect(await readFigures(deps, id)).toMatchObject({ bookings: 1 })
    deps.clock.advance(14 * DAY)
    await book(deps, '2026-12-12T15:30:00Z', { email: 'ben@example.com' })
    expect(await readFigures(deps, id)).toMatchObject({ bookings: 1 })
    await db
      .updateTable('bookings')
      .set({ state: 'canceled' })
      .where('email_key', '=', 'ann@example.com')
      .execute()
    expect(await readFigures(deps, id)).toMatchObject({ bookings: 0 })
  })

  it('counts a booking once, for the last newsletter that the person got before', async () => {
    const { db } = await open()
    const { deps, id: first } = await sent(db)
    const bookings = (...ids: string[]) =>
      Promise.all(ids.map(async (id) => (await readFigures(deps, id)).bookings))
    await book(deps, '2026-12-05T15:30:00Z', { email: 'ann@example.com' })
    deps.clock.advance(3 * DAY)
    const second = await send(deps)
    expect(await bookings(first, second)).toEqual([1, 0])
    await book(deps, '2026-12-05T17:00:00Z', { email: 'ben@example.com' })
    expect(await bookings(first, second)).toEqual([1, 1])
    // Those of the same instant count once, too.
    const third = await send(deps)
    expect(await bookings(first, second, third)).toEqual([1, 0, 1])
    // This one didn't arrive, so the one before it counts.
    await db
      .updateTable('newsletter_recipients')
      .set({ state: 'refused' })
      .where('campaign_id', '=', third)
      .execute()
    expect(await bookings(first, second, third)).toEqual([1, 1, 0])
  })

  it('counts and lists reports within 14 days about those who got it', async () => {
    const { db } = await open()
    const { deps, id } = await sent(db)
    await suppress(deps, { email: 'ann@example.com', reason: 'bounced', detail: '5.1.1 No such user' })
    await suppress(deps, { email: 'ben@example.com', reason: 'complained', detail: '' })
    // Refused, and so counted as that.
    await suppress(deps, { email: 'cleo@example.com', reason: 'bounced', detail: '' })
    deps.clock.advance(14 * DAY)
    await suppress(deps, { email: 'dora@example.com', reason: 'bounced', detail: '' })
    expect(await readFigures(deps, id)).toMatchObject({ sent: 3, refused: 1, bounced: 1, complained: 1 })
    const { recipients } = await listRecipients(deps, id, { state: 'sent', after: 0 })
    expect(recipients.map(({ email, answer }) => [email, answer])).toEqual([
      ['ann@example.com', 'Bounced. 5.1.1 No such user'],
      ['ben@example.com', 'Reported as spam'],
      ['dora@example.com', '250 OK'],
    ])
  })

  it('is public only once it was sent, and while the owner shows it', async () => {
    const { db } = await open()
    const { deps, id } = await sent(db)
    await putInArchive(deps, id, true)
    expect([await readArchived(deps, id), await listPastIssues(deps)]).toEqual([undefined, []])
    const rendered = JSON.stringify({
      subject: 'First light',
      html: '<p>Hello \uE012</p>',
      text: 'Hello \uE012',
    })
    await db
      .updateTable('newsletter_campaigns')
      .set({ state: 'sent', begun_at: deps.clock.now(), subject: 'First light, {first name}', rendered })
      .where('id', '=', id)
      .execute()
    expect(await readArchived(deps, id)).toContain('Hello there')
    expect(await listPastIssues(deps)).toEqual([
      { id, subject: 'First light, there', date: 'November 20, 2026' },
    ])
    await putInArchive(deps, id, false)
    expect([await readArchived(deps, id), await listPastIssues(deps)]).toEqual([undefined, []])
  })
})

it.each([
  ['Ann', 'Ann'],
  ['  Ann Lee', 'Ann'],
  ['Smith, John Paul', 'John'],
  ['Smith,', ''],
  ['', ''],
])('the first name of “%s” is “%s”', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})
