import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { write } from '../support/booking'
import { runProgram } from '../support/program'
import { copyInstallation, type Site, startSite } from '../support/site'

const root = resolve(import.meta.dirname, '../..')
const followNothing = { redirect: 'manual' } as const

describe('the server', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site.stop())

  const get = (path: string, init: RequestInit = {}) => fetch(site.url + path, { ...followNothing, ...init })

  it('reports that it is alive and ready', async () => {
    expect(await (await get('/healthz')).text()).toBe('ok')
    expect(await (await get('/readyz')).json()).toEqual({
      ready: true,
      database: true,
      storage: true,
      jobs: true,
    })
  })

  it.each([
    '/no-such-page',
    '/gallery/no/such/page',
    '/wp-login.php',
    '/foo.json',
    '/nothing.txt',
    '/apple-touch-icon-999.png',
    '/%zz',
    '/%ff',
    '/%00',
    '/%252e%252e/secret',
    '/a//b',
    '/blog/%E0%A4%A',
  ])('R20: redirects %s to /404', async (path) => {
    for (const init of [{}, { method: 'HEAD' }, { method: 'POST', body: new URLSearchParams({ x: 'y' }) }]) {
      const answer = await get(path, init)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/404'])
    }
  })

  it('R19: answers /404 with 404', async () => {
    expect((await get('/404')).status).toBe(404)
  })

  it.each([
    ...['/gallery?category=none', '/gallery?page=2', '/gallery?page=x', '/gallery/photo/none'],
    ...['/blog/none', '/portfolio/none', '/mikhenzo-products/none', '/mikhenzo-products?category=none'],
  ])('R20: answers 404 in place where a record is missing: %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('We can’t find that page.')
  })

  it('R20: answers 404 where a file is missing', async () => {
    for (const path of ['/assets/gone.js', '/assets/%zz.js', '/media/gone.jpg', '/media/%ff']) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
    }
  })

  it('R20: answers in-app navigation to an unknown path with the same redirect', async () => {
    for (const path of ['/no-such-page.data', '/_root.data']) {
      const answer = await get(path)
      expect(answer.status).toBe(202)
      expect(await answer.text()).toContain('"/404"')
    }
  })

  it('redirects signed-out visitors from account pages to /login', async () => {
    for (const path of ['/download', '/profile'])
      expect([(await get(path)).status, (await get(path)).headers.get('location')]).toEqual([
        302,
        `/login?${new URLSearchParams({ returnTo: path })}`,
      ])
  })

  it('allows exactly the scripts of a page, by their hashes', async () => {
    const answer = await get('/')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const html = await answer.text()
    const inline = [...html.matchAll(/<script\b([^>]*)>([^<][\s\S]*?)<\/script>/g)]
      .filter(([, attributes = '']) => !attributes.includes('ld+json'))
      .map(([, , body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`)
    expect(inline.length).toBeGreaterThan(1)
    expect(/script-src ([^;]*)/.exec(policy)?.[1]?.split(' ').toSorted()).toEqual(
      [`'self'`, ...new Set(inline)].toSorted(),
    )
    expect(html).not.toContain('nonce')
    expect(html).not.toMatch(/<div hidden/)
  })

  it('serves the built files compressed, and cached for a year', async () => {
    const script = /\/assets\/entry\.client-[^"]+\.js/.exec(await (await get('/')).text())?.[0] ?? ''
    const answer = await get(script, { headers: { 'Accept-Encoding': 'br' } })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('cache-control')).toContain('immutable')
  })

  it.each([
    ['two different', ['photos.example', 'evil.example']],
    ['the same twice', ['photos.example', 'photos.example']],
    ['none', []],
  ])('refuses a request with %s Host headers', async (_, hosts) => {
    const { port, hostname } = new URL(site.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join('')
    socket.write(`GET / HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
    await new Promise((closed) => socket.once('close', closed))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('name the site it’s for')
  })

  it('drops its cached pages soon after another process’s write', async () => {
    const before = await get('/about')
    const tag = before.headers.get('etag') ?? ''
    const unchanged = () => get('/about', { headers: { 'If-None-Match': tag } })
    await before.arrayBuffer()
    expect((await unchanged()).status).toBe(304)
    write(site, (database) =>
      database.exec(`update pages set title = 'Written elsewhere' where slug = 'about'`),
    )
    await expect
      .poll(async () => (await get('/about')).text(), { interval: 25 })
      .toContain('Written elsewhere')
    expect((await unchanged()).status).toBe(200)
  })
})

describe('a page that throws', () => {
  it('is answered without details, is logged, and affects no other request', async () => {
    const site = await startSite()
    write(site, (database) => {
      database.exec(`update pages set body = '{}' where slug = 'about'`)
      database.exec(`delete from pages where slug = 'portrait'`)
    })
    await expect.poll(async () => (await fetch(`${site.url}/portrait`)).status).toBe(500)
    for (const path of ['/about', '/portrait', '/portrait.data']) {
      const answer = await fetch(site.url + path)
      expect(answer.status).toBe(500)
      expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).not.toMatch(/server\.js|\.tsx?:|node_modules|\n\s+at /)
    }
    expect(site.output()).toContain('a page failed')
    expect((await fetch(`${site.url}/services`)).status).toBe(200)
    expect(await site.stop()).toBe(0)
  })
})

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

const isOpen = (site: Site) =>
  fetch(`${site.url}/healthz`).then(
    () => true,
    () => false,
  )

