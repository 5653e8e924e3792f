import type { RouterContextProvider } from 'react-router'
import { rehearse, type Tx } from '~/platform/db/database.server'
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
 * What a change would make of a public page. The change is made, the page is rendered from it as for a visitor, and
 * both are undone: nobody else ever sees it, and no kept page does.
 * @param path of the page, such as `/about`
 * @param change the operation that saving would run; it gets the transaction as its database
 * @returns the page for a frame of the Studio, in which nothing runs and nothing leads anywhere
 */
export async function previewPage<R extends Outcome>(
  context: Readonly<RouterContextProvider>,
  path: string,
  change: (tx: Tx) => Promise<R>,
): Promise<Preview<R>> {
  const { db, render } = context.get(scope)
  return await rehearse(db, async (tx): Promise<Preview<R>> => {
    const result = await change(tx)
    if (!result.ok) return { ok: false, result: result as Extract<R, { ok: false }> }
    const page = await render(path, tx)
    return { ok: true, response: framed(asPreview(await page.text()), page.status < 500 ? 200 : page.status) }
  })
}

/** What stands in the frame while there is nothing to show: a sentence for each thing that is in the way. */
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
