import type { Resolver } from 'node:dns/promises'
import { isIPv4 } from 'node:net'

/** `not-asked`: the name servers of the internet didn't answer, so nothing is known. */
export type DomainState = 'ok' | 'advice' | 'missing' | 'not-asked'

export interface DomainFinding {
  name: 'SPF' | 'DKIM' | 'DMARC' | 'Reverse DNS'
  state: DomainState
  sentence: string
  /** What the name servers answered. */
  found: string[]
  /** The record to add at the domain's provider. */
  record: { type: 'TXT'; name: string; value: string } | null
}

/** What providers ask for in SPF records, by the end of their server's name. */
const SPF_INCLUDES: readonly [server: string, include: string][] = [
  ['gmail.com', '_spf.google.com'],
  ['office365.com', 'spf.protection.outlook.com'],
  ['me.com', 'icloud.com'],
  ['yahoo.com', '_spf.mail.yahoo.com'],
  ['fastmail.com', 'spf.messagingengine.com'],
  ['zoho.com', 'zohomail.com'],
  ['brevo.com', 'spf.brevo.com'],
  ['mailgun.org', 'mailgun.org'],
  ['postmarkapp.com', 'spf.mtasv.net'],
  ['sendgrid.net', 'sendgrid.net'],
  ['amazonaws.com', 'amazonses.com'],
]

/** Names that providers give to their DKIM keys. */
const SELECTORS =
  'google selector1 selector2 sig1 fm1 zmail zoho brevo1 mail mailo k1 pm s1 s2 default dkim mx'.split(' ')

interface Checked {
  /** Of the sender's email address. */
  domain: string
  email: string
  /** Of the mail server; null: there is none. */
  server: string | null
  /** Name of the DKIM key; '': the usual ones are tried. */
  selector: string
}

/** What the name servers say about a sender's domain (RFC 7208, RFC 6376, RFC 7489). */
export async function checkDomain(resolver: Resolver, checked: Checked): Promise<DomainFinding[]> {
  if (await isCutOff(resolver)) return (['SPF', 'DKIM', 'DMARC', 'Reverse DNS'] as const).map(notAsked)
  return await Promise.all([
    checkSpf(resolver, checked),
    checkDkim(resolver, checked),
    checkDmarc(resolver, checked),
    checkReverse(resolver, checked),
  ])
}

/** A name server that can't ask others may answer that no name exists, not even the largest domain. */
const isCutOff = (resolver: Resolver): Promise<boolean> =>
  resolver.resolveNs('com').then(
    () => false,
    ({ code }) => code === 'ENOTFOUND',
  )

type Answer = { ok: true; texts: string[]; isUnknownName?: boolean } | { ok: false }

/** No records are an answer. @returns not ok if no name server answered */
async function ask(lookup: () => Promise<string[]>): Promise<Answer> {
  try {
    return { ok: true, texts: await lookup() }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    return ['ENOTFOUND', 'ENODATA'].includes(code)
      ? { ok: true, texts: [], isUnknownName: code === 'ENOTFOUND' }
      : { ok: false }
  }
}

const askTexts = (resolver: Resolver, name: string): Promise<Answer> =>
  ask(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join('')))

const notAsked = (name: DomainFinding['name']): DomainFinding => ({
  ...{ name, state: 'not-asked', found: [], record: null },
  sentence: 'We couldn’t ask the name servers, so we don’t know. Try again later.',
})

