import { Resolver } from 'node:dns/promises'
import { type AddressInfo, createServer } from 'node:net'
import dns2 from 'dns2'
import { afterEach, expect, it } from 'vitest'
import { checkDomain, type DomainFinding } from './check.server'

const { Packet } = dns2

/** TXT, A and PTR records by name. */
type Zone = Record<string, { txt?: string[]; a?: string; ptr?: string }>

const stops: (() => unknown)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A name server over UDP with these records, and a resolver that asks it. `others`: {} if it can't ask others. */
async function resolverOf(zone: Zone, others: Zone = { com: {} }): Promise<Resolver> {
  const server = dns2.createServer({
    udp: true,
    handle: (request, send) => {
      const response = Packet.createResponseFromRequest(request)
      const [question] = request.questions
      const records = { ...others, ...zone }[question?.name.toLowerCase() ?? '']
      if (records === undefined) response.header.rcode = Packet.RCODE.NXDOMAIN
      const base = { name: question?.name ?? '', class: Packet.CLASS.IN, ttl: 60 }
      const type = question?.type
      const add = (record: object) =>
        response.answers.push({ ...base, type, ...record } as (typeof response.answers)[number])
      if (type === Packet.TYPE.TXT) for (const data of records?.txt ?? []) add({ data })
      if (type === Packet.TYPE.A && records?.a) add({ address: records.a })
      if (type === Packet.TYPE.PTR && records?.ptr) add({ domain: records.ptr })
      send(response)
    },
  })
  const { udp } = (await server.listen({ udp: { port: 0, address: '127.0.0.1' } })) as {
    udp: AddressInfo
  }
  stops.push(() => server.close())
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${udp.port}`])
  return resolver
}

const checked = {
  domain: 'photos.example.com',
  email: 'hello@photos.example.com',
  server: 'smtp.postmarkapp.com',
  selector: '',
}
const server = { 'smtp.postmarkapp.com': { a: '192.0.2.7' } }
const good: Zone = {
  ...server,
  'photos.example.com': { txt: ['site-verification=1', 'v=spf1 include:spf.mtasv.net ~all'] },
  'pm._domainkey.photos.example.com': { txt: ['k=rsa; p=MIGfMA0'] },
  '_dmarc.example.com': { txt: ['v=DMARC1; p=quarantine'] },
  '7.2.0.192.in-addr.arpa': { ptr: 'mta7.example.net' },
  'mta7.example.net': { a: '192.0.2.7' },
}
const states = (findings: DomainFinding[]) =>
  Object.fromEntries(findings.map(({ name, state }) => [name, state]))

it('finds the records of a domain that is set up, also those of its parent', async () => {
  const findings = await checkDomain(await resolverOf(good), checked)
  expect(states(findings)).toEqual({ SPF: 'ok', DKIM: 'ok', DMARC: 'ok', 'Reverse DNS': 'ok' })
  expect(findings.every(({ record }) => record === null)).toBe(true)
})

it('shows the records to add for a domain without any', async () => {
  const findings = await checkDomain(await resolverOf(server), checked)
  expect(states(findings)).toEqual({
    ...{ SPF: 'missing', DKIM: 'missing', DMARC: 'missing' },
    'Reverse DNS': 'advice',
  })
  expect(findings.map(({ record }) => record)).toEqual([
    { type: 'TXT', name: 'photos.example.com', value: 'v=spf1 include:spf.mtasv.net ~all' },
    null,
    {
      type: 'TXT',
      name: '_dmarc.photos.example.com',
      value: 'v=DMARC1; p=none; rua=mailto:hello@photos.example.com',
    },
    null,
  ])
})

it.each<[string, string[], string | null]>([
  ['without the mail server', ['v=spf1 a mx -all'], 'v=spf1 a mx include:spf.mtasv.net -all'],
  ['that allows everyone', ['v=spf1 include:spf.mtasv.net +all'], 'v=spf1 include:spf.mtasv.net ~all'],
  ['beside another', ['v=spf1 a ~all', 'v=spf1 mx ~all'], null],
])('refuses an SPF record %s', async (_, txt, value) => {
  const resolver = await resolverOf({ ...good, 'photos.example.com': { txt } })
  const [spf] = await checkDomain(resolver, checked)
  expect(spf).toMatchObject({ state: 'missing', found: txt })
  expect(spf?.record?.value ?? null).toBe(value)
})

it('says that the name servers don’t know a domain, which may be misspelled', async () => {
  const sentence = async (zone: Zone) => (await checkDomain(await resolverOf(zone), checked))[0]?.sentence
  const words = 'The name servers don’t know photos.example.com.'
  expect(await sentence(server)).toContain(words)
  expect(await sentence({ ...server, 'photos.example.com': {} })).not.toContain(words)
})

it('says that it doesn’t know when the name server can’t ask others, and so knows no domain', async () => {
  const findings = await checkDomain(await resolverOf({}, {}), checked)
  expect(states(findings)).toEqual({
    ...{ SPF: 'not-asked', DKIM: 'not-asked', DMARC: 'not-asked', 'Reverse DNS': 'not-asked' },
  })
  for (const { sentence, record } of findings) {
    expect(sentence).toContain('We couldn’t ask the name servers')
    expect(record).toBeNull()
  }
})

it('takes a mail server’s IP address as it is', async () => {
  const findings = await checkDomain(await resolverOf(good), { ...checked, server: '192.0.2.7' })
  expect(states(findings)['Reverse DNS']).toBe('ok')
  const [spf] = await checkDomain(await resolverOf({}), { ...checked, server: '192.0.2.7' })
  expect(spf?.record?.value).toBe('v=spf1 ip4:192.0.2.7 ~all')
})

it('names no record for a mail server on this machine, whose address it doesn’t know', async () => {
  const findings = await checkDomain(await resolverOf({}), { ...checked, server: 'localhost' })
  expect(findings.find(({ name }) => name === 'SPF')).toMatchObject({ state: 'missing', record: null })
  expect(states(findings)['Reverse DNS']).toBe('not-asked')
})

it('checks the DKIM selector of the owner, and refuses a revoked key', async () => {
  const zone = { ...server, 'mine._domainkey.photos.example.com': { txt: ['v=DKIM1; p=abc'] } }
  const find = async (selector: string) =>
    (await checkDomain(await resolverOf(zone), { ...checked, selector }))[1]?.state
  expect(await find('mine')).toBe('ok')
  expect(await find('other')).toBe('missing')
  const revoked = await resolverOf({
    ...server,
    'pm._domainkey.photos.example.com': { txt: ['v=DKIM1; p='] },
  })
  expect((await checkDomain(revoked, checked))[1]?.state).toBe('missing')
})

it('says that it doesn’t know when no name server answers, or there is no mail server', async () => {
  // A port on which nothing answers.
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  closed.close()
  const resolver = new Resolver({ timeout: 200, tries: 1 })
  resolver.setServers([`127.0.0.1:${port}`])
  for (const each of await checkDomain(resolver, checked)) expect(each.state).toBe('not-asked')
  const findings = await checkDomain(await resolverOf(good), { ...checked, server: null })
  expect(states(findings)).toMatchObject({ SPF: 'advice', 'Reverse DNS': 'not-asked' })
})
