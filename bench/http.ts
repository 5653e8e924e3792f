import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BenchSite } from './site.ts'

const PAGES = ['/', '/gallery', '/contact']
const CONNECTIONS = 16
/** Free times aren't cached. */
const RENDERED_EACH_TIME = '/book-session?service=portrait'

interface Load {
  perSecond: number
  bytes: number
}

const ROUNDS = 3
const SECONDS = 2

/**
 * Cached pages and a file, compared with a bare `node:http` server, and with nginx if it is installed, which
 * send the same bytes and headers. Runs alternate, with the server on one core and the load on another if
 * `taskset` is installed.
 */
export async function benchServing(site: BenchSite) {
  pin(site.pid)
  const script = /\/assets\/entry\.client-[^"]+\.js/.exec(await (await fetch(site.url)).text())?.[0]
  const rows = []
  for (const path of script ? [...PAGES, script] : PAGES) {
    const address = site.url + path
    await load(address, 1)
    const others = [await startBare(address), await startNginx(address)].filter(
      (other) => other !== undefined,
    )
    const rates = new Map<string, number[]>()
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { name, url } of [{ name: 'ours', url: address }, ...others])
        rates.set(name, [...(rates.get(name) ?? []), (await load(url, SECONDS)).perSecond])
    const slow = await slowOf(address)
    const bare = others.find(({ name }) => name === 'node:http')
    const slowBare = bare ? await slowOf(bare.url) : ''
    for (const { child } of others) child.kill()
    const medianOf = (name: string) => rates.get(name)?.toSorted((x, y) => x - y)[Math.floor(ROUNDS / 2)] ?? 0
    const ours = medianOf('ours')
    rows.push({
      address: path,
      'ours/s': Math.round(ours),
      'node:http/s': Math.round(medianOf('node:http')),
      'ours / node:http': (ours / medianOf('node:http')).toFixed(2),
      'nginx/s': Math.round(medianOf('nginx')) || 'not here',
      [`p99, ${MANY_CONNECTIONS} connections (< 12 ms)`]: slow,
      'p99 of node:http': slowBare,
    })
  }
  return rows
}

const MANY_CONNECTIONS = 128

/** The response time that one request in a hundred exceeds, by wrk. */
async function slowOf(address: string): Promise<string> {
  if (spawnSync('wrk', ['-v']).error) return 'no wrk here'
  const args = ['-t1', `-c${MANY_CONNECTIONS}`, '-d5s', '--latency', '-H', 'Accept-Encoding: br', address]
  const [program = '', ...rest] = [...(hasTaskset ? ['taskset', '-c', '1'] : []), 'wrk', ...args]
  const { stdout } = await promisify(execFile)(program, rest)
  return /99%\s+(\S+)/.exec(stdout)?.[1] ?? 'unknown'
}

const hasTaskset = spawnSync('taskset', ['--version']).status === 0 && cpus().length > 1

/** Keeps a process on the first core. The load runs on the second. */
function pin(pid: number | undefined): void {
  if (hasTaskset && pid !== undefined) spawnSync('taskset', ['-acp', '0', String(pid)])
}

/** A response's body and headers, without those that each server adds itself. */
async function copyAnswer(address: string) {
  const [answer] = (await once(
    request(address, { headers: { 'Accept-Encoding': 'br' } }).end(),
    'response',
  )) as [IncomingMessage]
  const body = await buffer(answer)
  const fields = Object.entries(answer.headers).filter(
    ([name]) => !/^(date|connection|keep-alive|content-length|etag)$/.test(name),
  )
  return { body, fields: fields.map(([name, value]) => [name, String(value)] as const) }
}

const BARE = `
  const { createServer } = require('node:http')
  const { headers, body } = JSON.parse(process.argv[1])
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_, answer) => { answer.writeHead(200, headers); answer.end(bytes) })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

async function startBare(address: string) {
  const { body, fields } = await copyAnswer(address)
  const headers = {
    ...Object.fromEntries(fields),
    etag: '"0123456789abcdef-br"',
    'content-length': body.length,
  }
  const copy = JSON.stringify({ headers, body: body.toString('base64') })
  const child = spawn(process.execPath, ['-e', BARE, copy], { stdio: ['ignore', 'pipe', 'inherit'] })
  pin(child.pid)
  const [line] = await once(child.stdout, 'data')
  return { name: 'node:http', url: `http://127.0.0.1:${Number(line)}${new URL(address).pathname}`, child }
}

const NGINX_PORT = 3191

async function startNginx(address: string) {
  if (spawnSync('nginx', ['-v']).status !== 0) return undefined
  const { body, fields } = await copyAnswer(address)
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  writeFileSync(join(folder, 'body'), body)
  const added = fields
    .filter(([name]) => name !== 'content-type')
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
  const type = fields.find(([name]) => name === 'content-type')?.[1] ?? 'text/plain'
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/log;
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; open_file_cache max=10; keepalive_requests 1000000000;
      client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      server {
        listen 127.0.0.1:${NGINX_PORT}; types { } default_type "${type}"; ${added.join(' ')}
        location / { root ${folder}; try_files /body =404; }
      }
    }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  pin(child.pid)
  await sleep(500)
  return { name: 'nginx', url: `http://127.0.0.1:${NGINX_PORT}/`, child }
}

/** Maximum number of connections that wait for a page at once. Each requests a page that isn't cached. */
const FLOOD_CONNECTIONS = 250
const FLOOD_SECONDS = 10
const PROBE_EVERY_MS = 20

/** Response time of `/healthz` in milliseconds, idle and during a flood of page renders. */
export async function benchFlood(site: BenchSite) {
  const quiet = await probe(site, sleep(2_000))
  const flood = load(site.url + RENDERED_EACH_TIME, FLOOD_SECONDS, FLOOD_CONNECTIONS)
  await sleep(1_000)
  const during = await probe(site, flood)
  const { perSecond } = await flood
  return [
    { while: 'nothing runs', ...quiet },
    { while: `${FLOOD_CONNECTIONS} connections request pages`, ...during, 'pages/s': Math.round(perSecond) },
  ]
}

async function probe({ url }: BenchSite, end: Promise<unknown>) {
  const took: number[] = []
  let isOver = false
  void end.then(() => {
    isOver = true
  })
  while (!isOver) {
    const start = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    took.push(performance.now() - start)
    await sleep(PROBE_EVERY_MS)
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => `${took[Math.floor((took.length - 1) * share)]?.toFixed(1)} ms`
  return { median: at(0.5), 'of 100, the slowest': at(0.99), slowest: at(1), probes: took.length }
}

async function load(address: string, seconds: number, connections = CONNECTIONS): Promise<Load> {
  const args = [join(import.meta.dirname, 'load.ts'), address, String(seconds), String(connections)]
  const [program, before] = hasTaskset ? ['taskset', ['-c', '1', process.execPath]] : [process.execPath, []]
  const { stdout } = await promisify(execFile)(program, [...before, ...args])
  return JSON.parse(stdout)
}
