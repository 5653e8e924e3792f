import { expect, test } from 'vitest'
import { makeSignedPdf, readSignedPdf } from '~/domains/contracts/copies.server'
import {
  followSigningLink,
  mailSigningCode,
  readSigning,
  signContract,
} from '~/domains/contracts/signing/operations.server'
import { EXAMPLE } from '~/domains/contracts/templates/example'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { readPdf } from '../../../test/support/pdf'
import { FROM, proposalForm, setupProposals } from '../../../test/support/proposals'
import { readProposalPage } from './client/reading.server'

describeOnBothEngines('a proposal without a deposit', (open) => {
  test('says so in the preview, on the client’s page and in the PDF, and no email names one', async () => {
    const opened = await open()
    const at = await setupProposals(opened)
    const { db } = at
    const body = `${EXAMPLE.body.replace('{modelRelease}', '').replace('{initials}', '')}\n\nDeposit: {deposit}`
    await db.updateTable('contract_templates').set({ body }).execute()
    const id = await at.start({ depositPercent: null })
    const { preview, problems } = await at.read(id)
    expect(problems).toEqual([])
    const rightIn = (words: string) => {
      expect(words).toContain('No deposit is due when you sign.')
      expect(words).not.toContain('deposit of')
      expect(words).toContain('Deposit: $0')
    }
    rightIn(JSON.stringify(preview?.contract))
    expect(await at.send(id)).toEqual({ ok: true })
    expect(await at.choose({ package: '0' })).toEqual({ ok: true })
    const { chosen, signing } = await readProposalPage(at, await at.open(), FROM)
    rightIn(JSON.stringify(signing?.blocks))
    expect(chosen?.payments).toEqual(['$1,020.00 by Wednesday, December 2, 2026'])
    expect(await at.sign()).toMatchObject({ ok: true, booking: { depositCents: 0 } })

    const asked = (await queuedMail(db)).findLast(({ kind }) => kind === 'contract-to-sign')
    const studio = await followSigningLink(at, /\/contract\/([\w-]+)/.exec(asked?.html ?? '')?.[1] ?? '')
    if (!studio) throw new Error('The studio’s link opens nothing.')
    await readSigning(at, studio, FROM)
    const form = { ...proposalForm(''), name: 'Dorian Ellis' }
    expect(await mailSigningCode(at, studio, { sent: form, from: FROM })).toEqual({ ok: true })
    const mailed = (await queuedMail(db)).findLast(({ kind }) => kind === 'contract-code')
    const code = /Code: (\d{8})/.exec(mailed?.text ?? '')?.[1] ?? ''
    const sent = { ...form, code, sha256: studio.version.sha256 }
    expect(await signContract(at, studio, { sent, from: FROM })).toEqual({ ok: true })
    const storage = folderStorage(`${opened.where.dataDir}/photos`)
    await makeSignedPdf({ ...at, storage }, studio.version.id)
    const pdf = await readSignedPdf(at, studio.version.id)
    rightIn((await readPdf(pdf?.bytes ?? new Uint8Array())).pages.join(' ').replace(/\s+/g, ' '))
    const emails = await queuedMail(db)
    expect(emails.map(({ kind }) => kind)).toContain('booking-confirmed')
    for (const { kind, text } of emails) expect(text, kind).not.toMatch(/deposit|\$0/i)
  })
})
