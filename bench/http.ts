import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PAGES = ['/', '/gallery', '/pricing', '/contact']
const CONNECTIONS = 16
/** Requests with a session's cookie go past the kept pages: the same page, rendered and compressed each time. */
const RENDERED_EACH_TIME = 'studio_session=bench'

interface Load {
  perSecond: number
  bytes: number
}

/** Requests a second for pages as they are kept, and for the same pages rendered each time, both with brotli. */
export async function benchKeptPages(site: { url: string }) {
  const rows = []
  for (const page of PAGES) {
    const address = site.url + page
    await load(address, 1, '')
    const kept = await load(address, 3, '')
    await load(address, 1, RENDERED_EACH_TIME)
    const rendered = await load(address, 5, RENDERED_EACH_TIME)
    rows.push({
      page,
      'kept/s': Math.round(kept.perSecond),
      'rendered/s': Math.round(rendered.perSecond),
      times: Math.round(kept.perSecond / rendered.perSecond),
      'kept bytes': Math.round(kept.bytes),
      'rendered bytes': Math.round(rendered.bytes),
    })
  }
  return rows
}

async function load(address: string, seconds: number, cookie: string): Promise<Load> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'load.ts'),
    address,
    String(seconds),
    String(CONNECTIONS),
    cookie,
  ])
  return JSON.parse(stdout)
}
