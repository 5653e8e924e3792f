import { expect } from 'vitest'
import type { DraftValues } from '~/domains/contracts/model'
import { saveContract, sendContract, startContract } from '~/domains/contracts/operations.server'
import { readContract } from '~/domains/contracts/reading.server'
import type { SignForm } from '~/domains/contracts/signature'
import {
  followSigningLink,
  mailSigningCode,
  readSigning,
  type Signing,
  signContract,
} from '~/domains/contracts/signing/operations.server'
import { fixedClock } from '~/platform/clock'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import type { FreshDatabase } from './database'
import { makeBooking } from './factories'
import { queuedMail } from './outbox'
import { putTestSettings } from './settings'

const author = { uid: 'u1', name: 'Dorian Ellis' }
export const FROM = { clientAddress: '203.0.113.7', userAgent: 'Mozilla/5.0 (iPhone) Safari/605.1' }

/** A draft for a booking, and what its studio and signers do. */
export async function draftedContract({ db, where }: FreshDatabase) {
  await putTestSettings(db)
  const clock = fixedClock('2026-11-20T15:00:00Z')
  const config = {
    ...{ siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1 },
    smtpUrl: 'smtp://127.0.0.1:1',
  }
  const storage = folderStorage(`${where.dataDir}/photos`)
  const deps = { db, clock, config, author, storage }
  const booking = await makeBooking(db, { name: 'Ann *Lee*', email: 'ann@example.com' })
  const started = await startContract(deps, { template: '', booking: booking.id, client: '' })
  const id = started.ok ? started.id : ''
  const read = async () => {
    const contract = await readContract(deps, id)
    if (!contract) throw new Error('There is no contract.')
    return contract
  }
  const save = async (change: Partial<DraftValues>) => {
    const { values, version } = await read()
    return await saveContract(deps, id, { sent: { ...values, ...change }, version })
  }
  const send = async () => await sendContract(deps, id, (await read()).version)
  const emails = async () =>
    (await queuedMail(db)).map(({ kind, to_address }) => `${kind} ${addressIn(to_address)}`)
  /** What the newest link in an email to that address opens. */
  const open = async (email: string): Promise<Signing> => {
    const mail = (await queuedMail(db)).findLast(
      (each) => addressIn(each.to_address) === email && each.kind === 'contract-to-sign',
    )
    const token = /\/contract\/([\w-]+)/.exec(mail?.html ?? '')?.[1] ?? ''
    const signing = await followSigningLink(deps, token)
    if (!signing) throw new Error(`No link for ${email}.`)
    return signing
  }
  const codeFor = async (signing: Signing, given: Partial<SignForm> = {}) => {
    const mailed = await mailSigningCode(deps, signing, { sent: signForm(given), from: FROM })
    expect(mailed).toEqual({ ok: true })
    const mail = (await queuedMail(db)).findLast(({ kind }) => kind === 'contract-code')
    return /Code: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const sign = async (signing: Signing, given: Partial<SignForm & { sha256: string }>) =>
    await signContract(deps, signing, {
      sent: { ...signForm({}), sha256: signing.version.sha256, ...given },
      from: FROM,
    })
  const signAs = async (email: string, given: Partial<SignForm> = {}) => {
    const signing = await open(email)
    await readSigning(deps, signing, FROM)
    const code = await codeFor(signing, given)
    expect(await sign(signing, { ...given, code })).toEqual({ ok: true })
  }
  return { ...deps, id, booking, read, save, send, emails, open, codeFor, sign, signAs }
}

/** Of “Name <address>”. */
const addressIn = (mailbox: string): string => /<(.*)>$/.exec(mailbox)?.[1] ?? mailbox

export const signForm = (given: Partial<SignForm>): SignForm => ({
  ...{ initials: ['AL'], release: '', name: 'Ann Lee', drawing: '', consent: 'yes', code: '' },
  ...given,
})

export const COUPLE = {
  title: 'Wedding agreement',
  body: '## Who\n\n{client}, {date}.\n\n{initials}\n\n- Paid: {price}',
  ...{ clientName: 'Ann *Lee*', secondName: 'Bo Lee', secondEmail: 'bo@example.com' },
  ...{ studioName: 'Dorian Ellis', studioEmail: 'studio@example.com' },
}
