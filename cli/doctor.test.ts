import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '~/platform/clock'
import { openDatabase } from '~/platform/db/database.server'
import { senderSeen } from '~/platform/http/client-address.server'
import { freshDatabase } from '../test/support/database'
import { openSmtpSink } from '../test/support/smtp-sink'
import { doctorCommand } from './doctor'

async function examine(env: Record<string, string>, args: string[] = []) {
  let out = ''
  const stream = new Writable({
    write(chunk, _, done) {
      out += String(chunk)
      done()
    },
  })
  const code = await doctorCommand(env, args, systemClock, { out: stream, err: stream })
  return { code, out }
}

/** A folder with an empty database, and a server that answers as the site does. */
async function installed(answer = 'ok', seen: (forged: string | undefined) => unknown = () => '') {
  const { where, dispose } = await freshDatabase('sqlite')
  await mkdir(join(where.dataDir, 'photos'))
  onTestFinished(dispose)
  const site = createServer(({ url, headers }, response) =>
    response.end(
      url === '/healthz?sender' ? JSON.stringify(seen(String(headers['x-forwarded-for']))) : answer,
    ),
  )
  await new Promise<void>((open) => site.listen(0, '127.0.0.1', open))
  onTestFinished(() => void site.close())
  const { port } = site.address() as AddressInfo
  return {
    DATA_DIR: where.dataDir,
    BACKUP_DIR: join(where.dataDir, 'backups'),
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
  }
}

test('says what to do before the first start, and creates nothing', async () => {
  const { code, out } = await examine({ DATA_DIR: '/no/such/folder' })
  expect(code).toBe(1)
  expect(out).toContain('Wrong  Configuration: There is no folder /no/such/folder yet. Start the site once')
})

test('repeats what is wrong with the configuration', async () => {
  const { code, out } = await examine({ ...(await installed()), TRUST_PROXY: 'yes' })
  expect(code).toBe(1)
  expect(out).toMatch(/^Wrong {2}Configuration: TRUST_PROXY must be/m)
})

test('examines each part, and fails if one is wrong', async () => {
  const { code, out } = await examine(await installed())
  expect(code).toBe(1)
  expect(out).toMatch(/^OK {5}Disk: /m)
  expect(out).toMatch(/^OK {5}Database: SQLite can be read and written\.$/m)
  expect(out).toMatch(/^OK {5}Storage: /m)
  expect(out).toMatch(/^Wrong {2}Mail: There is no mail server/m)
  expect(out).toMatch(/^\w+ +Clock: /m)
  expect(out).toMatch(/^Wrong {2}Backups: There are no backups .* Run: npm run cli -- backup create$/m)
  expect(out).toMatch(/^OK {5}Proxy: The site answers without a proxy\.$/m)
  expect(out).toMatch(/^\d+ things are wrong\.$/m)
})

test.each([
  ['TRUST_PROXY without a proxy', { TRUST_PROXY: '1' }, 'ok', 'so visitors can claim any address. Unset it.'],
  ['a proxy without TRUST_PROXY', { PORT: '1' }, 'ok', 'Set TRUST_PROXY=1'],
  ['another server', {}, 'It works!', 'Something other than this site answers'],
])('finds %s', async (_, env, answer, sentence) => {
  expect((await examine({ ...(await installed(answer)), ...env })).out).toContain(sentence)
})

/** An address of RFC 5737. */
const [VISITOR, PROXY] = ['198.51.100.7', '203.0.113.9']
const sentences = {
  shared: 'so all visitors share one limit',
  claimed: 'Visitors can claim any address.',
  well: 'OK     Proxy: The site answers through its proxy, and knows its visitors’ addresses.',
}

test.each([
  ['drops the header', '1', () => undefined, sentences.shared],
  ['passes on what visitors send', '1', (forged) => forged, sentences.claimed],
  ['appends', '1', (forged) => `${forged}, ${VISITOR}`, sentences.well],
  ['replaces it', '1', () => VISITOR, sentences.well],
  ['is trusted twice', '2', (forged) => `${forged}, ${VISITOR}`, sentences.claimed],
  ['is behind another', '1', (forged) => `${forged}, ${VISITOR}, ${PROXY}`, 'Set TRUST_PROXY=2.'],
  ['has a trusted range', '127.0.0.1/8', (forged) => `${forged}, ${VISITOR}`, sentences.well],
  ['is of a version before', '1', 'not asked', 'OK     Proxy: The site answers through its proxy.'],
] satisfies [string, string, ((forged: string | undefined) => string | undefined) | string, string][])(
  'says whether a proxy names the visitors: one that %s',
  async (_, trust, proxy, sentence) => {
    const config = trust.includes('.') ? [trust] : Number(trust)
    const env = await installed('ok', (forged) =>
      typeof proxy === 'string' ? proxy : senderSeen('127.0.0.1', proxy(forged), config),
    )
    expect((await examine({ ...env, PORT: '1', TRUST_PROXY: trust })).out).toContain(sentence)
  },
)

