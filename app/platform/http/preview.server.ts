import type { RouterContextProvider } from 'react-router'
import { rehearse, type Tx } from '~/platform/db/database.server'
import { readSnapshot } from '~/platform/db/snapshot.server'
import type { WrittenRow } from '~/platform/db/written-rows.server'
import { scope } from './scope.server'

/** What a change answers: that it was made, or why not. */
interface Outcome {
  ok: boolean
}

export type Preview<R extends Outcome> =
  | { ok: true; response: Response }
  /** The change was refused, as its saving would be. */
  | { ok: false; result: Extract<R, { ok: false }> }

/**
 * Renders a public page as a change would make it, in a transaction that is rolled back: then from a snapshot of
 * the database, overlaid with the rows that the change wrote. They are never visible elsewhere or cached, and
 * other writers don't wait for the page.
 *
 * @param path of the page, such as `/about`
 * @param change the operation that saving would run; it gets the transaction as its database
 * @returns the page for a frame of the Studio, in which nothing runs and nothing leads anywhere
 */
export async function previewPage<R extends Outcome>(
  context: Readonly<RouterContextProvider>,
  path: string,
  change: (tx: Tx) => Promise<R>,
): Promise<Preview<R>> {
  const { db, config, render, previews } = context.get(scope)
  const asked = async (signal: AbortSignal): Promise<Preview<R>> => {
    const written: WrittenRow[] = []
    const outcome = await rehearse(db, change, written)
    if (!outcome.ok) return { ok: false, result: outcome as Extract<R, { ok: false }> }
    const rendered = async (tx: Tx): Promise<Response> => {
      const page = await render(path, tx)
      return framed(asPreview(await page.text()), page.status < 500 ? 200 : page.status)
    }
    const limited = (tx: Tx) => within(signal, rendered(tx))
    return {
      ok: true,
      response: await readSnapshot(config, limited, { written, statementMs: previews.ms }),
    }
  }
  try {
    return await previews.inTurn(asked)
  } catch (error) {
    if (error instanceof PreviewGivenUp)
      return {
        ok: true,
        response: previewRefused(['Too many previews at once. Try again in a moment.'], 503),
      }
    if ((error as Error).name === 'TimeoutError')
      return {
        ok: true,
        response: previewRefused(['This preview took too long. Try again in a moment.'], 503),
      }
    throw error
  }
}

/** Shown in the preview's frame instead of a page: one sentence per problem. */
export const previewRefused = (sentences: readonly string[], status = 422): Response =>
  framed(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Nothing to preview yet</title>
<style>body{margin:28px;font:430 16px/1.5 system-ui,sans-serif;color:#151411;background:#fbfaf8}h1{font-size:18px}ul{padding-left:1.2em}</style></head>
<body><h1>Nothing to preview yet</h1><ul>${sentences.map((each) => `<li>${escaped(each)}</li>`).join('')}</ul></body></html>`,
    status,
  )

/**
 * Scripts are taken out, so that the browser does not load them, and a link leads to the top of the window, which the
 * sandbox keeps shut. The sandbox leaves the page its origin, since fonts are not given to strangers.
 */
const asPreview = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\brel="(?:modulepreload|manifest)"[^>]*>/g, '')
    .replace('<head>', '<head><base target="_top">')

const POLICY = [
  `default-src 'none'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `font-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
  'sandbox allow-same-origin',
].join('; ')

const framed = (html: string, status: number): Response =>
  new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'private, no-store',
    },
  })

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

export interface PreviewLimits {
  /** How many are made at the same time. */
  atOnce: number
  /** Queue length. When it is full, the oldest request is dropped, which is likely outdated. */
  line: number
  /** How long one may take, its turn included, in milliseconds. */
  ms: number
}

export interface Previews {
  /**
   * Runs `work` when its turn comes.
   * @throws PreviewGivenUp when its turn doesn't come, and the reason of `signal` when the time is up before it does
   */
  inTurn<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
  readonly ms: number
}

type Place = PromiseWithResolvers<void> & { isCalled: boolean }

/** Newer previews took its place in line. */
export class PreviewGivenUp extends Error {
  override name = 'PreviewGivenUp'
}

/**
 * Limits previews, so that they don't slow down everyone else. They are requested at every pause in typing.
 */
export function limitPreviews({ atOnce, line, ms }: PreviewLimits): Previews {
  let running = 0
  const waiting: Place[] = []
  const turn = async (signal: AbortSignal): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    const place: Place = { ...Promise.withResolvers<void>(), isCalled: false }
    waiting.push(place)
    if (waiting.length > line) waiting.shift()?.reject(new PreviewGivenUp())
    try {
      await within(signal, place.promise)
    } catch (error) {
      // Called in the moment in which the time was up.
      if (place.isCalled) done()
      else if (waiting.includes(place)) waiting.splice(waiting.indexOf(place), 1)
      throw error
    }
  }
  // Passes its turn on directly, so that no one cuts in.
  const done = () => {
    const next = waiting.shift()
    if (!next) {
      running -= 1
      return
    }
    next.isCalled = true
    next.resolve()
  }
  return {
    ms,
    async inTurn(work) {
      const signal = AbortSignal.timeout(ms)
      await turn(signal)
      try {
        return await work(signal)
      } finally {
        done()
      }
    },
  }
}

/**
 * Waits until `work` is done or the time is up. What comes of it later is dropped.
 * @throws the reason of `signal` when the time is up
 */
export async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  const { promise: over, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([work, over])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
