import { expect, test } from 'vitest'
import { deliverMail } from '~/domains/outbox/operations.server'
import { fixedClock } from '~/platform/clock'
import { transact } from '~/platform/db/database.server'
import type { OutgoingMail } from '~/platform/mail/message'
import { describeOnBothEngines } from '../../../../test/support/database'
import {
  makeBooking,
  makePhoto,
  makeRendition,
  makeService,
  makeTermsVersion,
} from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings, testSender } from '../../../../test/support/settings'
import { selectBooking } from '../reservations/store.server'
import type { Occasion } from './model'
import { notifyOfBooking } from './operations.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const config = {
  siteUrl: 'https://studio.example.com',
  secret: 'a secret of tests',
  rateLimitScale: 1000,
  mailFrom: undefined,
}

describeOnBothEngines('the photo in a booking’s emails', (open) => {
  test('is shown while the session is ahead, attached, if it can be read', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await makeTermsVersion(db)
    const [photo, room] = [await makePhoto(db), await makePhoto(db)]
    for (const { id } of [photo, room])
      for (const format of ['avif', 'jpg'] as const)
        await makeRendition(db, { photo_id: id, width: 1_040, format })
    const { id } = await makeBooking(db, { session_date: Date.parse('2026-12-05T15:30:00Z') })
    const service = await makeService(db, { photo_id: photo.id })
    await db.updateTable('session_types').set({ service_id: service.id }).execute()
    const booking = await selectBooking(db, { id })
    if (!booking) throw new Error('no booking')
    const canceled: Occasion = {
      kind: 'canceled',
      by: 'studio',
      isDepositReturned: true,
      keptCents: 0,
      words: '',
    }
    for (const occasion of [{ kind: 'requested' }, canceled] as const)
      await transact(db, (tx) => notifyOfBooking({ db: tx, clock, config }, booking, occasion))

    const path = `/media/${photo.media_hash}/1040.jpg`
    const shown = (await queuedMail(db)).filter(({ html }) => html.includes(`src="${config.siteUrl}${path}"`))
    expect(shown.map(({ kind }) => kind)).toEqual(['booking-requested'])

    await db.updateTable('places').set({ photo_id: room.id }).execute()
    await transact(db, (tx) =>
      notifyOfBooking({ db: tx, clock, config }, booking, {
        kind: 'confirmed',
        words: '',
        completes: false,
        paid: null,
      }),
    )
    const confirmed = (await queuedMail(db)).find(({ kind }) => kind === 'booking-confirmed')
    expect(confirmed?.html).toContain(`/media/${room.media_hash}/1040.jpg`)

    for (const data of [Buffer.from('JPEG'), undefined]) {
      await db.updateTable('outbox').set({ state: 'queued' }).execute()
      const sent = Promise.withResolvers<OutgoingMail>()
      const mailer = {
        send: async (mail: OutgoingMail) => {
          sent.resolve(mail)
          return { ok: true as const, isSent: false }
        },
        close: () => {},
      }
      await deliverMail(
        {
          ...{ db, clock, config, mailer },
          readSender: async () => testSender,
          readPhoto: async (asked) => (asked === path ? data : undefined),
        },
        shown[0]?.id ?? '',
        { isLastAttempt: false },
      )
      const { html, pictures } = await sent.promise
      expect(html.includes('src="cid:cover@email"')).toBe(data !== undefined)
      expect(html.includes(photo.alt)).toBe(data !== undefined)
      expect(pictures?.length ?? 0).toBe(data ? 1 : 0)
    }
  })
})