describe('shutdown', () => {
  it('on SIGTERM finishes running requests and exits with code 0', async () => {
    const site = await startSite()
    const { port, hostname } = new URL(site.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    const body = 'email=not-an-address'
    socket.write(
      `POST /newsletter HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n${body.slice(0, 5)}`,
    )
    // The request has begun, and no new connection is accepted.
    await expect.poll(() => answer).toBe(CONTINUE)
    const ended = site.stop()
    await expect.poll(() => isOpen(site)).toBe(false)
    socket.write(body.slice(5))
    expect(await ended).toBe(0)
    expect(answer.slice(CONTINUE.length)).toMatch(/^HTTP\/1\.1 422 /)
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it('behind a load balancer first says that it isn’t ready, and still answers until the balancer knows', async () => {
    const site = await startSite({ env: { DRAIN_SECONDS: '2' } })
    await (await fetch(`${site.url}/about`)).text()
    const ended = site.stop()
    const ready = async () => {
      const answer = await fetch(`${site.url}/readyz`)
      return { status: answer.status, ...((await answer.json()) as object) }
    }
    await expect.poll(ready, { interval: 20 }).toEqual({ status: 503, ready: false, stopping: true })
    for (const path of ['/about', '/contact', '/healthz']) {
      const answer = await fetch(site.url + path)
      expect([path, answer.status, answer.headers.get('connection')]).toEqual([path, 200, 'close'])
    }
    expect(await ended).toBe(0)
  })
})

describe('shutdown during photo processing', () => {
  it('requeues the interrupted photos', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'studio-work-'))
    const site = await startSite({ dataDir })
    const database = new DatabaseSync(join(dataDir, 'studio.sqlite'), { readOnly: true })
    const claimed = () =>
      database.prepare('select count(*) as n from jobs where claimed_by is not null').get()?.n
    await vi.waitFor(() => expect(claimed()).toBeGreaterThan(0), { timeout: 60_000 })
    expect(await site.stop()).toBe(0)
    const jobs = database.prepare('select attempts, claimed_by, last_error from jobs').all()
    database.close()
    await rm(dataDir, { recursive: true })
    expect(jobs.length).toBeGreaterThan(0)
    for (const job of jobs) expect(job).toEqual({ attempts: 0, claimed_by: null, last_error: null })
    expect(site.output()).not.toContain('failed')
  })
})

describe('startup', () => {
  it.each([
    [{ PORT: 'many' }, 'PORT must be a whole number from 0 to 65535'],
    [{ SITE_URL: 'photos.example.com' }, 'SITE_URL must be an address'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
    [{ DRAIN_SECONDS: 'long' }, 'DRAIN_SECONDS must be a number from 0 to 300'],
    [{ MAIL_FROM: 'A <a@example.com>, B <b@example.com>' }, 'MAIL_FROM must be an email address'],
    [{ HOST: '999.1.1.1', DEMO: '0' }, 'HOST must be an IP address of this machine'],
    [{ DATA_DIR: join(root, 'package.json') }, 'Set DATA_DIR to a folder'],
  ])('R40: fails with a sentence when %o is set', async (env, sentence) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'studio-start-'))
    const { code, err } = await runProgram(['serve'], {
      DATA_DIR: dataDir,
      ...(env as Record<string, string>),
    })
    await rm(dataDir, { recursive: true })
    expect(code).toBe(1)
    expect(err).toContain(sentence)
    expect(err).toContain('something is wrong somewhere')
    expect(err).not.toMatch(/^\s+at /m)
  })

  it('R40: fails with a sentence when the database doesn’t answer, or the folder can’t be created', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'studio-start-'))
    const unreachable = await runProgram(['serve'], {
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://u:p@127.0.0.1:9/x',
    })
    expect([unreachable.code, unreachable.err]).toEqual([1, expect.stringContaining('correct DATABASE_URL')])
    const notFolder = await runProgram(['serve'], { DATA_DIR: join(root, 'package.json', 'data') })
    expect([notFolder.code, notFolder.err]).toEqual([1, expect.stringContaining('Set DATA_DIR to a folder')])
    await rm(dataDir, { recursive: true })
  })

  it('R40: fails with a sentence when a newer version migrated the database, and changes nothing', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'studio-start-'))
    await copyInstallation('texts', dataDir)
    const database = new DatabaseSync(join(dataDir, 'studio.sqlite'))
    const count = () =>
      database.prepare('select (select count(*) from photos) + (select count(*) from settings) as n').get()
    const before = count()
    database.exec(`
      delete from kysely_migration where name not like '%-baseline';
      update kysely_migration set name = '2026-11-20-a-jobs-outbox-limits'`)
    const { code, err } = await runProgram(['serve'], { DATA_DIR: dataDir })
    const after = count()
    database.close()
    await rm(dataDir, { recursive: true })
    expect([code, err]).toEqual([1, expect.stringContaining('from before the first release')])
    expect(err).not.toMatch(/^\s+at /m)
    expect(after).toEqual(before)
  })

  it('R40: fails with a sentence when the port is taken', async () => {
    const site = await startSite()
    const dataDir = await mkdtemp(join(tmpdir(), 'studio-start-'))
    const { port } = new URL(site.url)
    const { code, err } = await runProgram(['serve'], { DATA_DIR: dataDir, PORT: port, DEMO: '0' })
    await site.stop()
    await rm(dataDir, { recursive: true })
    expect(code).toBe(1)
    expect(err).toContain(`Port ${port} is already in use.`)
    expect(err).toContain('something is wrong somewhere')
  })
})

describe('the commands', () => {
  it('are listed, and one that does not exist is refused', async () => {
    const help = await runProgram(['--help'], {})
    expect([help.code, help.err]).toEqual([0, ''])
    expect(help.out).toContain('import photos FOLDER --gallery SLUG')
    const unknown = await runProgram(['make', 'coffee'], {})
    expect(unknown.code).toBe(1)
    expect(unknown.err).toContain('There is no command make coffee.')
    expect(unknown.err).toContain('import photos')
  })
})
