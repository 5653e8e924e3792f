/**
 * What this process counts about itself since it started, in the text format of Prometheus
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Counting is adding to a number in memory.
 */

/** A value with its labels, such as `{ kind: 'send-mail' }`. */
export interface Sample {
  labels?: Record<string, string>
  value: number
}

/** A value that is read when it is asked for. */
export interface Gauge {
  name: string
  help: string
  samples: Sample[]
}

interface Counter<Label extends string> {
  add(labels: Record<Label, string>, by?: number): void
}

interface Histogram<Label extends string> {
  /** @param seconds how long it took */
  observe(labels: Record<Label, string>, seconds: number): void
}

/** The text of each metric that is counted. */
const counted: (() => string)[] = []

function counter<Label extends string>(
  name: string,
  help: string,
  ...names: readonly Label[]
): Counter<Label> {
  const values = new Map<string, number>()
  counted.push(() =>
    textOf(
      name,
      help,
      'counter',
      [...values].map(([labels, value]) => `${name}${labels} ${value}`),
    ),
  )
  return {
    add: (labels, by = 1) => {
      const key = labelText(names.map((each) => [each, labels[each]]))
      values.set(key, (values.get(key) ?? 0) + by)
    },
  }
}

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function histogram<Label extends string>(
  name: string,
  help: string,
  ...names: readonly Label[]
): Histogram<Label> {
  const values = new Map<
    string,
    { pairs: [string, string][]; counts: number[]; count: number; sum: number }
  >()
  counted.push(() =>
    textOf(
      name,
      help,
      'histogram',
      [...values.values()].flatMap(({ pairs, counts, count, sum }) => [
        ...BUCKETS.map(
          (bound, at) => `${name}_bucket${labelText([...pairs, ['le', String(bound)]])} ${counts[at]}`,
        ),
        `${name}_bucket${labelText([...pairs, ['le', '+Inf']])} ${count}`,
        `${name}_sum${labelText(pairs)} ${sum}`,
        `${name}_count${labelText(pairs)} ${count}`,
      ]),
    ),
  )
  return {
    observe: (labels, seconds) => {
      const pairs = names.map((each): [string, string] => [each, labels[each]])
      const key = labelText(pairs)
      const known = values.get(key) ?? { pairs, counts: BUCKETS.map(() => 0), count: 0, sum: 0 }
      values.set(key, known)
      // Each bucket contains the smaller ones.
      for (const [at, bound] of BUCKETS.entries())
        if (seconds <= bound) known.counts[at] = (known.counts[at] ?? 0) + 1
      known.count += 1
      known.sum += seconds
    },
  }
}

/** Answers from memory by status. A plain object, since a cached page takes only some microseconds. */
export const answersFromMemory: Record<number, number> = {}
counted.push(() => {
  const name = 'studio_http_memory_answers_total'
  const lines = Object.entries(answersFromMemory).map(
    ([status, value]) => `${name}${labelText([['status', status]])} ${value}`,
  )
  return textOf(
    name,
    'Requests answered from memory: cached pages, photos and files of the build.',
    'counter',
    lines,
  )
})

/** Uses of the page cache. A plain object for the same reason. */
export const pageCacheUses = { hit: 0, miss: 0 }
counted.push(() => {
  const name = 'studio_page_cache_uses_total'
  const lines = Object.entries(pageCacheUses).map(
    ([result, value]) => `${name}${labelText([['result', result]])} ${value}`,
  )
  return textOf(name, 'Requests for cached pages and photos, found or made anew.', 'counter', lines)
})

/** `area`: see `areaOf` in `request-log.server.ts`. */
export const requestsAnswered = counter('studio_http_requests_total', 'All other requests.', 'area', 'status')
export const requestSeconds = histogram(
  'studio_http_request_duration_seconds',
  'How long these took.',
  'area',
)
/** `outcome`: done, returned (at shutdown), retried or failed. */
export const jobsRun = counter('studio_job_runs_total', 'Runs of jobs.', 'kind', 'outcome')
export const jobSeconds = counter('studio_job_seconds_total', 'Time that jobs took.', 'kind')
/** `outcome`: accepted, refused or temporary. */
export const mailAttempts = counter(
  'studio_mail_attempts_total',
  'Emails given to the mail server.',
  'outcome',
)
/** `outcome`: done or failed. */
export const storageCalls = counter('studio_storage_calls_total', 'Calls of the storage.', 'call', 'outcome')
export const storageSeconds = counter('studio_storage_seconds_total', 'Time that these calls took.', 'call')

/** Everything counted, and these gauges. */
export const metricsText = (gauges: readonly Gauge[]): string =>
  [
    ...counted.map((text) => text()),
    ...gauges.map(({ name, help, samples }) =>
      textOf(
        name,
        help,
        name.endsWith('_total') ? 'counter' : 'gauge',
        samples.map(({ labels = {}, value }) => `${name}${labelText(Object.entries(labels))} ${value}`),
      ),
    ),
  ].join('')

const textOf = (name: string, help: string, type: string, lines: string[]): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')

const labelText = (pairs: [name: string, value: string][]): string =>
  pairs.length === 0 ? '' : `{${pairs.map(([name, value]) => `${name}="${escaped(value)}"`).join(',')}}`

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
