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
import { isDiskFull } from '~/platform/disk-full'
import { joinScripts } from '~/platform/http/page-scripts.server'
import { orderStyles } from '~/platform/http/page-styles.server'
import { scope } from '~/platform/http/scope.server'
import { contentSecurityPolicy } from '~/platform/http/security-headers.server'
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
  const { pathname } = new URL(request.url)
  const isStudio = /^\/studio(\/|$)/i.test(pathname)
  // Studio users come back, so their browsers have its scripts and stylesheets cached.
  const page =
    import.meta.env.DEV || isStudio ? rendered : orderStyles(holdScripts(rendered, nonce, pathname), nonce)
  const { html, scripts } = joinScripts(page, nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { outside } = loadContext.get(scope)
  // The Studio embeds emails, and previews of pages.
  const policy = contentSecurityPolicy(scripts, {
    development: import.meta.env.DEV,
    outside,
    frames: isStudio,
  })
  headers.set('Content-Security-Policy', policy)
  return new Response(html, { status, headers })
}

/**
 * Keeps a public page's modules from competing with its pictures: `START` of `start-watch.tsx` loads them later.
 * Visitors use the booking form at once, so its modules load immediately, with low priority.
 */
function holdScripts(rendered: string, nonce: string, pathname: string): string {
  const mark = ` nonce="${nonce}"`
  const isHeld = !/^\/book-session(\/|$)/i.test(pathname)
  const link = isHeld ? `<link rel="${LATER}"` : '<link fetchpriority="low" rel="modulepreload"'
  return rendered
    .replace(/<link rel="modulepreload"([^>]*>)/g, (tag, rest: string) =>
      rest.includes(mark) ? link + rest : tag,
    )
    .replace(MODULES, (tag, attributes: string, text: string) =>
      attributes.includes(mark)
        ? `<script${mark}>${isHeld ? startModules(text) : importModules(text)}</script>`
        : tag,
    )
}

/** React Router's module script. */
const MODULES = /<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/g

/** The function that `START` calls to run the modules. */
const startModules = (text: string) => `window.startModules=function(){${importModules(text)}}`

const IMPORT = /^;?import \* as (\w+) from ("[^"]+");$/gm

/**
 * Converts a module script to a classic script with dynamic imports.
 * @param text begins with the imports of the page's modules
 */
function importModules(text: string): string {
  const imports = [...text.matchAll(IMPORT)]
  const modules = imports.map(([, , address]) => `import(${address})`)
  const names = imports.map(([, name]) => name)
  // The rest is statements that end with semicolons, and the indented manifest.
  const rest = text.replace(IMPORT, '').replace(/\n\s*/g, '')
  return `Promise.all([${modules}]).then(function([${names}]){${rest}})`
}

/** @throws the first rendering error, for which React Router renders the error page */
function renderToEnd(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const body = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(Buffer.from(chunk))
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
  const { log, requestId, diskIsFull } = context.get(scope)
  if (isDiskFull(error)) diskIsFull()
  log.error({ err: error, requestId }, 'a page failed')
}
