import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { DELIVER_MAIL } from '~/domains/outbox/model'
import { deliverMail } from '~/domains/outbox/operations.server'
import { fixedClock } from '~/platform/clock'
import { claimJob } from '~/platform/jobs/queue.server'
import type { OutgoingMail } from '~/platform/mail/message'
import { describeOnBothEngines, type FreshDatabase } from '../../../../test/support/database'
import {
  makeGallery,
  makeGalleryItem,
  makePhoto,
  makeRendition,
  makeShare,
} from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings, testSender } from '../../../../test/support/settings'
import { readEmailCover } from '../client-gallery/operations.server'
import { readAddresses } from './address-lines'
import { MOST_AT_ONCE } from './model'
import { sendShare } from './operations.server'

const config = {
  siteUrl: 'https://studio.example.com',
  secret: 'a secret of tests',
  rateLimitScale: 1000,
  mailFrom: undefined,
}

describeOnBothEngines('a gallery that is shared', (open) => {
  test('emails each new client once, however often Send is pressed', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const gallery = await makeGallery(db, { kind: 'client' })
    const share = { gallery_id: gallery.id, sent_at: null }
    await makeShare(db, { ...share, email: 'ann@example.com' })
    await makeShare(db, { ...share, email: 'bob@example.com' })
    await makeShare(db, { ...share, email: 'cy@example.com', revoked_at: 1 })
    await makeShare(db, { ...share, email: 'dee@example.com', sent_at: 1 })
    const deps = {
      ...{ db, clock: fixedClock('2026-06-01T12:00:00Z'), author: { uid: 'u', name: 'Dana' } },
      config,
    }
    const sent = await Promise.all([1, 2, 3].map(() => sendShare(deps, gallery.id, null)))
    expect(sent.map((each) => each.ok && each.sent).toSorted()).toEqual([0, 0, 2])
    const recipients = (await queuedMail(db)).map(
      ({ to_address }) => /<(.+)>/.exec(to_address)?.[1] ?? to_address,
    )
    expect(recipients.toSorted()).toEqual(['ann@example.com', 'bob@example.com'])
  })

  describe('before its cover is ready', () => {
    let fresh: FreshDatabase
    let galleryId: string
    let photoId: string
    let now: number
    const sent: OutgoingMail[] = []
    const clock = { now: () => now }
    const storage = { open: async (key: string) => ({ stream: () => Readable.from([key]) }) } as never

    const share = async (given: Parameters<typeof makeGallery>[1] = {}) => {
      fresh = await open()
      const { db } = fresh
      await putTestSettings(db)
      const gallery = await makeGallery(db, { kind: 'client', ...given })
      const photo = await makePhoto(db, { published_at: null, state: 'processing' })
      await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
      await makeShare(db, { gallery_id: gallery.id, sent_at: null, email: 'ann@example.com' })
      ;[galleryId, photoId, now, sent.length] = [gallery.id, photo.id, Date.parse('2026-06-01T12:00:00Z'), 0]
      const deps = { db, clock, config, author: { uid: 'u', name: 'Dana' } }
      expect(await sendShare(deps, galleryId, null)).toEqual({ ok: true, sent: 1 })
    }

    /** Runs the jobs that are due. @returns what the list of emails says about it */
    const deliver = async () => {
      const { db } = fresh
      const job = await claimJob(db, { kinds: [DELIVER_MAIL], claimedBy: 'test', now, leaseMs: 1 })
      if (job) {
        const send = async (mail: OutgoingMail) => {
          sent.push(mail)
          return { ok: true as const, isSent: true }
        }
        await deliverMail(
          {
            ...{ db, clock, config, mailer: { send, close: () => {} } },
            readSender: async () => testSender,
            readPhoto: (path) => readEmailCover({ db, storage }, path),
          },
          JSON.parse(job.payload).mail,
          { isLastAttempt: false },
        )
        await db.deleteFrom('jobs').where('id', '=', job.id).execute()
      }
      return await db.selectFrom('outbox').select(['state', 'failure']).executeTakeFirstOrThrow()
    }
    const waiting = { state: 'queued', failure: 'This email follows when its cover photo is ready.' }
    const cover = () => sent[0]?.pictures?.map(({ data }) => Buffer.from(data).toString())

    test('is emailed as soon as it is', async () => {
      await share({ title: 'Ann $& Bo' })
      expect(await deliver()).toEqual(waiting)
      await makeRendition(fresh.db, { photo_id: photoId, width: 480 })
      now += 60_000
      expect(await deliver()).toEqual(waiting)
      for (const format of ['avif', 'jpg'] as const)
        await makeRendition(fresh.db, { photo_id: photoId, width: 800, format })
      now += 60_000
      expect(await deliver()).toMatchObject({ state: 'sent' })
      expect(cover()).toEqual([expect.stringMatching(/800\.jpg$/)])
      expect(sent[0]?.html).toContain('alt="Ann $&amp; Bo"')
    })

    test('is emailed with the watermark that was made since', async () => {
      await share({ proofing: 1 })
      await fresh.db.updateTable('photos').set({ state: 'ready' }).execute()
      expect(await deliver()).toEqual(waiting)
      const proof = { gallery_id: galleryId, photo_id: photoId, width: 800, height: 533, bytes: 3 }
      for (const format of ['avif', 'jpg'] as const)
        await fresh.db
          .insertInto('proofs')
          .values({ ...proof, watermark: 'mark', format, sha256: '0'.repeat(64), created_at: now })
          .execute()
      now += 60_000
      expect(await deliver()).toMatchObject({ state: 'sent' })
      expect(cover()).toEqual([expect.stringMatching(/mark.*800\.jpg$/)])
    })

    test.each([
      ['can’t be made', () => fresh.db.updateTable('photos').set({ state: 'failed' }).execute()],
      [
        'takes more than an hour',
        async () => {
          now += 3_600_000
        },
      ],
    ])('is emailed without it if it %s', async (_, happen) => {
      await share()
      await happen()
      expect(await deliver()).toMatchObject({ state: 'sent' })
      expect(cover()).toBeUndefined()
      expect(sent[0]?.html).not.toContain('/download/')
    })
  })
})

test('takes addresses by line and comma, with names and without, each once', () => {
  expect(
    readAddresses('Ann Lee <ann@example.com>\n bob@example.com, ANN@example.com;"Zoë" <zoe@example.com>\n\n'),
  ).toEqual({
    ok: true,
    people: [
      { name: 'Ann Lee', email: 'ann@example.com' },
      { name: '', email: 'bob@example.com' },
      { name: 'Zoë', email: 'zoe@example.com' },
    ],
  })
})

test.each([
  ['', 'Enter at least one email address.'],
  [' ,\n;', 'Enter at least one email address.'],
  ['ann@example.com\nbob', '“bob” isn’t an email address.'],
  ['Ann <ann@example', '“Ann <ann@example” isn’t an email address.'],
  ['A\u202eb <ann@example.com>', '“One of these lines” isn’t an email address.'],
  [`${'x'.repeat(100)}`, `“${'x'.repeat(60)}…” isn’t an email address.`],
  [
    Array.from({ length: MOST_AT_ONCE + 1 }, (_, at) => `a${at}@example.com`).join('\n'),
    'Enter up to 50 email addresses at once.',
  ],
])('refuses %j with a sentence', (text, sentence) => {
  expect(readAddresses(text)).toEqual({ ok: false, sentence })
})
