import { expect, test } from 'vitest'
import { ledgerBalance } from '~/domains/billing/balance'
import { readInstallments, readLedger } from '~/domains/billing/operations.server'
import { decideBooking } from '~/domains/booking/manage/edits.server'
import { cancelBooking } from '~/domains/booking/reservations/changes.server'
import { insertContactMessage } from '~/domains/contact-messages/store.server'
import { listContracts, listContractsOfBooking } from '~/domains/contracts/reading.server'
import { findByToken } from '~/domains/contracts/signing/operations.server'
import { newId } from '~/platform/ids.server'
import { sealToken } from '~/platform/sealed-token.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeBooking, putSetting } from '../../../test/support/factories'
import { queuedMail } from '../../../test/support/outbox'
import { FROM, proposalForm, START, setupProposals } from '../../../test/support/proposals'
import { testSettings } from '../../../test/support/settings'
import { findProposalByToken, type SentProposal, signProposal } from './client/operations.server'
import { readProposalPage } from './client/reading.server'
import type { Snapshot } from './model'
import { removeProposal, replaceProposalLink, saveProposal, withdrawProposal } from './operations.server'
import { exportProposals } from './reading.server'
import { selectProposal, selectVersions, updateVersion } from './store.server'

const DAY = 86_400_000

describeOnBothEngines('a proposal', (open) => {
  test('is chosen from, signed and paid: one snapshot, one booking, its charges and payments', async () => {
    const at = await setupProposals(await open())
    const message = newId()
    await insertContactMessage(at.db, {
      ...{ id: message, name: 'Ann Lee', email: 'ann@example.com', phone: '', subject: 'Hi', message: 'Hi' },
      receivedAt: at.clock.now(),
    })
    const id = await at.start({}, { message })
    expect(await at.read(id)).toMatchObject({ state: 'draft', problems: [] })
    expect(await at.send(id)).toEqual({ ok: true })
    const stage = () => at.db.selectFrom('contact_messages').selectAll().executeTakeFirst()
    expect(await stage()).toMatchObject({ outcome: 'proposal', answered_by: 'Dorian Ellis' })
    const page = await readProposalPage(at, await at.open(), FROM)
    expect(page).toMatchObject({ standing: 'open', title: 'Your wedding', chosen: null, signing: null })
    expect(await at.read(id)).toMatchObject({ state: 'viewed' })
    expect(await at.choose({ package: '0', 'option.1': '1' })).toMatchObject({ reason: 'refused' })
    expect(await at.choose({ package: '1', 'option.0': '1', 'option.1': '2', total: '1' })).toEqual({
      ok: true,
    })
    expect(await at.read(id)).toMatchObject({ state: 'chosen' })
    expect((await listContracts(at, { before: null })).contracts).toEqual([])
    const { signing } = await readProposalPage(at, await at.open(), FROM)
    const words = JSON.stringify(signing?.blocks)
    // Prices are those of the studio: 3,000 + 500 + 2 × 400 + 20, of which sessions and extras are taxed or not by its settings.
    for (const each of ['Album 1 × 2: $800.00', 'when you sign']) expect(words).toContain(each)
    const signed = await at.sign()
    if (!signed.ok) throw new Error(signed.reason)
    expect((await listContracts(at, { before: null })).contracts).toMatchObject([{ state: 'signing' }])
    const { booking } = signed
    expect(booking).toMatchObject({
      state: 'confirmed',
      sessionDate: START,
      priceCents: 350_000,
      email: 'ann@example.com',
    })
    const [version] = await selectVersions(at.db, id)
    const snapshot: Snapshot = JSON.parse(version?.snapshot ?? '')
    expect(snapshot).toMatchObject({
      bookingId: booking.id,
      sha256: signing?.sha256,
      choice: { package: 1, options: [1, 2] },
    })
    const ledger = await readLedger({ db: at.db }, booking.id)
    const { charges } = ledger
    // What ends with the booking isn't owed by a client who cancels.
    expect(ledgerBalance(ledger)).toMatchObject({ feesOpen: 80_000, feesLasting: 0 })
    expect(charges.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)).toBe(
      snapshot.price.totalCents,
    )
    expect(charges.map(({ kind, title }) => `${kind} ${title}`.trim()).toSorted()).toEqual([
      'other Album {1} × 2',
      'session',
      'travel',
    ])
    expect(booking.privateNote).toBe('Subject: Hi\n\nHi')
    expect(booking.depositCents).toBe(Math.floor(snapshot.price.totalCents / 4))
    expect(await readInstallments({ db: at.db }, booking.id)).toEqual([
      { dueOn: '2026-11-20', daysBefore: null, amountCents: booking.depositCents },
      { dueOn: '2026-12-02', daysBefore: 3, amountCents: null },
    ])
    expect(await listContractsOfBooking(at, booking.id)).toMatchObject([
      { title: 'Your wedding', state: 'signing' },
    ])
    expect(await at.read(id)).toMatchObject({ state: 'signed', booking: { id: booking.id } })
    expect(await readProposalPage(at, await sentAgain(at, id), FROM)).toMatchObject({
      ...{ standing: 'signed', signed: { reference: booking.reference, isWaiting: true } },
    })
    const emails = await queuedMail(at.db)
    expect(emails.map(({ kind }) => kind)).toContain('contract-to-sign')
    const confirmed = emails.find(({ kind }) => kind === 'booking-confirmed')?.text.replaceAll(/\s+/g, ' ')
    for (const words of ['Price: $3,500', 'Extras: $800', 'Balance due: $4,320'])
      expect(confirmed).toContain(words)
    expect(await stage()).toMatchObject({ outcome: 'booked', booking_id: booking.id })
    // The album isn't owed anymore when the session is canceled.
    await cancelBooking({ ...at, by: { kind: 'client', name: 'Ann Lee' } }, booking, '')
    const after = await readLedger({ db: at.db }, booking.id)
    expect(after.charges.filter(({ kind, voided }) => kind !== 'cancellation' && voided === null)).toEqual([])
  })

  test('can’t be signed twice, by a former version, or by someone else, and never changes after it', async () => {
    const at = await setupProposals(await open())
    const id = await at.start()
    await at.send(id)
    await at.choose({ package: '0' })
    const before = await at.open()
    const [sha256, code] = [await at.textOf(before), await at.code(before)]
    expect(await at.choose({ package: '1' })).toEqual({ ok: true })
    const sign = (sent: SentProposal, given: object) =>
      signProposal(at, sent, { sent: { ...proposalForm(code), sha256, ...given }, from: FROM })
    // Another choice is another text, which needs a separate code.
    expect(await sign(await at.open(), {})).toMatchObject({ ok: false })
    expect(
      await findProposalByToken(at, sealToken('x'.repeat(32), 'read a proposal', { id, version: 1 })),
    ).toBeUndefined()
    expect(
      await findProposalByToken(at, sealToken(at.config.secret, 'sign a contract', { id, version: 1 })),
    ).toBeUndefined()
    await at.put(id, { title: 'Your wedding day' })
    expect(await at.send(id)).toEqual({ ok: true })
    // The link shows the newest version; what was shown before is kept, and can't be chosen from or signed.
    const after = await at.open()
    expect(after).toMatchObject({ version: { number: 2 }, offered: { title: 'Your wedding day' } })
    expect(await at.choose({ package: '0' }, before)).toEqual({ ok: false, reason: 'not-possible' })
    expect(await sign(before, {})).toEqual({ ok: false, reason: 'not-possible' })
    expect((await selectVersions(at.db, id)).map(({ number, ended_as }) => [number, ended_as])).toEqual([
      [2, null],
      [1, 'replaced'],
    ])
    await at.choose({ package: '0' })
    expect(await at.sign()).toMatchObject({ ok: true })
    const [version] = await selectVersions(at.db, id)
    for (const change of [{ snapshot: '{}' }, { choice: '{}' }, { signed_at: 1 }, { document: '{}' }])
      await expect(updateVersion(at.db as never, version?.id ?? '', change)).rejects.toThrow()
    const again = await sentAgain(at, id)
    expect(await at.choose({ package: '1' }, again)).toEqual({ ok: false, reason: 'not-possible' })
    expect(await sign(again, {})).toEqual({ ok: false, reason: 'not-possible' })
    expect(await at.send(id)).toEqual({ ok: false, reason: 'signed' })
    expect(await withdrawProposal(at, id, 2)).toEqual({ ok: false, reason: 'not-possible' })
    expect(await at.db.selectFrom('bookings').select('id').execute()).toHaveLength(1)
    expect(await removeProposal(at, id, (await at.read(id)).version)).toMatchObject({ ok: false })
  })

  test('is signed by one of two clients at the same time, and the other sees that the time is taken', async () => {
    const at = await setupProposals(await open())
    const [first, second] = [await at.start(), await at.start({ name: 'Bo Lee', email: 'bo@example.com' })]
    const ready = []
    for (const id of [first, second]) {
      await at.send(id)
      const sent = await at.open(id)
      expect(await at.choose({ package: '0' }, sent)).toEqual({ ok: true })
      const chosen = await at.open(id)
      ready.push({ sent: chosen, sha256: await at.textOf(chosen), code: await at.code(chosen) })
    }
    const signed = await Promise.all(
      ready.map(({ sent, sha256, code }) =>
        signProposal(at, sent, { sent: { ...proposalForm(code), sha256 }, from: FROM }),
      ),
    )
    expect(signed.filter(({ ok }) => ok)).toHaveLength(1)
    expect(signed.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'time-lost' })
    const loser = signed[0]?.ok ? second : first
    expect(await readProposalPage(at, await at.open(loser), FROM)).toMatchObject({ standing: 'time-lost' })
    // Nothing of the other signature is left.
    expect(await at.read(loser)).toMatchObject({ state: 'chosen', booking: null })
    expect(
      await at.db.selectFrom('contract_signers').select('id').where('signed_at', 'is not', null).execute(),
    ).toHaveLength(1)
    expect((await at.read(loser)).problems.join()).toContain('isn’t free')
  })

  test('isn’t sent while something is missing, and ends by its date, by hand, or by a newer link', async () => {
    const at = await setupProposals(await open())
    const id = await at.start({ date: '' })
    expect(await at.send(id)).toMatchObject({ ok: false, reason: 'not-ready' })
    await at.put(id, { date: '2026-12-05' })
    await at.db.updateTable('contract_templates').set({ body: 'Call {clientPhone}.' }).execute()
    expect((await at.read(id)).problems.join()).toContain('{clientPhone}')
    expect(await at.send(id)).toMatchObject({ ok: false, reason: 'not-ready' })
    await at.put(id, { phone: '(973) 555-0142', expiresOn: '2026-11-19' })
    expect(await at.send(id)).toMatchObject({ ok: false, reason: 'not-ready' })
    await at.put(id, { expiresOn: '2026-11-22' })
    expect(await at.send(id)).toEqual({ ok: true })
    const sent = await at.open()
    expect(await replaceProposalLink(at, id)).toEqual({ ok: true })
    const [old] = (await queuedMail(at.db)).filter(({ kind }) => kind === 'proposal')
    const token = /\/proposal\/([\w-]+)/.exec(old?.html ?? '')?.[1] ?? ''
    expect(await findProposalByToken(at, token)).toBeUndefined()
    at.clock.set(at.clock.now() + 3 * DAY)
    expect(await readProposalPage(at, await at.open(), FROM)).toMatchObject({ standing: 'expired' })
    expect(await at.choose({ package: '0' }, sent)).toEqual({ ok: false, reason: 'not-possible' })
    await at.put(id, { expiresOn: '' })
    expect(await at.send(id)).toEqual({ ok: true })
    expect(await at.choose({ package: '0' })).toEqual({ ok: true })
    expect(await withdrawProposal(at, id, 2)).toEqual({ ok: true })
    expect(await readProposalPage(at, await sentAgain(at, id), FROM)).toMatchObject({ standing: 'withdrawn' })
    expect((await queuedMail(at.db)).map(({ kind }) => kind)).toContain('proposal-withdrawn')
  })

  test('for a booking replaces its price, and signing doesn’t follow a changed tax', async () => {
    const at = await setupProposals(await open())
    const booking = await makeBooking(at.db, {
      ...{ name: 'Ann Lee', email: 'ann@example.com', state: 'requested', price_cents: 28_500 },
      ...{ session_date: START, session_end: START + 3_600_000, session_type_id: at.type.id },
      place_id: at.place.id,
    })
    const id = await at.start({}, { booking: booking.id })
    expect(await at.send(id)).toEqual({ ok: true })
    await at.choose({ package: '1' })
    await putSetting(at.db, 'policies', {
      ...testSettings.policies,
      taxRate: 0.2,
      taxes: { ...testSettings.policies.taxes, sessions: true },
    })
    const sent = await at.open()
    const given = { ...proposalForm('12345678'), sha256: await at.textOf(sent) }
    expect(await signProposal(at, sent, { sent: given, from: FROM })).toEqual({
      ok: false,
      reason: 'price-changed',
    })
    await at.choose({ package: '1' })
    expect(await at.sign()).toMatchObject({
      ok: true,
      booking: { id: booking.id, state: 'confirmed', priceCents: 300_000 },
    })
    const [version] = await selectVersions(at.db, id)
    const snapshot: Snapshot = JSON.parse(version?.snapshot ?? '')
    const { charges } = await readLedger({ db: at.db }, booking.id)
    expect(charges.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)).toBe(
      snapshot.price.totalCents,
    )
  })

  test('for a booking can’t be signed once that is called off', async () => {
    const at = await setupProposals(await open())
    const session = { session_date: START, session_end: START + 3_600_000, session_type_id: at.type.id }
    for (const [state, ended] of [
      ['requested', 'declined'],
      ['confirmed', 'canceled'],
    ] as const) {
      const booking = await makeBooking(at.db, { ...session, state, place_id: at.place.id })
      const id = await at.start({}, { booking: booking.id })
      expect(await at.send(id)).toEqual({ ok: true })
      await at.choose({ package: '1' }, await at.open(id))
      const sent = await at.open(id)
      const given = { ...proposalForm(await at.code(sent)), sha256: await at.textOf(sent) }
      const decision = ended === 'declined' ? 'decline' : 'cancel'
      const seen = { id: booking.id, version: booking.version }
      expect(await decideBooking(at, seen, decision, '')).toMatchObject({
        ok: true,
        booking: { state: ended },
      })
      expect(await signProposal(at, sent, { sent: given, from: FROM })).toEqual({
        ...{ ok: false, reason: 'called-off' },
      })
      expect(await readProposalPage(at, sent, FROM)).toMatchObject({ standing: 'called-off', signing: null })
      expect(await at.read(id)).toMatchObject({ state: 'chosen' })
    }
  })

  test('is saved field by field, refused where it can’t be true, and part of a client’s data', async () => {
    const at = await setupProposals(await open())
    const id = await at.start()
    const { values, version } = await at.read(id)
    const save = (change: object) => saveProposal(at, id, { sent: { ...values, ...change }, version })
    for (const [field, typed] of [
      ['packages.0.priceCents', '-5'],
      ['packages.0.priceCents', '9999999999'],
      ['options.0.most', '1.5'],
      ['options.1.only', '3'],
      ['depositCents', '100'],
      ['email', 'nobody'],
      ['secondName', 'Bo'],
      ['time', '25:00'],
    ] as const)
      expect(await save({ [field]: typed }), `${field} ${typed}`).toMatchObject({
        ok: false,
        reason: 'refused',
      })
    expect(await save({ email: 'nobody', time: '2:30 PM', expiresOn: 'soon' })).toMatchObject({
      errors: {
        email: 'Enter a full email address, like you@example.com.',
        time: 'Enter a time, such as 14:30.',
        expiresOn: 'Enter a date, such as 2026-11-28.',
      },
    })
    expect(await save({ title: 'Another title' })).toEqual({ ok: true })
    expect(await save({ title: 'A third title' })).toEqual({ ok: false, reason: 'changed-since' })
    await at.send(id)
    expect(await exportProposals(at, 'ann@example.com')).toMatchObject([
      { number: 1, offered: { title: 'Another title' } },
    ])
    expect(await findByToken(at, 'nothing')).toBeUndefined()
  })
})

/** What the client's link opens, though its emails are out of date. */
async function sentAgain(at: Awaited<ReturnType<typeof setupProposals>>, id: string): Promise<SentProposal> {
  const proposal = await selectProposal(at.db, id)
  const token = sealToken(at.config.secret, 'read a proposal', { id, version: proposal?.link_version ?? 1 })
  const sent = await findProposalByToken(at, token)
  if (!sent) throw new Error('The link opens nothing.')
  return sent
}
