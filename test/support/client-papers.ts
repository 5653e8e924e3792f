import {
  saveContract,
  sendContract,
  signingToken,
  startContract,
} from '~/domains/contracts/operations.server'
import { readContract } from '~/domains/contracts/reading.server'
import { CONTRACT_COOKIE } from '~/domains/contracts/signing/model'
import { linkOf } from '~/domains/invoices/links.server'
import { invoiceCookie } from '~/domains/invoices/model'
import { issueInvoice } from '~/domains/invoices/operations.server'
import { PROPOSAL_COOKIE } from '~/domains/proposals/client/model'
import { draftSchema } from '~/domains/proposals/model'
import { linkToken, sendProposal, startProposal } from '~/domains/proposals/operations.server'
import { BLANK_DRAFT } from '~/domains/proposals/proposal-form'
import { readProposal } from '~/domains/proposals/reading.server'
import { systemClock } from '~/platform/clock'
import { newId } from '~/platform/ids.server'
import type { Site } from './site'
import { secretOf } from './site'
import { inDatabaseOf } from './site-database'

const author = { uid: 'test', name: 'Dorian Ellis' }

const depsOf = (site: Site) => {
  const secret = secretOf(site)
  const config = { siteUrl: site.url, secret, rateLimitScale: 1, smtpUrl: 'smtp://127.0.0.1:1' }
  return { clock: systemClock, config: { ...config, stripe: undefined }, author }
}

/** Adds an invoice of a booking to a running site (on SQLite). @returns its path and its reader's cookie */
export async function makeInvoice(site: Site, bookingId: string): Promise<{ path: string; cookie: string }> {
  return await inDatabaseOf(site, async (db) => {
    const deps = { db, ...depsOf(site) }
    const issued = await issueInvoice(deps, { bookingId, once: newId(), sent: { dueOn: '2030-01-01' } })
    if (!issued.ok) throw new Error(issued.reason)
    const token = linkOf(deps.config, { id: issued.id, version: 1 }).slice('/i/'.length)
    return { path: `/invoice/${issued.id}`, cookie: `${invoiceCookie(issued.id).name}=${token}` }
  })
}

/** Adds a contract that was sent to one client. @returns its client's cookie */
export async function makeContract(site: Site): Promise<string> {
  return await inDatabaseOf(site, async (db) => {
    const deps = { db, ...depsOf(site) }
    const started = await startContract(deps, { template: '', booking: '', client: '' })
    if (!started.ok) throw new Error(started.reason)
    const { values, version } = (await readContract(deps, started.id)) ?? {}
    if (!values || version === undefined) throw new Error('There is no contract.')
    const sent = { ...values, title: 'Agreement', body: 'For {client}.\n\n{initials}' }
    const client = { clientName: 'Ann Lee', clientEmail: 'ann@example.com' }
    await saveContract(deps, started.id, { sent: { ...sent, ...client }, version })
    const saved = await readContract(deps, started.id)
    const answer = await sendContract(deps, started.id, saved?.version ?? 0)
    if (!answer.ok) throw new Error(answer.reason)
    const signer = await db
      .selectFrom('contract_signers')
      .select(['id', 'link_version'])
      .where('email', '=', client.clientEmail)
      .executeTakeFirstOrThrow()
    return `${CONTRACT_COOKIE.name}=${signingToken(deps, signer)}`
  })
}

/**
 * Adds a proposal that was sent, with two packages, two extras and a contract. @returns its client's cookie
 */
export async function makeProposal(site: Site): Promise<{ cookie: string; version: string }> {
  return await inDatabaseOf(site, async (db) => {
    const deps = { db, ...depsOf(site) }
    const template = newId()
    const body = 'For {client} on {date}: {price}, {deposit} now.\n\n{initials}\n\n## Payment\n\n- By then'
    await db.insertInto('contract_templates').values({ id: template, name: 'Agreement', body }).execute()
    const type = await db
      .selectFrom('session_types')
      .select('id')
      .where('slug', '=', 'portrait')
      .executeTakeFirstOrThrow()
    const place = await db
      .selectFrom('places')
      .select('id')
      .where('slug', '=', 'studio')
      .executeTakeFirstOrThrow()
    const extra = { text: '', isRequired: false, only: null }
    const draft = draftSchema.parse({
      ...BLANK_DRAFT,
      ...{ name: 'Ann Lee', email: 'ann@example.com', title: 'Your wedding', template, depositPercent: 25 },
      packages: [
        { title: 'Small', text: 'Four hours.', priceCents: 100_000 },
        { title: 'Large', text: 'The whole day.', priceCents: 300_000 },
      ],
      options: [
        { ...extra, title: 'Second photographer', priceCents: 50_000, most: 1, isProduct: false },
        { ...extra, title: 'Album', priceCents: 40_000, most: 3, isProduct: true },
      ],
      ...{ sessionType: type.id, place: place.id, date: '2030-06-15', time: '10:30' },
    })
    const none = { booking: '', message: '', client: '', service: '', proposal: '' }
    const started = await startProposal(deps, none)
    if (!started.ok) throw new Error(started.reason)
    const { id } = started
    await db
      .updateTable('proposals')
      .set({ document: JSON.stringify(draft) })
      .where('id', '=', id)
      .execute()
    const proposal = await readProposal(deps, id, author.name)
    const sent = await sendProposal(deps, id, proposal?.version ?? 0)
    if (!sent.ok) throw new Error(sent.reason)
    const { link_version } = await db
      .selectFrom('proposals')
      .select('link_version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const version = await db
      .selectFrom('proposal_versions')
      .select('id')
      .where('proposal_id', '=', id)
      .executeTakeFirstOrThrow()
    const token = linkToken(deps, { id, link_version })
    return { cookie: `${PROPOSAL_COOKIE.name}=${token}`, version: version.id }
  })
}
