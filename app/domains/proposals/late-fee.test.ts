import { expect, test } from 'vitest'
import { readInstallments, readLedger } from '~/domains/billing/operations.server'
import { chargeLateFees } from '~/domains/booking/payments/late-fees.server'
import {
  followSigningLink,
  mailSigningCode,
  signContract,
} from '~/domains/contracts/signing/operations.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { FROM, proposalForm, setupProposals } from '../../../test/support/proposals'

describeOnBothEngines('the late fee of a proposal’s contract', (open) => {
  test('is charged for a late payment once the studio has signed, too, and not before', async () => {
    const at = await setupProposals(await open())
    await at.db
      .updateTable('contract_templates')
      .set({
        body: 'For {client} on {date}.\n\n{lateFee}',
        ...{ late_fee_cents: 2_500, late_fee_percent: null, late_fee_days: 3 },
      })
      .execute()
    await at.send(await at.start())
    await at.choose({ package: '0' })
    const signed = await at.sign()
    if (!signed.ok) throw new Error(signed.reason)
    const { id } = signed.booking
    const pass = async (moment: number) => {
      at.clock.set(moment)
      await Promise.all([chargeLateFees(at), chargeLateFees(at)])
      const { charges } = await readLedger({ db: at.db }, id)
      return charges.filter(({ title }) => title.startsWith('Late fee')).map((each) => each.amountCents)
    }
    const [deposit] = await readInstallments({ db: at.db }, id)
    const due = Date.parse(`${deposit?.dueOn}T15:00:00Z`)
    expect(await pass(due + 5 * 86_400_000)).toEqual([])

    at.clock.set(due)
    const mail = (await queuedMail(at.db)).findLast(({ kind }) => kind === 'contract-to-sign')
    const signing = await followSigningLink(at, /\/contract\/([\w-]+)/.exec(mail?.html ?? '')?.[1] ?? '')
    if (!signing) throw new Error('The studio has nothing to sign.')
    const form = { ...proposalForm(''), name: 'Dorian Ellis' }
    expect(await mailSigningCode(at, signing, { sent: form, from: FROM })).toEqual({ ok: true })
    const code = (await queuedMail(at.db)).findLast(({ kind }) => kind === 'contract-code')
    const sent = { ...form, sha256: signing.version.sha256 }
    expect(
      await signContract(at, signing, {
        sent: { ...sent, code: /Code: (\d{8})/.exec(code?.text ?? '')?.[1] ?? '' },
        from: FROM,
      }),
    ).toEqual({ ok: true })
    expect(await pass(due + 3 * 86_400_000)).toEqual([])
    expect(await pass(due + 4 * 86_400_000)).toEqual([2_500])
    expect(await pass(due + 5 * 86_400_000)).toEqual([2_500])
  })
})
