import type { ChildProcess } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStorage } from '~/platform/storage/open-storage.server'
import { signedIn } from '../support/accounts'
import { OPEN_DAY, openForBooking, slotsOn, write } from '../support/booking'
import { makeDeliveredGallery } from '../support/delivered-gallery'
import { moveToPostgres } from '../support/engine-site'
import { type Balancer, createClient, startBalancer } from '../support/fleet'
import { type OwnPostgres, startPostgres } from '../support/own-postgres'
import { scene } from '../support/pictures'
import { endProgram, launchProgram, runProgram } from '../support/program'
import { type S3Server, startS3 } from '../support/s3-server'
import { copyInstallation, type Site } from '../support/site'
import { inDatabaseOf } from '../support/site-database'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'
import { metadataHeader, TUS } from '../support/uploads'

const INSTANCES = 3
const KILLS = 6
const BOOKINGS = 24
const UPLOADS = 8
const READERS = 60

interface Instance {
  program: ChildProcess
  url: string
}

let folder: string
let postgres: OwnPostgres
let s3: S3Server
let sink: SmtpSink
let balancer: Balancer
let site: Site
let env: Record<string, string>
const instances: (Instance | undefined)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleet-'))
  // PostgreSQL may run as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  ;[postgres, s3, sink, balancer] = await Promise.all([
    startPostgres(join(folder, 'postgres')),
    startS3(),
    openSmtpSink(),
    startBalancer(),
  ])
  await postgres.createDatabase('site')
  const databaseUrl = `${postgres.url}/site`
  const dataDir = join(folder, 'data')
  await copyInstallation('texts', dataDir)
  site = { url: balancer.url, dataDir, databaseUrl, pid: 0, output: () => '', stop: async () => 0 }
  openForBooking(site)
  write(site, (database) => {
    // A newsletter needs a postal address.
    database.exec(
      `update settings set value = json_set(value, '$.address.street', '41 Example Street') where key = 'studio'`,
    )
    const insert = database.prepare(
      'insert into newsletter (id, email, email_key, request_date, unsubscribe_token) values (?, ?, ?, 1, ?)',
    )
    for (let n = 0; n < READERS; n++)
      insert.run(`reader ${n}`, `reader${n}@example.com`, `reader${n}@example.com`, `token-of-reader-${n}`)
  })
  await moveToPostgres(dataDir, databaseUrl)
  await moveToBucket(join(dataDir, 'photos'))
  env = {
    ...s3.env,
    ...{ DATABASE_URL: databaseUrl, SECRET: (await readFile(join(dataDir, 'secret'), 'utf8')).trim() },
    ...{ SITE_URL: balancer.url, SMTP_URL: sink.url, RATE_LIMIT_SCALE: '100000', DRAIN_SECONDS: '1' },
  }
})
afterAll(async () => {
  await balancer?.close()
  for (const instance of instances) if (instance) await endProgram(instance.program)
  await Promise.all([sink?.close(), s3?.stop(), postgres?.stop()])
  await rm(folder, { recursive: true, force: true })
})

async function moveToBucket(photos: string): Promise<void> {
  const storage = await openStorage({ dataDir: folder, s3: s3.settings })
  const entries = await readdir(photos, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    await storage.put(path.slice(photos.length + 1), await readFile(path))
  }
}

/** Starts an instance with a data folder that no other one has. */
async function start(n: number): Promise<Instance> {
  const instance = await launchProgram(join(folder, `instance-${n}`), env)
  instances[n] = instance
  balancer.targets.add(instance.url)
  return instance
}

async function kill(n: number): Promise<void> {
  const instance = instances[n]
  if (!instance) return
  const ended = once(instance.program, 'exit')
  instance.program.kill('SIGKILL')
  await ended
  balancer.targets.delete(instance.url)
  instances[n] = undefined
}

const database = <T>(query: RawBuilder<T>) => inDatabaseOf(site, async (db) => (await query.execute(db)).rows)

