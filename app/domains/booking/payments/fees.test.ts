import { expect, test } from 'vitest'
import { readToday } from '~/domains/today/operations.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { FEE, HOUR, mailTexts, open, SESSION } from '../../../../test/support/booking-fees'
import { describeOnBothEngines } from '../../../../test/support/database'
import { rescheduleClientBooking } from '../client/changes.server'
import { exportBookings } from '../client/operations.server'
import { countOpenFees, exportBookings as exportCsv, listBookings } from '../manage/list.server'
import { readBookingFilter } from '../manage/model'
import { addFee, waiveFee } from './operations.server'

describeOnBothEngines('the fees of a booking', (openDb, _engine) => {
  test('and its payments need an amount above zero, in whole cents, that fits', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booking = await book()
    const before = await booking.balance()
    for (const amount of [
      '',
      '-1',
      '-0.01',
      '0',
      '0.001',
      '1.999',
      '1e3',
      '0x10',
      'NaN',
      'Infinity',
      '1,5,0',
    ])
      for (const tried of [await booking.add('Album', amount), await booking.pay('balance', amount)])
        expect(tried, amount).toMatchObject({
          ok: false,
          reason: 'refused',
          errors: { amount: expect.any(String) },
        })
    for (const amount of ['99999999999', '92233720368547758.08', '9'.repeat(400)])
      for (const tried of [await booking.add('Album', amount), await booking.pay('balance', amount)])
        expect(tried, amount).toMatchObject({ ok: false })
    expect(await booking.balance()).toEqual(before)
  })

  test('each reschedule beyond the free ones costs its fee, which both sides see until it’s paid', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    expect(await booking.reschedule(SESSION + HOUR, 0)).toMatchObject({ ok: true })
    expect((await booking.studioView()).payments).toMatchObject({
      fees: [],
      summary: 'Nothing received yet, $285 due.',
    })
    expect(await booking.reschedule(SESSION + 2 * HOUR, 0)).toMatchObject({ ok: false, reason: 'costs-more' })
    expect(await booking.fees()).toEqual([])
    await booking.reschedule(SESSION + 2 * HOUR)
    await booking.reschedule(SESSION + 3 * HOUR)
    expect(await booking.fees()).toMatchObject([
      { cause: 'reschedule', amount_cents: FEE, charged_at: deps.clock.now(), waived_at: null },
      { cause: 'reschedule', amount_cents: FEE },
    ])
    expect((await booking.studioView()).payments.summary).toBe(
      'Nothing received yet, $355 due, including $70 in fees.',
    )
    const owed = await booking.view()
    expect(owed.money).toEqual([
      ['Price', '$285'],
      ['Reschedule fee', '$35, since Friday, November 20'],
      ['Reschedule fee', '$35, since Friday, November 20'],
      ['Deposit', '$75, not paid yet'],
    ])
    // The balance is said once, with how to pay it.
    expect(owed.payments).toMatchObject({
      dues: [{ text: expect.stringMatching(/^\$355 is due /) }],
      instructions: 'Reply to one of our emails to pay the deposit of $75 now. Pay the rest at your session.',
    })
    const [toClient] = (await mailTexts(db)).filter((text) => text.includes('on top of the price'))
    expect(toClient).toContain(
      'there’s a $35 rescheduling fee, on top of the price. Pay it at your session, or reply',
    )
    expect(toClient).toContain('Fees: $35')
    expect(toClient).toContain('Balance due: $320')
    expect(await booking.pay('deposit', '75')).toEqual({ ok: true })
    expect(await booking.pay('balance', '210')).toEqual({ ok: true })
    const line = async () =>
      (
        await listBookings(
          deps,
          readBookingFilter((name) => (name === 'fee' ? 'due' : null)),
          null,
        )
      ).lines
    expect(await line()).toMatchObject([{ id: booking.id, due: ['$70 fee due'] }])
    expect((await readToday(deps)).tiles).toContainEqual({
      ...{ label: 'Bookings with fees due', count: 1, place: { screen: 'open-fees' } },
    })
    const { payments } = await booking.studioView()
    expect(payments).toMatchObject({
      summary: 'Received $285, $70 due, including $70 in fees.',
      next: { kind: 'fee', amount: '70.00' },
    })
    expect(await booking.pay('fee', '71')).toMatchObject({
      reason: 'refused',
      errors: {
        amount: 'Only $70 in extras and fees is due. Record the rest as the balance, or add a charge first.',
      },
    })
    expect(await booking.pay('fee', '70')).toEqual({ ok: true })
    expect((await booking.studioView()).payments.summary).toBe('Received $355, all paid.')
    const { money } = await booking.view()
    expect(money.map(([label]) => label)).not.toContain('Balance due')
    expect(money).toContainEqual(['Paid', 'In full. Thank you.'])
    expect(await line()).toEqual([])
    expect(await booking.pay('fee', '1')).toMatchObject({ reason: 'refused' })
  })

  test('are in the CSV file and in a client’s data export', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    await booking.reschedule(SESSION + HOUR)
    await booking.reschedule(SESSION + 2 * HOUR)
    await booking.pay('deposit', '75')
    const parts: string[] = []
    for await (const part of exportCsv(
      deps,
      readBookingFilter(() => null),
    ))
      parts.push(part)
    const [titles = [], cells = []] = parts
      .join('')
      .split('\r\n')
      .map((line) => [...line.matchAll(/"(?:[^"]|"")*"|[^",]+|(?<=,)(?=,)/g)].map(([cell]) => cell))
    const cell = (title: string) => cells[titles.indexOf(title)]
    expect(['Fees', 'Total received', 'Balance due', 'Fees due'].map(cell)).toEqual([
      '35.00',
      '75.00',
      '245.00',
      '35.00',
    ])
    expect(await exportBookings(deps, 'ann@example.com')).toMatchObject([
      {
        fees: [{ cause: 'reschedule', amountCents: FEE, waived: null }],
        openCents: 24_500,
        overpaidCents: 0,
      },
    ])
  })

  test('an extra is named as one, isn’t a fee that is due, and is removed with a reason', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    expect(await booking.add('Album', '120', 'yes')).toEqual({ ok: true })
    expect(await booking.add('Late arrival', '35')).toEqual({ ok: true })
    const { payments, history } = await booking.studioView()
    expect(payments).toMatchObject({
      fees: [
        { label: 'Album', type: 'extra', isEnded: false },
        { label: 'Late arrival', type: 'fee', isEnded: false },
      ],
      summary: 'Nothing received yet, $440 due, including $120 in extras and $35 in fees.',
    })
    expect(history.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'Dorian Ellis added an extra: $120, album',
        'Dorian Ellis added a fee: $35, late arrival',
      ]),
    )
    const [, late] = payments.fees
    expect(await booking.waive(late?.id ?? '')).toEqual({ ok: true })
    // Only an extra is open.
    expect(await countOpenFees(deps)).toBe(0)
    expect((await booking.studioView()).payments.next).toMatchObject({ kind: 'deposit' })
    expect(await booking.pay('deposit', '75')).toEqual({ ok: true })
    expect((await booking.studioView()).payments.next).toMatchObject({ kind: 'balance', amount: '330.00' })
    expect(await booking.waive(payments.fees[0]?.id ?? '', 'Ordered twice')).toEqual({ ok: true })
    expect((await booking.studioView()).payments.fees).toMatchObject([
      { isEnded: true, ended: 'Removed by Dorian Ellis: Ordered twice' },
      { isEnded: true, ended: 'Waived by Dorian Ellis: A storm' },
    ])
    const view = await booking.view()
    expect(view.money).toContainEqual(['Album', '$120, removed'])
    expect(view.history.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['We added an extra for $120: Album.', 'We removed an extra for $120: Album.']),
    )
    expect(await booking.balance()).toMatchObject({ fees: 0, open: 21_000 })
  })

  test('an extra ends with a canceled session, which still owes its fees', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booking = await book()
    await booking.add('Album', '120', 'yes')
    await booking.add('Late arrival', '35')
    expect((await booking.view()).canceling).toContain('You’ll still owe $35 in fees.')
    await booking.cancel()
    expect(await booking.balance()).toMatchObject({ extras: 0, open: 3_500, feesLasting: 3_500 })
  })

  test('a fee is waived once, with a reason that stays in the history and the audit', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    const other = await book({ session_date: SESSION + 7 * 24 * HOUR })
    await booking.reschedule(SESSION + HOUR)
    await booking.reschedule(SESSION + 2 * HOUR)
    const feeId = (await booking.fees())[0]?.id ?? ''
    for (const reason of ['', '   ', 'x'.repeat(301)])
      expect(await booking.waive(feeId, reason)).toMatchObject({ reason: 'refused' })
    expect(await waiveFee(deps, { bookingId: 'none', feeId, reason: 'x' })).toEqual({
      ok: false,
      reason: 'missing',
    })
    // A fee of another booking isn't waived.
    expect(await other.waive(feeId)).toEqual({ ok: true })
    expect(await booking.fees()).toMatchObject([{ waived_at: null }])
    await Promise.all([booking.waive(feeId, ' A storm '), booking.waive(feeId, ' A storm ')])
    const { payments, history } = await booking.studioView()
    expect(payments).toMatchObject({
      fees: [{ label: 'Reschedule fee', amount: '$35', ended: 'Waived by Dorian Ellis: A storm' }],
      summary: 'Nothing received yet, $285 due.',
    })
    expect(history.filter(({ what }) => what.includes('waived'))).toMatchObject([
      { what: 'Dorian Ellis waived a fee: $35, reschedule fee', words: 'A storm' },
    ])
    expect(await db.selectFrom('audit').select(['action', 'subject']).execute()).toMatchObject([
      { action: 'fee-waived', subject: expect.stringContaining('of Ann Lee') },
    ])
    const view = await booking.view()
    expect(view.money).toContainEqual(['Reschedule fee', '$35, waived'])
    expect(view.history[0]?.text).toBe('We waived a fee of $35.')
  })

  test('the studio adds its own fee, once', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    expect(await booking.add('', '0')).toMatchObject({
      errors: { title: expect.any(String), amount: expect.any(String) },
    })
    const once = newId()
    const fee = { bookingId: booking.id, once, title: 'Extra hour', amount: '112.50' }
    expect(await Promise.all([addFee(deps, fee), addFee(deps, fee)])).toEqual([{ ok: true }, { ok: true }])
    expect((await booking.studioView()).payments).toMatchObject({
      fees: [{ label: 'Extra hour', amount: '$112.50' }],
      summary: 'Nothing received yet, $397.50 due, including $112.50 in fees.',
    })
    expect((await booking.view()).history[0]?.text).toBe('We added a fee of $112.50: Extra hour.')
  })

  test('a deposit kept at a late cancellation is owed until it’s paid', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db, {}, '2026-12-01T15:00:00Z')
    const [unpaid, paid] = [await book(), await book({ session_date: SESSION + 24 * HOUR * 3 })]
    expect((await unpaid.view()).canceling).toBe('If you cancel now, you’ll still owe the $75 deposit.')
    expect(await unpaid.cancel()).toMatchObject({ ok: true })
    expect((await unpaid.studioView()).payments).toMatchObject({
      fees: [{ label: 'Cancellation fee', amount: '$75' }],
      summary: 'Nothing received yet, $75 due, including $75 in fees.',
      next: { kind: 'fee', amount: '75.00' },
    })
    const owed = await unpaid.view()
    expect(owed.money.map(([label]) => label)).not.toContain('Balance due')
    expect(owed.payments).toMatchObject({
      dues: [{ text: expect.stringMatching(/^\$75 /) }],
      instructions: 'Reply to one of our emails to pay it.',
    })
    expect(
      (await mailTexts(db)).some((text) => text.includes('To pay the $75 that’s left, reply to this email.')),
    ).toBe(true)
    await paid.pay('deposit', '75')
    await paid.pay('balance', '100')
    await paid.cancel()
    const shown = await paid.studioView()
    expect(shown.payments).toMatchObject({
      summary: 'Received $175, all paid, $100 overpaid.',
      next: { kind: 'refund', amount: '100.00' },
    })
    expect(shown.warnings).toEqual([
      'You still owe this client a refund of $100. Record it here once you’ve sent it.',
    ])
    expect((await paid.view()).money.at(-1)).toEqual(['Refund', '$100. We’ll refund it to you.'])
    const today = await readToday(deps)
    expect(today.tiles).toContainEqual({
      ...{ label: 'Refunds due', count: 1, place: { screen: 'booking', id: paid.id } },
    })
    expect(today.entries.map(({ what, title }) => [what, title])).toEqual([['Refund', 'Ann Lee: $100']])
    expect((await mailTexts(db)).filter((text) => text.includes('To be refunded: $100'))).toHaveLength(2)
    expect(await paid.pay('refund', '100')).toEqual({ ok: true })
    expect((await readToday(deps)).entries).toEqual([])
  })

  test('nothing is due when the studio cancels, or before anyone has agreed', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const withFee = async (given: Partial<Row<'bookings'>>, week: number) => {
      const start = SESSION + week * 7 * 24 * HOUR
      const booking = await book({ session_date: start, ...given })
      for (const hours of [1, 2])
        expect(await booking.reschedule(start + hours * HOUR)).toMatchObject({ ok: true })
      return booking
    }
    const [confirmed, declined, withdrawn, kept, paid] = [
      await withFee({}, 0),
      await withFee({ state: 'requested' }, 1),
      await withFee({ state: 'requested' }, 2),
      await withFee({}, 3),
      await withFee({}, 4),
    ]
    expect((await confirmed.studioView()).cancelTerms.goesBack).toContain('Fees of $35 are waived.')
    await confirmed.decide('cancel')
    await declined.decide('decline')
    await withdrawn.cancel()
    for (const [booking, why] of [
      [confirmed, 'The studio canceled'],
      [declined, 'The studio declined'],
      [withdrawn, 'Nothing is owed when'],
    ] as const) {
      expect(await booking.balance()).toMatchObject({ fees: 0, open: 0, over: 0 })
      expect((await booking.studioView()).payments.fees[0]?.ended).toContain(why)
    }
    // A client who cancels in time still owes the reschedule fee, as the page said.
    expect((await kept.view()).canceling).toContain('You’ll still owe $35 in fees.')
    await kept.cancel()
    expect(await kept.balance()).toMatchObject({ fees: FEE, open: FEE, feesOpen: FEE })
    expect(await paid.pay('fee', '35')).toMatchObject({ ok: true })
    expect((await paid.view()).canceling).not.toContain('in fees')
  })

  test('of two simultaneous reschedules, one succeeds and costs the policy’s fee', async () => {
    const { db } = await openDb()
    const { book } = await open(db)
    const booking = await book()
    await booking.reschedule(SESSION + HOUR)
    const seen = await booking.read()
    const outcomes = await Promise.all(
      [2, 3, 4].map((hours) => booking.reschedule(SESSION + hours * HOUR, FEE, seen)),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await booking.fees()).toMatchObject([{ amount_cents: FEE }])
  })

  test('no one pays more than their page said, even when the deadline passes in between', async () => {
    const { db } = await openDb()
    const { deps, book } = await open(db)
    const booking = await book()
    // The free period ends while the request waits for the calendar's lock.
    let looks = 0
    const racing = { ...deps, clock: { now: () => SESSION - 48 * HOUR + (looks++ === 0 ? 0 : 1) } }
    const seen = await booking.read()
    const to = { version: seen.version, startsAt: SESSION + HOUR, agreedFeeCents: 0 }
    expect(await rescheduleClientBooking(racing, seen, to)).toMatchObject({ ok: false, reason: 'costs-more' })
    expect(await booking.fees()).toEqual([])
  })
})