test.each([
  ['https://no-such-host.invalid', 'No address was found for no-such-host.invalid. Add an A record'],
  ['http://127.0.0.1:2', 'Nothing is listening there. Start the site and the proxy.'],
])('says why %s doesn’t answer', async (address, sentence) => {
  const { out } = await examine({ ...(await installed()), SITE_URL: address, TRUST_PROXY: '1' })
  expect(out).toContain(`Wrong  Proxy: ${address} doesn’t answer. ${sentence}`)
})

test('says that a disk with backups isn’t mounted, and why the last backup failed', async () => {
  const env = await installed()
  const db = openDatabase({ databaseUrl: undefined, dataDir: env.DATA_DIR })
  const run = (id: string, fields: object) =>
    db
      .insertInto('backup_runs')
      .values({ id, kind: 'daily', ended_at: 2, ...fields } as never)
      .execute()
  await run('one', { state: 'verified', started_at: 1 })
  await run('two', { state: 'failed', started_at: 2, note: 'The disk is full.' })
  await db.destroy()
  const { out } = await examine(env)
  expect(out).toContain('has no backups, but your site has made some before. If it’s a disk, check that')
  await mkdir(join(env.BACKUP_DIR, 'backups/2026-11-01-080000-daily'), { recursive: true })
  await writeFile(join(env.BACKUP_DIR, 'backups/2026-11-01-080000-daily/manifest.age'), 'x')
  const later = (await examine(env)).out
  expect(later).toContain('The newest backup, 2026-11-01-080000-daily, is more than 26 hours old.')
  expect(later).toContain('Wrong  Backups: The last one failed. The disk is full.')
})

test.each([
  [
    'a damaged database',
    'not a database'.repeat(1_000),
    'The database is damaged. Stop the site, and restore',
  ],
  ['no database', undefined, 'There is no database yet. Start the site once.'],
])(
  'says what to do with %s, and doesn’t repeat it for what needs the database',
  async (_, content, sentence) => {
    const env = await installed()
    const file = join(env.DATA_DIR, 'studio.sqlite')
    for (const each of [file, `${file}-wal`, `${file}-shm`]) await rm(each, { force: true })
    if (content !== undefined) await writeFile(file, content)
    const { code, out } = await examine(env)
    expect(code).toBe(1)
    expect(out).toContain(`Wrong  Database: ${sentence}`)
    expect(out).toContain('Note   Mail: It wasn’t checked, since that needs the database.')
  },
)

test('says what to do while PostgreSQL doesn’t respond, and keeps words readable with a short password', async () => {
  const { out } = await examine({ ...(await installed()), DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' })
  expect(out).toContain('Wrong  Database: The database doesn’t respond. Start it, or correct DATABASE_URL.')
})

test('signs in to the mail server, and prints no secret', async () => {
  const sink = await openSmtpSink({ signIn: { username: 'studio', password: 'right' } })
  onTestFinished(() => sink.close())
  const { host } = new URL(sink.url)
  const secrets = { SECRET: 'x9'.repeat(20), METRICS_TOKEN: 'm3'.repeat(20) }
  const env = { ...(await installed()), ...secrets, SMTP_URL: `smtp://studio:hunter2-and-more@${host}` }
  const { out } = await examine(env)
  expect(out).toMatch(/^Wrong {2}Mail: The mail server \S+ doesn’t accept the site: /m)
  for (const secret of [...Object.values(secrets), 'hunter2-and-more']) expect(out).not.toContain(secret)
})

test('explains itself', async () => {
  expect(await examine({}, ['--help'])).toMatchObject({ code: 0 })
  expect(await examine({}, ['everything'])).toMatchObject({ code: 2 })
})
