import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post } from '../support/forms'
import { type Site, startSite } from '../support/site'

const TOKEN = 'a-token-for-prometheus'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { METRICS_TOKEN: TOKEN } })
})
afterAll(() => site?.stop())

const ask = (token = TOKEN) => fetch(`${site.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })

/** The value of a sample by its name and labels; 0 if it hasn't been counted. */
const sampleOf = (text: string, sample: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.split(' ')
      .at(-1) ?? 0,
  )

it('says nothing without the token, and doesn’t exist where none is configured', async () => {
  for (const token of ['', 'another-token-of-16', `${TOKEN}x`]) {
    const answer = await ask(token)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await answer.text()).not.toContain('studio_')
  }
  const without = await startSite()
  expect((await fetch(`${without.url}/metrics`)).status).toBe(404)
  await without.stop()
})

it('counts requests, uses of the page cache, jobs and calls of the storage', async () => {
  const before = await (await ask()).text()
  for (let n = 0; n < 3; n++) await (await fetch(`${site.url}/about`)).arrayBuffer()
  expect((await fetch(`${site.url}/media/none.jpg`)).status).toBe(404)
  await post(site, '/contact', {
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'A wedding',
    message: 'In May.',
  })
  const grown = (text: string, sample: string) => sampleOf(text, sample) - sampleOf(before, sample)
  await expect
    .poll(async () => {
      const text = await (await ask()).text()
      return [
        grown(text, 'studio_http_memory_answers_total{status="200"}') >= 2,
        grown(text, 'studio_http_requests_total{area="media",status="404"}'),
        grown(text, 'studio_http_request_duration_seconds_count{area="media"}'),
        grown(text, 'studio_page_cache_uses_total{result="hit"}') >= 2,
        grown(text, 'studio_page_cache_uses_total{result="miss"}') >= 1,
        [...text.matchAll(/^studio_job_runs_total\{kind="[^"]+",outcome="done"\} [1-9]/gm)].length > 0,
        [...text.matchAll(/^studio_storage_calls_total\{call="\w+",outcome="done"\} [1-9]/gm)].length > 0,
        sampleOf(text, 'studio_disk_free_bytes') > 0,
      ]
    })
    .toEqual([true, 1, 1, true, true, true, true, true])
})

it('has every bucket of a histogram, each with the smaller ones', async () => {
  const text = await (await ask()).text()
  const counts = [
    ...text.matchAll(/^studio_http_request_duration_seconds_bucket\{area="site",le="([^"]+)"\} (\d+)$/gm),
  ].map(([, , count]) => Number(count))
  expect(counts.length).toBe(12)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts.at(-1)).toBe(sampleOf(text, 'studio_http_request_duration_seconds_count{area="site"}'))
})

it('has every metric of the Grafana dashboard, and the dashboard shows every metric', async () => {
  const dashboard = await readFile(
    resolve(import.meta.dirname, '../../deploy/grafana-dashboard.json'),
    'utf8',
  )
  const known = [...(await (await ask()).text()).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)
  const shown = [...dashboard.matchAll(/\b((?:studio|process)_[a-z_]+)/g)].map(([, name = '']) =>
    name.replace(/_bucket$/, ''),
  )
  expect([...new Set(shown)].toSorted()).toEqual(known.toSorted())
})
