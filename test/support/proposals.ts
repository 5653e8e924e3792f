import { expect } from 'vitest'
import {
  chooseFromProposal,
  findProposalByToken,
  mailProposalCode,
  type SentProposal,
  signProposal,
} from '~/domains/proposals/client/operations.server'
import { readProposalPage } from '~/domains/proposals/client/reading.server'
import { draftSchema, type ProposalDraft } from '~/domains/proposals/model'
import { sendProposal, startProposal } from '~/domains/proposals/operations.server'
import { BLANK_DRAFT } from '~/domains/proposals/proposal-form'
import { readProposal } from '~/domains/proposals/reading.server'
import { selectProposal } from '~/domains/proposals/store.server'
import { fixedClock } from '~/platform/clock'
import { newId } from '~/platform/ids.server'
import type { FreshDatabase } from './database'
import { makePlace, makeSchedule, makeSessionType } from './factories'
import { queuedMail } from './outbox'
import { putTestSettings } from './settings'

const author = { uid: 'u1', name: 'Dorian Ellis' }
export const FROM = { clientAddress: '203.0.113.7', userAgent: 'Mozilla/5.0 (iPhone) Safari/605.1' }
export const START = Date.UTC(2026, 11, 5, 15, 30)

/** A studio that proposes a wedding, and what it and its client do. */
export async function setupProposals({ db }: FreshDatabase) {
  await putTestSettings(db)
  const clock = fixedClock('2026-11-20T15:00:00Z')
  const config = {
    ...{ siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1 },
    ...{ smtpUrl: 'smtp://127.0.0.1:1', stripe: undefined },
  }
  const deps = { db, clock, config, author }
  const place = await makePlace(db, { slug: 'studio', is_default: 1, travel_fee_cents: 2_000 })
  const type = await makeSessionType(db, { minutes: 60, places: [place], price_cents: 28_500 })
  await makeSchedule(db)
  const template = newId()
  await db
    .insertInto('contract_templates')
    .values({ id: template, name: 'Agreement', body: 'For {client} on {date}: {price}, {deposit} now.' })
    .execute()
  const draft: ProposalDraft = draftSchema.parse({
    ...BLANK_DRAFT,
    ...{ name: 'Ann Lee', email: 'ann@example.com', title: 'Your wedding', template },
    packages: [
      { title: 'Small', text: '', priceCents: 100_000 },
      { title: 'Large', text: '', priceCents: 300_000 },
    ],
    options: [
      {
        title: 'Second photographer',
        text: '',
        priceCents: 50_000,
        most: 1,
        isRequired: false,
        isProduct: false,
        only: null,
      },
      {
        title: 'Album {1}',
        text: '',
        priceCents: 40_000,
        most: 3,
        isRequired: false,
        isProduct: true,
        only: 2,
      },
    ],
    ...{ sessionType: type.id, place: place.id, date: '2026-12-05', time: '10:30' },
    ...{ depositPercent: 25, installments: 1, daysBefore: 3 },
  })
  const put = async (id: string, change: Partial<ProposalDraft> = {}) => {
    const before = await selectProposal(db, id)
    await db
      .updateTable('proposals')
      .set({ document: JSON.stringify({ ...JSON.parse(before?.document ?? ''), ...change }) })
      .where('id', '=', id)
      .execute()
  }
  const start = async (change: Partial<ProposalDraft> = {}, from = {}) => {
    const none = { booking: '', message: '', client: '', service: '', proposal: '' }
    const started = await startProposal(deps, { ...none, ...from })
    if (!started.ok) throw new Error('There is nothing to start from.')
    await put(started.id, { ...draft, ...change })
    return started.id
  }
  const read = async (id: string) => {
    const proposal = await readProposal(deps, id, author.name)
    if (!proposal) throw new Error('There is no proposal.')
    return proposal
  }
  const send = async (id: string) => await sendProposal(deps, id, (await read(id)).version)
  const open = async (id?: string): Promise<SentProposal> => {
    const mail = (await queuedMail(db)).findLast(
      ({ kind, about }) => kind === 'proposal' && (id === undefined || about === `proposal ${id}`),
    )
    const token = /\/proposal\/([\w-]+)/.exec(mail?.html ?? '')?.[1] ?? ''
    const sent = await findProposalByToken(deps, token)
    if (!sent) throw new Error('The link opens nothing.')
    return sent
  }
  const choose = async (posted: Record<string, string>, sent?: SentProposal) => {
    const opened = sent ?? (await open())
    return await chooseFromProposal(deps, opened, {
      ...{
        version: opened.version.id,
        get: (name: string) => posted[name] ?? '',
        names: Object.keys(posted),
      },
    })
  }
  const code = async (sent: SentProposal) => {
    expect(await mailProposalCode(deps, sent, { sent: proposalForm(''), from: FROM })).toEqual({ ok: true })
    const mail = (await queuedMail(db)).findLast(({ kind }) => kind === 'contract-code')
    return /Code: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const textOf = async (sent: SentProposal) => {
    const { signing } = await readProposalPage(deps, sent, FROM)
    return signing?.sha256 ?? ''
  }
  const sign = async (id?: string) => {
    const sent = await open(id)
    const [sha256, typed] = [await textOf(sent), await code(sent)]
    return await signProposal(deps, sent, { sent: { ...proposalForm(typed), sha256 }, from: FROM })
  }
  return { ...deps, draft, place, type, put, start, read, send, open, choose, code, textOf, sign }
}

export const proposalForm = (code: string) => ({
  initials: [],
  release: '',
  name: 'Ann Lee',
  drawing: '',
  consent: 'yes',
  code,
})
