import { expect, test } from 'vitest'
import { COUPLE, draftedContract, signForm } from '../../../test/support/contracts'
import { describeOnBothEngines } from '../../../test/support/database'
import { putSetting } from '../../../test/support/factories'
import { queuedMail } from '../../../test/support/outbox'
import { testSettings } from '../../../test/support/settings'
import { TEXT_MAX } from './fields'
import { addContractTemplate } from './templates/operations.server'

describeOnBothEngines('a contract', (open) => {
  test('isn’t sent with an email of the studio that its owner hasn’t entered', async () => {
    const at = await draftedContract(await open())
    expect(await at.save({ ...COUPLE, body: 'Write to {studioEmail}.' })).toEqual({ ok: true })
    expect((await at.read()).missing).toEqual([])
    await putSetting(at.db, 'studio', { ...testSettings.studio, email: 'studio@example.com' })
    const missing = ['{studioEmail}']
    expect(await at.send()).toEqual({ ok: false, reason: 'missing-values', missing })
  })

  test('with script, unfinished or endless fields shows them as typed or is refused', async () => {
    const at = await draftedContract(await open())
    const template = (body: string) => addContractTemplate(at, { name: `Agreement ${body.length}`, body })
    const tooLong = 'x'.repeat(TEXT_MAX + 1)
    for (const body of [tooLong, '{client}'.repeat(TEXT_MAX), '{initials}\n'.repeat(21), '{clint}', '']) {
      const start = body.slice(0, 20)
      expect(await template(body), start).toMatchObject({ ok: false, reason: 'refused' })
      expect(await at.save({ body }), start).toMatchObject({ ok: false, reason: 'refused' })
    }
    const odd = `<script>alert(1)</script> {client {{client}} {}\n\n${'{'.repeat(20_000)}${'}'.repeat(10_000)}`
    expect(await template(odd)).toMatchObject({ ok: true })
    expect(await at.save({ ...COUPLE, body: odd })).toEqual({ ok: true })
    const shown = JSON.stringify((await at.read()).draft)
    expect(shown).toContain('<script>alert(1)</script> {client {Ann')
    expect(await at.send()).toEqual({ ok: true })
  })

  test('that its fields make endless isn’t shown or sent, and is once it’s shorter', async () => {
    const at = await draftedContract(await open())
    const endless = '{client}'.repeat(TEXT_MAX / 8)
    expect(await at.save({ ...COUPLE, body: endless })).toEqual({ ok: true })
    expect(await at.read()).toMatchObject({ isTooLong: true, draft: [] })
    expect(await at.send()).toEqual({ ok: false, reason: 'too-long' })
    expect(await queuedMail(at.db)).toEqual([])
    expect(await at.save({ ...COUPLE, body: 'x'.repeat(TEXT_MAX) })).toEqual({ ok: true })
    expect(await at.send()).toEqual({ ok: true })
  })

  test('isn’t signed with another signer’s code or link', async () => {
    const at = await draftedContract(await open())
    await at.save(COUPLE)
    await at.send()
    await at.signAs('ann@example.com')
    const [ann, bo] = [await at.open('ann@example.com'), await at.open('bo@example.com')]
    const code = await at.codeFor(bo, { name: 'Bo Lee', initials: ['BL'] })
    expect(await at.sign(ann, { code })).toEqual({ ok: false, reason: 'not-possible' })
    const used = (await queuedMail(at.db)).find(({ kind }) => kind === 'contract-code')
    const annsCode = /Code: (\d{8})/.exec(used?.text ?? '')?.[1] ?? ''
    const form = signForm({ name: 'Bo Lee', initials: ['BL'] })
    if (annsCode !== code)
      expect(await at.sign(bo, { ...form, code: annsCode })).toMatchObject({
        ...{ ok: false, errors: { code: expect.stringContaining('isn’t the code') } },
      })
    expect(await at.sign(bo, { ...form, code })).toEqual({ ok: true })
    expect(await at.sign(bo, { ...form, code })).toEqual({ ok: false, reason: 'not-possible' })
  })
})
