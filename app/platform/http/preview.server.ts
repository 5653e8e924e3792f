import type { RouterContextProvider } from 'react-router'
import { rehearse, type Tx } from '~/platform/db/database.server'
import { readSnapshot } from '~/platform/db/snapshot.server'
import type { WrittenRow } from '~/platform/db/written-rows.server'
import { scope } from './scope.server'

/** The result of a change: whether it was made, or why not. */
interface Outcome {
  ok: boolean
}

export type Preview<R extends Outcome> =
  | { ok: true; response: Response }
  /** The change was refused, as saving it would be. */
  | { ok: false; result: Extract<R, { ok: false }> }

/**
 * Renders a public page as a change would make it. The change runs in a transaction that is rolled back. The
 * page is then rendered from a snapshot of the database, overlaid with the rows that the change wrote. These
 * rows are never visible elsewhere or cached, and other writers don't wait for the page.
 * @param path of the page, such as `/about`; a function is called after the change
 * @param change the operation that saving would run; it gets the transaction as its database
 * @returns the page for a sandboxed frame of the Studio, without scripts and working links
 */
export async function previewPage<R extends Outcome>(
  context: Readonly<RouterContextProvider>,
  path: string | (() => string),
  change: (tx: Tx) => Promise<R>,
): Promise<Preview<R>> {
  const { db, config, render, previews } = context.get(scope)
  const makePreview = async (signal: AbortSignal): Promise<Preview<R>> => {
    const written: WrittenRow[] = []
    const outcome = await rehearse(db, change, written)
    if (!outcome.ok) return { ok: false, result: outcome as Extract<R, { ok: false }> }
    const rendered = async (tx: Tx): Promise<Response> => {
      const page = await render(typeof path === 'string' ? path : path(), tx)
      return framed(asPreview(await page.text()), page.status < 500 ? 200 : page.status)
    }
    const limited = (tx: Tx) => within(signal, rendered(tx))
    return {
      ok: true,
      response: await readSnapshot(config, limited, { written, statementMs: previews.ms }),
    }
  }
  try {
    return await previews.inTurn(makePreview)
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

/** The content of the preview's frame when the change was refused: one sentence per problem. */
export const previewRefused = (sentences: readonly string[], status = 422): Response =>
  framed(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Nothing to preview yet</title>
<style>body{margin:28px;font:430 16px/1.5 system-ui,sans-serif;color:#151411;background:#fbfaf8}h1{font-size:18px}ul{padding-left:1.2em}</style></head>
<body><h1>Nothing to preview yet</h1><ul>${sentences.map((each) => `<li>${escaped(each)}</li>`).join('')}</ul></body></html>`,
    status,
  )

/**
 * Removes scripts, so that browsers don't load them. Links target the top window, which the sandbox forbids.
 * The sandbox keeps the page's origin, since fonts are served to the same origin only.
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
  /** Maximum number of simultaneous previews. */
  atOnce: number
  /** Queue length. When it is full, the oldest request is dropped, which is likely outdated. */
  line: number
  /** Time limit of a preview in milliseconds, including its wait in the queue. */
  ms: number
}

export interface Previews {
  /**
   * Runs `work` when its turn comes.
   * @throws PreviewGivenUp if newer previews replaced it in the queue; the reason of `signal` if the time is up
   * first
   */
  inTurn<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
  readonly ms: number
}

type Place = PromiseWithResolvers<void> & { isCalled: boolean }

/** Newer previews replaced it in the queue. */
export class PreviewGivenUp extends Error {
  override name = 'PreviewGivenUp'
}

/** Limits previews, which are requested at every pause in typing, so that they don't slow down other requests. */
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
      // Its turn came at the moment when its time was up.
      if (place.isCalled) done()
      else if (waiting.includes(place)) waiting.splice(waiting.indexOf(place), 1)
      throw error
    }
  }
  // Passes the turn on directly, so that a newer preview can't overtake a waiting one.
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
 * Waits until `work` is done or the time is up. A later result is ignored.
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