const isLocal = (server: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(server)

async function checkSpf(resolver: Resolver, { domain, server }: Checked): Promise<DomainFinding> {
  const answer = await askTexts(resolver, domain)
  if (!answer.ok) return notAsked('SPF')
  const found = answer.texts.filter((text) => /^v=spf1( |$)/i.test(text))
  const include = SPF_INCLUDES.find(([end]) => server === end || server?.endsWith(`.${end}`))?.[1]
  const part = include
    ? `include:${include}`
    : server && !isLocal(server)
      ? `${isIPv4(server) ? 'ip4' : 'a'}:${server}`
      : ''
  const [spf] = found
  const record = (value: string) => ({ type: 'TXT' as const, name: domain, value })
  const base = { name: 'SPF' as const, found }
  const unknown = answer.isUnknownName
    ? `The name servers don’t know ${domain}. If it’s misspelled, correct your email under Settings › Sender. `
    : ''
  if (spf === undefined)
    return {
      ...{ ...base, state: 'missing' },
      sentence: `${unknown}Your domain doesn’t say which servers may send its email. ${part !== '' ? 'Add this record.' : server ? 'Ask the provider of your mail server for the record.' : 'Set your mail server under Settings › Sender, then check again.'}`,
      record: part === '' ? null : record(`v=spf1 ${part} ~all`),
    }
  if (found.length > 1)
    return {
      ...{ ...base, state: 'missing', record: null },
      sentence: 'Your domain has several SPF records, and then none counts. Combine them into one.',
    }
  if (/(^| )\+?all( |$)/i.test(spf))
    return {
      ...{ ...base, state: 'missing', record: record(spf.replace(/\+?all/i, '~all')) },
      sentence: 'Your SPF record allows every server to send your email. Replace it with this one.',
    }
  if (include && !spf.toLowerCase().includes(include))
    return {
      ...{ ...base, state: 'missing', record: record(spf.replace(/ ([-~?]all)\b|$/i, ` ${part} $1`).trim()) },
      sentence: 'Your SPF record doesn’t contain your mail server. Replace it with this one.',
    }
  return include
    ? { ...base, state: 'ok', sentence: 'Your mail server may send your email.', record: null }
    : {
        ...{ ...base, state: 'advice', record: null },
        sentence: 'There is an SPF record. Ask your mail provider whether it contains what they need.',
      }
}

async function checkDkim(resolver: Resolver, { domain, selector }: Checked): Promise<DomainFinding> {
  const tried = selector === '' ? SELECTORS : [selector]
  const answers = await Promise.all(
    tried.map(async (each) => ({
      each,
      answer: await askTexts(resolver, `${each}._domainkey.${domain}`),
    })),
  )
  const found = answers.flatMap(({ each, answer }) =>
    answer.ok && answer.texts.some((text) => /(^|;)\s*p=[^;\s]/i.test(text))
      ? [`${each}._domainkey.${domain}`]
      : [],
  )
  const base = { name: 'DKIM' as const, found, record: null }
  if (found.length > 0) return { ...base, state: 'ok', sentence: 'Your emails can be signed.' }
  if (answers.some(({ answer }) => !answer.ok)) return notAsked('DKIM')
  return {
    ...{ ...base, state: 'missing' },
    sentence:
      selector === ''
        ? 'We found no DKIM key under the usual names. Your mail provider shows the record to add, and its selector. Enter the selector above to check it.'
        : `There is no DKIM key at ${selector}._domainkey.${domain}. Your mail provider shows the record to add.`,
  }
}

async function checkDmarc(resolver: Resolver, { domain, email }: Checked): Promise<DomainFinding> {
  const parent = domain.split('.').slice(-2).join('.')
  const names = [...new Set([`_dmarc.${domain}`, `_dmarc.${parent}`])]
  const found: string[] = []
  for (const name of names) {
    const answer = await askTexts(resolver, name)
    if (!answer.ok) return notAsked('DMARC')
    found.push(...answer.texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text)))
    if (found.length > 0) break
  }
  const base = { name: 'DMARC' as const, found }
  const [dmarc] = found
  if (dmarc === undefined)
    return {
      ...{ ...base, state: 'missing' },
      sentence: 'Gmail and Yahoo ask senders of newsletters for a DMARC record. Add this one.',
      record: { type: 'TXT', name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:${email}` },
    }
  if (found.length > 1)
    return {
      ...{ ...base, state: 'missing', record: null },
      sentence: 'There are several DMARC records, and then none counts. Keep one.',
    }
  return /;\s*p\s*=\s*none\b/i.test(dmarc)
    ? {
        ...{ ...base, state: 'ok', record: null },
        sentence:
          'There is a DMARC record. It only observes: p=quarantine also protects against forged email.',
      }
    : { ...base, state: 'ok', sentence: 'There is a DMARC record.', record: null }
}

async function checkReverse(resolver: Resolver, { server }: Checked): Promise<DomainFinding> {
  const base = { name: 'Reverse DNS' as const, found: [] as string[], record: null }
  if (server === null)
    return {
      ...base,
      state: 'not-asked',
      sentence: 'There is no mail server yet. Set one under Settings › Sender.',
    }
  if (isLocal(server))
    return {
      ...base,
      state: 'not-asked',
      sentence: 'Your mail server is on this machine, so the address it sends from isn’t known here.',
    }
  const addresses = await ask(async () => (isIPv4(server) ? [server] : await resolver.resolve4(server)))
  if (!addresses.ok) return notAsked('Reverse DNS')
  const [address] = addresses.texts
  if (address === undefined)
    return { ...base, state: 'missing', sentence: `We found no address for your mail server ${server}.` }
  const names = await ask(() => resolver.reverse(address))
  if (!names.ok) return notAsked('Reverse DNS')
  for (const name of names.texts) {
    const back = await ask(() => resolver.resolve4(name))
    if (!back.ok) return notAsked('Reverse DNS')
    if (back.texts.includes(address))
      return {
        ...{ ...base, state: 'ok', found: [`${address} is ${name}`] },
        sentence: 'The address of your mail server leads to its name and back.',
      }
  }
  return {
    ...{ ...base, state: 'advice', found: [address, ...names.texts] },
    sentence: `The address ${address} of your mail server doesn’t lead to a name that leads back. Only its provider can change that. Large providers send from other addresses, so it may not matter.`,
  }
}
