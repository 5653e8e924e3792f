import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelBooking } from '~/domains/booking/reservations/changes.server'
import { findPersonOf } from '~/domains/people/operations.server'
import { readPersonRecord } from '~/domains/today/person.server'
import { type Db, rehearse, runsOnPostgres, transact } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import { sealToken } from '~/platform/sealed-token.server'
import { COUPLE, draftedContract, FROM, signForm } from '../../../test/support/contracts'
import { describeOnBothEngines } from '../../../test/support/database'
import { readPdf } from '../../../test/support/pdf'
import { makeSignedPdf, readSignedPdf, verifyPdf } from './copies.server'
import { isIntact } from './log.server'
import type { ContractState } from './model'
import {
  removeDraft,
  replaceSigningLink,
  saveContract,
  sendContract,
  startContract,
  withdrawContract,
} from './operations.server'
import { exportContracts, listClientContracts, listContractsOfBooking, readContract } from './reading.server'
import {
  findByToken,
  mailSigningCode,
  readSigning,
  type Signing,
  standingOf,
} from './signing/operations.server'
import { selectContract, selectLog } from './store.server'
import { addContractTemplate } from './templates/operations.server'

const DAY = 86_400_000

describeOnBothEngines('a contract', (open) => {
  test('is drafted from a booking, and sent only when every field has a value', async () => {
    const at = await draftedContract(await open())
    expect((await at.read()).values).toMatchObject({
      ...{ clientName: 'Ann *Lee*', clientEmail: 'ann@example.com', studioName: 'Dorian Ellis' },
    })
    expect(await at.save({ body: 'Dear {client}, {clint}' })).toMatchObject({
      ...{ reason: 'refused', errors: { body: '{clint} isn’t a field. Check how it’s spelled.' } },
    })
    expect(await at.save({ body: 'A {client}', studioEmail: 'ANN@example.com' })).toMatchObject({
      errors: { studioEmail: expect.stringContaining('Each signer needs their own email') },
    })
    const version = (await at.read()).version
    expect(await at.save({ ...COUPLE, body: 'Call {clientPhone} on {date}.' })).toEqual({ ok: true })
    await at.db.updateTable('bookings').set({ phone: '' }).execute()
    expect(await at.read()).toMatchObject({ state: 'draft', missing: ['{clientPhone}'] })
    expect(await at.send()).toEqual({ ok: false, reason: 'missing-values', missing: ['{clientPhone}'] })
    expect(await sendContract(at, at.id, version)).toMatchObject({ ok: false })
    expect(await at.emails()).toEqual([])
    expect(await listContractsOfBooking(at, at.booking.id)).toMatchObject([
      { id: at.id, state: 'draft', clients: 'Ann *Lee* and Bo Lee' },
    ])
    expect(await removeDraft(at, at.id, (await at.read()).version)).toEqual({ ok: true })
    expect(await selectContract(at.db, at.id)).toBeUndefined()
  })

  test('is signed in order, and then there is one PDF that anyone can verify', async () => {
    const at = await draftedContract(await open())
    await at.save(COUPLE)
    expect(await at.send()).toEqual({ ok: true })
    expect(await at.send()).toMatchObject({ ok: true })
    const states: ContractState[] = [(await at.read()).state]
    expect(await at.emails()).toHaveLength(2)
    const ann = await at.open('ann@example.com')
    expect(ann.version.text).toContain('Ann \\*Lee\\* and Bo Lee')
    const view = await readSigning(at, ann, FROM)
    expect(view).toMatchObject({
      standing: 'to-sign',
      places: { initials: 1, release: false },
      hasCode: false,
    })
    states.push((await at.read()).state)
    await at.signAs('ann@example.com', { drawing: 'M10 10L200 90L300 20L310 40' })
    states.push((await at.read()).state)
    expect((await at.emails()).filter((mail) => mail.startsWith('contract-to-sign')).at(-1)).toBe(
      'contract-to-sign bo@example.com',
    )
    await at.signAs('bo@example.com', { name: 'Bo Lee', initials: ['BL'] })
    await at.signAs('studio@example.com', { name: 'Dorian Ellis', initials: [] })
    states.push((await at.read()).state)
    expect(states).toEqual(['sent', 'viewed', 'signing', 'completed'])

    const job = await at.db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'make-contract-pdf')
      .executeTakeFirstOrThrow()
    const versionId: string = JSON.parse(job.payload).version
    await makeSignedPdf(at, versionId)
    await makeSignedPdf(at, versionId)
    const pdf = await readSignedPdf(at, versionId)
    if (!pdf) throw new Error('There is no PDF.')
    expect(pdf.sha256).toBe(sha256(pdf.bytes))
    const { pages, tags, title } = await readPdf(pdf.bytes)
    const text = pages.join('\n')
    for (const words of [
      ...['Ann *Lee* and Bo Lee', 'Initials: AL (Ann *Lee*), BL (Bo Lee)', 'Certificate of signing'],
      ...['Version 2: Signed by Bo Lee', 'Safari on iPhone, 203.0.113.0/24', 'I agree to sign'],
    ])
      expect(text.replaceAll('\n', ' ')).toContain(words)
    expect(text.replaceAll('\n', '')).toContain(ann.version.sha256)
    for (const event of await selectLog(at.db, at.id))
      expect(text).toContain(new Date(event.at).toISOString())
    expect(title).toBe('Wedding agreement')
    expect(tags).toContain('Figure Signature of Ann *Lee*')
    expect((await at.emails()).filter((mail) => mail.startsWith('contract-signed'))).toEqual([
      ...['contract-signed ann@example.com', 'contract-signed bo@example.com'],
      'contract-signed studio@example.com',
    ])
    expect((await at.read()).isIntact).toBe(true)

    const verify = async (given: { sha256: string; hasFile: boolean }) => {
      const verified = await verifyPdf(at, { ...given, network: '203.0.113.7' })
      return verified.ok ? verified.found : verified
    }
    expect(await verify({ sha256: pdf.sha256, hasFile: true })).toMatchObject({
      ...{ signers: 3, number: 2, isNewest: true, isIntact: true },
      holder: { title: 'Wedding agreement', names: ['Ann *Lee*', 'Bo Lee', 'Dorian Ellis'] },
    })
    expect(await verify({ sha256: pdf.sha256, hasFile: false })).toMatchObject({ holder: null })
    expect(await verify({ sha256: sha256('other'), hasFile: true })).toBeUndefined()
    expect(await listClientContracts(at, 'bo@example.com')).toMatchObject([
      { title: 'Wedding agreement', isCompleted: true, canSign: false },
    ])
    expect(await exportContracts(at, 'bo@example.com')).toMatchObject([
      ...[{ title: 'Wedding agreement', version: 2, name: 'Bo Lee', isSignedByEveryone: true, ended: null }],
    ])
    const person = (await findPersonOf(at, 'bo@example.com')) ?? ''
    const record = await readPersonRecord(at, person, { after: null, group: null })
    expect(record.ok && record.record.history).toContainEqual(
      expect.objectContaining({
        title: 'Contract sent: Wedding agreement, version 2',
        excerpt: 'Signed by everyone',
      }),
    )
    await at.db.deleteFrom('bookings').execute()
    expect((await at.read()).isIntact).toBe(true)
    expect(await removeDraft(at, at.id, (await at.read()).version)).toMatchObject({ ok: false })
  })

  test('is signed only with the newest code of that signer, in time, and not after five tries', async () => {
    const at = await draftedContract(await open())
    await at.save(COUPLE)
    await at.send()
    const ann = await at.open('ann@example.com')
    const refused = await mailSigningCode(at, ann, {
      sent: signForm({ initials: [''], consent: '', drawing: 'M1 1L900 2L3 3' }),
      from: FROM,
    })
    expect(refused).toMatchObject({
      reason: 'refused',
      errors: { 'initials.0': expect.any(String), consent: expect.any(String), drawing: expect.any(String) },
    })
    expect(await at.sign(ann, { code: '12345678' })).toMatchObject({
      errors: { code: 'Ask for a code first.' },
    })
    const old = await at.codeFor(ann)
    const code = await at.codeFor(ann)
    const wrong = code === '00000000' ? '00000001' : '00000000'
    if (old !== code) expect(await at.sign(ann, { code: old })).toMatchObject({ reason: 'refused' })
    for (let tries = old === code ? 0 : 1; tries < 4; tries++)
      expect(await at.sign(ann, { code: wrong })).toMatchObject({
        errors: { code: expect.stringContaining('isn’t the code') },
      })
    expect(await at.sign(ann, { code: wrong })).toMatchObject({
      errors: { code: expect.stringContaining('too often') },
    })
    expect(await at.sign(ann, { code })).toMatchObject({ errors: { code: 'Ask for a code first.' } })
    const late = await at.codeFor(ann)
    at.clock.advance(15 * 60_000)
    expect(await at.sign(ann, { code: late })).toMatchObject({
      errors: { code: expect.stringContaining('expired') },
    })
    await at.codeFor(ann)
    const last = await at.codeFor(ann)
    expect(await mailSigningCode(at, ann, { sent: signForm({}), from: FROM })).toMatchObject({
      reason: 'too-many',
    })
    expect(await at.sign(ann, { code: last, sha256: sha256('another text') })).toEqual({
      ...{ ok: false, reason: 'not-possible' },
    })
    // Twice at once counts once.
    const both = await Promise.all([at.sign(ann, { code: last }), at.sign(ann, { code: last })])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const log = await selectLog(at.db, at.id)
    expect(log.filter(({ kind }) => kind === 'signed')).toHaveLength(1)
    expect(log.filter(({ kind }) => kind === 'code-wrong')).toHaveLength(5)
  })

  test('says why a link can’t be used: out of turn, changed, withdrawn, expired, replaced', async () => {
    const at = await draftedContract(await open())
    await at.save(COUPLE)
    await at.send()
    const ann = await at.open('ann@example.com')
    const again = async (signing: Signing) =>
      await findByToken(at, await tokenOf(at.db, signing)).then(
        (found) => found && standingOf(found, at.clock.now()),
      )
    const bo = ann.signers[1]
    if (!bo) throw new Error('There is no second signer.')
    expect(standingOf({ ...ann, signer: bo }, at.clock.now())).toBe('waiting')
    const early = await mailSigningCode(at, { ...ann, signer: bo }, { sent: signForm({}), from: FROM })
    expect(early).toEqual({ ok: false, reason: 'not-possible' })

    await at.save({ ...COUPLE, title: 'Another title' })
    expect(await at.read()).toMatchObject({ isChanged: true })
    const code = await at.codeFor(ann)
    await at.send()
    expect(await again(ann)).toBe('replaced')
    expect(await at.sign(ann, { code })).toEqual({ ok: false, reason: 'not-possible' })

    const second = await at.open('ann@example.com')
    expect(second.version.number).toBe(2)
    expect(await replaceSigningLink(at, at.id, second.signer.id)).toEqual({ ok: true })
    expect(await findByToken(at, await tokenOf(at.db, second, 1))).toBeUndefined()
    const renewed = await at.open('ann@example.com')
    expect(await again(renewed)).toBe('to-sign')
    at.clock.advance(31 * DAY)
    expect(await again(renewed)).toBe('expired')
    expect((await at.read()).state).toBe('expired')

    await at.send()
    expect((await at.read()).state).toBe('sent')
    const third = await at.open('ann@example.com')
    expect(await withdrawContract(at, at.id, 3)).toEqual({ ok: true })
    expect(await withdrawContract(at, at.id, 3)).toEqual({ ok: false, reason: 'not-possible' })
    expect(await again(third)).toBe('withdrawn')
    expect((await at.emails()).at(-1)).toBe('contract-withdrawn ann@example.com')
  })

  test('can’t be signed once its booking is called off, unless it is sent after that', async () => {
    const at = await draftedContract(await open())
    const session_date = at.clock.now() + 30 * DAY
    await at.db
      .updateTable('bookings')
      .set({ session_date, session_end: session_date + DAY / 24 })
      .execute()
    await at.save(COUPLE)
    await at.send()
    const ann = await at.open('ann@example.com')
    const code = await at.codeFor(ann)
    at.clock.advance(60_000)
    const seen = { id: at.booking.id, version: 1 }
    const canceled = await cancelBooking({ ...at, by: { kind: 'client', name: 'Ann' } }, seen, '')
    expect(canceled).toMatchObject({ ok: true })
    expect(await at.sign(ann, { code })).toEqual({ ok: false, reason: 'not-possible' })
    expect(await readSigning(at, await at.open('ann@example.com'), FROM)).toMatchObject({
      standing: 'called-off',
    })
    const listed = async () =>
      (await listClientContracts(at, 'ann@example.com')).map(({ canSign }) => canSign)
    expect(await listed()).toEqual([false])
    const shown = (await at.read()).sent
    expect(shown).toMatchObject({ isCalledOff: true })
    expect(shown?.signers.some(({ canRenew }) => canRenew)).toBe(false)
    const renewed = await replaceSigningLink(at, at.id, ann.signer.id)
    expect(renewed).toEqual({ ok: false, reason: 'not-possible' })
    at.clock.advance(DAY / 24)
    await at.send()
    expect(await listed()).toEqual([true])
    await at.signAs('ann@example.com')
  })

  test('says what late payments cost, and its booking has that once everyone has signed', async () => {
    const at = await draftedContract(await open())
    const given = {
      name: 'Late',
      body: 'Hello. {lateFee}',
      lateFeeCents: '',
      lateFeePercent: '5',
      lateFeeDays: '7',
    }
    for (const [wrong, field] of [
      [{ lateFeePercent: '', lateFeeDays: '' }, 'lateFeeCents'],
      [{ lateFeeCents: '10' }, 'lateFeePercent'],
      [{ lateFeeDays: '' }, 'lateFeeDays'],
      [{ body: 'Hello.' }, 'body'],
    ] as const)
      expect(await addContractTemplate(at, { ...given, ...wrong })).toMatchObject({
        errors: { [field]: expect.any(String) },
      })
    const template = await addContractTemplate(at, given)
    const from = { template: template.ok ? template.id : '', booking: at.booking.id, client: '' }
    const started = await startContract(at, from)
    const id = started.ok ? started.id : ''
    const draft = async () => (await readContract(at, id)) ?? expect.fail('no contract')
    const send = async (body: string) => {
      const sent = { ...(await draft()).values, body, clientName: 'Ann', studioEmail: 'studio@example.com' }
      expect(await saveContract(at, id, { sent, version: (await draft()).version })).toEqual({ ok: true })
      expect(await sendContract(at, id, (await draft()).version)).toEqual({ ok: true })
      await at.signAs('ann@example.com', { initials: [] })
      expect(await terms()).toHaveLength(body === 'Hi.' ? 1 : 0)
      await at.signAs('studio@example.com', { initials: [], name: 'Dorian Ellis' })
    }
    const terms = () => at.db.selectFrom('late_fee_terms').selectAll().execute()
    await send('Hello. {lateFee}')
    expect(JSON.stringify((await draft()).sent?.text)).toContain(
      'isn’t received 7 days after its due date, we charge a late fee of 5% of what is then open of it.',
    )
    expect(await terms()).toMatchObject([
      { booking_id: at.booking.id, contract: 'Late', amount_cents: null, percent: 5, grace_days: 7 },
    ])
    await send('Hi.')
    expect(await terms()).toEqual([])
  })

  test('has a log in which every change is detected', async () => {
    const at = await draftedContract(await open())
    await at.save(COUPLE)
    await at.send()
    await at.signAs('ann@example.com')
    const count = (await selectLog(at.db, at.id)).length
    const change = fc.record({
      how: fc.constantFrom('alter', 'remove', 'cut', 'text', 'add'),
      seq: fc.integer({ min: 1, max: count }),
      column: fc.constantFrom('at', 'kind', 'detail', 'network', 'device', 'prev', 'hash'),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ how, seq, column }) => {
        const isWhole = await rehearse(at.db, async (tx) => {
          await dropTriggers(tx)
          if (how === 'alter')
            await tx
              .updateTable('contract_log')
              .set({ [column]: column === 'at' ? 7 : '{"version":1}' })
              .where('seq', '=', seq)
              .execute()
          if (how === 'remove') await tx.deleteFrom('contract_log').where('seq', '=', seq).execute()
          if (how === 'cut') await tx.deleteFrom('contract_log').where('seq', '>=', seq).execute()
          if (how === 'text')
            await tx.updateTable('contract_versions').set({ text: 'Something else' }).execute()
          if (how === 'add')
            await tx
              .insertInto('contract_log')
              .columns(['contract_id', 'seq', 'at', 'kind', 'detail', 'network', 'device', 'prev', 'hash'])
              .expression((e) =>
                e
                  .selectFrom('contract_log')
                  .select([
                    'contract_id',
                    sql.lit(count + 1).as('seq'),
                    ...(['at', 'kind', 'detail', 'network', 'device', 'prev', 'hash'] as const),
                  ])
                  .where('seq', '=', seq),
              )
              .execute()
          const contract = await selectContract(tx, at.id)
          return contract && (await isIntact({ db: tx }, contract))
        })
        expect(isWhole).toBe(false)
      }),
      { numRuns: 40 },
    )
    expect((await at.read()).isIntact).toBe(true)
  })

  test('keeps its log and texts in the database, unless the whole contract goes', async () => {
    const at = await draftedContract(await open())
    await at.save(COUPLE)
    await at.send()
    const refused = async (change: (db: Db) => Promise<unknown>) =>
      await expect(transact(at.db, change)).rejects.toThrow('can’t be changed')
    await refused((tx) => tx.updateTable('contract_log').set({ device: 'x' }).execute())
    await refused((tx) => tx.deleteFrom('contract_log').execute())
    await refused((tx) => tx.updateTable('contract_versions').set({ text: 'x' }).execute())
    await refused((tx) => tx.deleteFrom('contract_versions').execute())
    await at.db.deleteFrom('contracts').execute()
    expect(await at.db.selectFrom('contract_log').selectAll().execute()).toEqual([])
  })
})

/** The token of a signer's link. @param linkVersion the current one by default */
async function tokenOf(db: Db, { signer }: Signing, linkVersion?: number): Promise<string> {
  const row = await db
    .selectFrom('contract_signers')
    .select('link_version')
    .where('id', '=', signer.id)
    .executeTakeFirstOrThrow()
  const version = linkVersion ?? row.link_version
  return sealToken('s'.repeat(32), 'sign a contract', { id: signer.id, version })
}

async function dropTriggers(tx: Db): Promise<void> {
  for (const [table, number] of [
    ...[0, 1].map((at) => ['contract_log', at] as const),
    ...[2, 3, 4, 5].map((at) => ['contract_versions', at] as const),
  ]) {
    const name = sql.ref(`${table}_fixed_${number}`)
    await (runsOnPostgres(tx)
      ? sql`drop trigger ${name} on ${sql.table(table)}`
      : sql`drop trigger ${name}`
    ).execute(tx)
  }
}
