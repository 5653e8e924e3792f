import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { refuseWhileWriting } from '~/platform/db/database.server'
import { isDatabaseAway } from '~/platform/db/database-away'
import { isDiskFull } from '~/platform/disk-full'
import { joinScripts } from '~/platform/http/page-scripts.server'
import { orderStyles } from '~/platform/http/page-styles.server'
import { scope } from '~/platform/http/scope.server'
import { contentSecurityPolicy } from '~/platform/http/security-headers.server'
import { textResponse } from '~/platform/http/text-response.server'
import { isBucketAway } from '~/platform/storage/bucket-away'
import { LATER, NonceContext } from '~/ui/start-watch'

/**
 * Renders the whole page before the first byte is sent: only a finished page can be cached, compressed well,
 * and covered by the hashes of its scripts.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  refuseWhileWriting('A page')
  const nonce = randomBytes(16).toString('base64')
  const rendered = await renderToEnd(
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  )
  const url = new URL(request.url)
  const { outside, isForEveryone, config } = loadContext.get(scope)
  const isStudio = /^\/studio(\/|$)/i.test(url.pathname)
  const isCached =
    isForEveryone && status === 200 && !headers.has('Cache-Control') && !headers.has('Set-Cookie')
  // Studio users come back, so their browsers have its scripts and stylesheets cached.
  const page =
    import.meta.env.DEV || isStudio
      ? rendered
      : orderStyles(holdScripts(rendered, { nonce, url, isCached }), nonce)
  const { html, scripts } = joinScripts(page, nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // The Studio embeds emails, and previews of pages.
  const policy = contentSecurityPolicy(scripts, {
    development: import.meta.env.DEV,
    outside,
    mediaUrl: config.mediaUrl,
    frames: isStudio,
  })
  headers.set('Content-Security-Policy', policy)
  return textResponse(html, { status, headers })
}

interface Held {
  nonce: string
  url: URL
  /** The page and its data are the same for all visitors, and cached. */
  isCached: boolean
}

/**
 * Keeps a public page's modules from competing with its pictures: `START` of `start-watch.tsx` loads them later.
 * A cached page's data comes with them, from where links load it too, so that its HTML doesn't have it twice.
 * Visitors use the booking form at once, so its modules load after the first paint.
 */
function holdScripts(rendered: string, { nonce, url, isCached }: Held): string {
  const mark = ` nonce="${nonce}"`
  const isBooking = /^\/book-session(\/|$)/i.test(url.pathname)
  const dataFrom = isCached && !isBooking ? dataAddress(url) : undefined
  const link = `<link rel="${LATER}"`
  const held = rendered
    .replace(/<link rel="modulepreload"([^>]*>)/g, (tag, rest: string) =>
      rest.includes(mark) ? link + rest : tag,
    )
    .replace(MODULES, (tag, attributes: string, text: string) =>
      attributes.includes(mark)
        ? `<script${mark}>${isBooking ? 'window.startsSoon=1;' : ''}${startModules(text, dataFrom)}</script>`
        : tag,
    )
  if (!dataFrom) return held
  return held
    .replaceAll(DATA, (tag, attributes: string) =>
      attributes.includes(mark) ? `<script${attributes}></script>` : tag,
    )
    .replace(link, () => {
      const href = dataFrom.replaceAll('&', '&amp;')
      return `<link rel="${LATER}" ${AS_DATA} crossorigin="" href="${href}"/>${link}`
    })
}

/** React Router's module script. */
const MODULES = /<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/g

/** Its scripts with the page's data. */
const DATA = /<script([^>]*)>window\.__reactRouterContext\.streamController\.[\s\S]*?<\/script>/g

const AS_DATA = 'as="fetch"'

/** Where React Router's client requests the data of a page. */
const dataAddress = ({ pathname, search }: URL) =>
  `${pathname.endsWith('/') ? `${pathname}_` : pathname}.data${search}`

/**
 * The function that `START` calls to run the modules.
 * @param dataFrom address of the page's data, if the HTML doesn't contain it
 */
function startModules(text: string, dataFrom?: string): string {
  const request = dataFrom ? `pageData=fetch(${JSON.stringify(dataFrom)});` : ''
  return `window.startModules=function(){${request}${importModules(text)}}`
}

const IMPORT = /^;?import \* as (\w+) from ("[^"]+");$/gm

/**
 * Converts a module script to a classic script with dynamic imports.
 * @param text begins with the imports of the page's modules
 */
function importModules(text: string): string {
  const imports = [...text.matchAll(IMPORT)]
  const modules = imports.map(([, , address]) => `import(${address})`)
  const names = imports.map(([, name]) => name)
  // The rest is statements that end with semicolons, and the indented manifest, where what is missing is false.
  const rest = text
    .replace(IMPORT, '')
    .replace(/\n\s*|(?<=":) /g, '')
    .replace(/"has\w+":false,/g, '')
  return `Promise.all([${modules}]).then(function([${names}]){${rest}})`
}

/** @throws the first rendering error, for which React Router renders the error page */
function renderToEnd(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // React writes each buffer once, so they need not be copied.
    const chunks: Uint8Array[] = []
    const body = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    })
    body.on('finish', () => resolve(Buffer.concat(chunks).toString('utf8')))
    body.on('error', reject)
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // React hides Suspense boundaries above this size until a script shows them. Pages have to be readable
      // without script.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => pipe(body),
      onError: (error) => {
        reject(error)
        abort(error)
      },
    })
  })
}

/**
 * Called by React Router with errors thrown by loaders, actions and pages. Visitors see a page without
 * details.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // Aborted requests, and answers such as 404 and 405, aren't errors.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const { log, requestId, outage } = context.get(scope)
  if (isDiskFull(error)) outage('disk-full')
  if (isBucketAway(error)) outage('bucket-away')
  if (isDatabaseAway(error)) outage('database-away')
  log.error({ err: error, requestId }, isBucketAway(error) ? 'the bucket isn’t responding' : 'a page failed')
}