const sha = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Sends a file in pieces, each to any instance, and resumes as tus clients do. */
async function upload(
  client: ReturnType<typeof createClient>,
  gallery: string,
  cookie: string,
  file: Buffer,
) {
  const headers = { ...TUS, Cookie: cookie }
  const created = await client.ask(`/studio/galleries/${gallery}/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'Upload-Length': String(file.length),
      'Upload-Metadata': metadataHeader({ name: `${sha(file).slice(0, 8)}.jpg`, sha256: sha(file) }),
    },
  })
  const path = created.headers.get('location') ?? ''
  expect(path).not.toBe('')
  const piece = Math.ceil(file.length / 4)
  for (let at = 0; at < file.length; ) {
    const sent = await client.ask(path, {
      method: 'PATCH',
      headers: { ...headers, 'Upload-Offset': String(at), 'Content-Type': 'application/offset+octet-stream' },
      body: new Uint8Array(file.subarray(at, at + piece)),
    })
    // Its answer may have been lost, so that the same bytes arrived twice.
    const known = sent.status === 204 ? sent : await client.ask(path, { method: 'HEAD', headers })
    at = Number(known.headers.get('upload-offset') ?? at)
  }
}

const TEXT = JSON.stringify({
  version: 1,
  doc: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'The light is back.' }] }],
  },
})

it('three instances lose, double and outdate nothing when they are killed at random', async () => {
  await Promise.all(Array.from({ length: INSTANCES }, (_, n) => start(n)))
  const refused = await runProgram(['serve'], {
    ...env,
    ...{ DATA_DIR: join(folder, 'other'), SECRET: 'o'.repeat(32), PORT: '0' },
  })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('The secret isn’t the one')])

  const client = createClient(balancer.url)
  const isUp = async () => (await fetch(`${balancer.url}/readyz`)).status
  await expect.poll(isUp).toBe(200)
  const cookie = await signedIn(site, 'owner')
  const delivered = await makeDeliveredGallery(site)
  const gallery = (await makeDeliveredGallery(site, { photos: 0 })).id
  const archive = (by = client) =>
    by.ask(`/download/${delivered.id}/archive/everything/original.zip`, {
      headers: { Cookie: delivered.cookie },
    })
  // It answers 503 until its files are made.
  const patient = createClient(balancer.url)
  await expect.poll(async () => (await archive(patient)).status, { timeout: 60_000, interval: 200 }).toBe(200)
  const original = sha((await archive()).body)
  const slots: string[] = []
  for (let day = 0; slots.length < BOOKINGS; day++) {
    const date = new Date(Date.parse(OPEN_DAY) + day * 86_400_000).toISOString().slice(0, 10)
    const page = await client.ask(`/book-session?service=portrait&location=studio&date=${date}`)
    slots.push(...slotsOn(page.body.toString()))
  }
  const files = await Promise.all(
    Array.from({ length: UPLOADS }, (_, n) =>
      scene(700 + n, 500, n * 17)
        .jpeg()
        .toBuffer(),
    ),
  )
  const form = (fields: Record<string, string>): RequestInit => ({
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Cookie: cookie },
  })
  const added = await client.ask('/studio/newsletter', form({ intent: 'add' }))
  const campaign = added.headers.get('location')?.split('/').at(-1) ?? ''
  await database(
    sql`update newsletter_campaigns set subject = 'First light', document = ${TEXT}, rate = 6000 where id = ${campaign}`,
  )
  const sent = await client.ask(
    `/studio/newsletter/${campaign}/review`,
    form({ intent: 'send', version: '1' }),
  )
  expect(sent.status).toBe(303)

  const booked: string[] = []
  const subscribed: string[] = []
  let isLoaded = true
  const load = {
    books: async () => {
      for (const [n, slot] of slots.slice(0, BOOKINGS).entries()) {
        const email = `booker${n}@example.com`
        const answer = await client.ask('/book-session', {
          method: 'POST',
          body: new URLSearchParams({
            ...{ service: 'portrait', location: 'studio', slot, name: 'Renée Whitfield', email },
            ...{ phone: '(973) 555-0142', partySize: '2', notes: '', terms: 'yes' },
          }),
        })
        expect([slot, answer.status]).toEqual([slot, 303])
        booked.push(email)
        await sleep(100)
      }
    },
    subscribes: async () => {
      for (let n = 0; n < BOOKINGS; n++) {
        const email = `subscriber${n}@example.com`
        const answer = await client.ask('/newsletter', {
          method: 'POST',
          body: new URLSearchParams({ email }),
        })
        // A repeated request whose first answer was lost: the address is already subscribed.
        expect([200, 303, 409]).toContain(answer.status)
        subscribed.push(email)
        await sleep(100)
      }
    },
    uploads: async () => {
      for (const file of files) await upload(client, gallery, cookie, file)
    },
    downloads: async () => {
      while (isLoaded) {
        const answer = await archive()
        expect([answer.status, sha(answer.body)]).toEqual([200, original])
        await sleep(200)
      }
    },
    reads: async () => {
      for (const pages = ['/', '/about', '/gallery', '/contact', '/studio']; isLoaded; await sleep(20)) {
        const page = pages[randomInt(pages.length)] ?? '/'
        expect(
          (await client.ask(page, { headers: page === '/studio' ? { Cookie: cookie } : {} })).status,
        ).toBe(200)
      }
    },
  }
  const stale: number[] = []
  const kills = async () => {
    for (let n = 0; n < KILLS && isLoaded; n++) {
      await sleep(randomInt(100, 600))
      // One repeat makes up for one lost instance, so that the next isn’t lost during it.
      while (client.isRepeating) await sleep(10)
      const at = randomInt(INSTANCES)
      await kill(at)
      await start(at)
      const title = `Title ${n}`
      await database(sql`update pages set title = ${title} where slug = 'about'`)
      const since = performance.now()
      for (const instance of instances)
        await expect
          .poll(async () => (await fetch(`${instance?.url}/about`)).text(), { interval: 10 })
          .toContain(title)
      stale.push(performance.now() - since)
    }
  }
  const finite = Promise.all([kills(), load.books(), load.subscribes(), load.uploads()])
  const endless = Promise.all([load.downloads(), load.reads()])
  try {
    await Promise.race([finite, endless])
  } finally {
    isLoaded = false
  }
  await endless

  // A stop in order fails no request, so that none is repeated.
  const [killed, repeated] = [balancer.failures, client.repeated]
  isLoaded = true
  const during = load.reads()
  const [first] = instances
  if (first) expect(await endProgram(first.program)).toBe(0)
  isLoaded = false
  await during
  expect([balancer.failures, client.repeated]).toEqual([killed, repeated])

  // What the killed ones had begun is taken up by others, as a minute later.
  await database(
    sql`update jobs set claimed_by = null, claimed_until = null, run_at = 0 where failed_at is null`,
  )
  await database(sql`update newsletter_campaigns set sender_until = 1 where sender is not null`)
  const left = async () => [
    ...(await database(sql<{ id: string }>`select id from uploads where state = 'arrived'`)),
    ...(await database(
      sql<{ id: string }>`select id from newsletter_campaigns where state <> 'sent' and id = ${campaign}`,
    )),
  ]
  await expect.poll(left, { timeout: 90_000, interval: 200 }).toEqual([])

  const bookings = await database(
    sql<{ email: string; emails: string }>`select b.email, count(o.id) as emails from bookings b
      left join outbox o on o.to_address like '%' || b.email || '%'
      where b.email like 'booker%' group by b.id, b.email`,
  )
  expect(bookings.map(({ email }) => email).toSorted()).toEqual(booked.toSorted())
  expect(new Set(bookings.map(({ emails }) => Number(emails)))).toEqual(new Set([1]))
  const readers = await database(
    sql<{ email: string }>`select email from newsletter where email like 'subscriber%'`,
  )
  expect(readers.map(({ email }) => email).toSorted()).toEqual(subscribed.toSorted())
  const photos = await database(
    sql<{ sha256: string }>`select p.sha256 from gallery_items i join photos p on p.id = i.photo_id
      where i.gallery_id = ${gallery}`,
  )
  expect(photos.map(({ sha256 }) => sha256).toSorted()).toEqual(files.map(sha).toSorted())
  const storage = await openStorage({ dataDir: folder, s3: s3.settings })
  for (const file of files) {
    const key = `originals/${sha(file).slice(0, 2)}/${sha(file)}.jpg`
    expect([key, sha((await storage.read(key)) ?? Buffer.alloc(0))]).toEqual([key, sha(file)])
  }
  const newsletters = sink.caught
    .filter(({ mail }) => mail.subject === 'First light')
    .flatMap(({ recipients }) => recipients)
  expect(new Set(newsletters).size).toBe(newsletters.length)
  expect(newsletters.length).toBeGreaterThanOrEqual(READERS - KILLS * 4)

  const sorted = client.taken.toSorted((a, b) => a - b)
  const ms = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  console.log(
    `${sorted.length} requests: median ${ms(0.5)} ms, p99 ${ms(0.99)} ms; ${balancer.failures} failed, ${client.failed.length} of them twice; ${newsletters.length} newsletters; new content after up to ${Math.round(Math.max(...stale))} ms everywhere`,
  )
  expect(client.failed).toEqual([])
}, 240_000)
