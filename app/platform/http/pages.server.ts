import type { Context, Handler } from 'hono'
import { RouterContextProvider } from 'react-router'
import { type Actor, VISITOR } from '~/platform/auth/actor'
import { cookieNames, endedSession } from '~/platform/auth/cookies'
import { readSessionCookie, type SessionCookie, signedAnew } from '~/platform/auth/signed-cookies.server'
import { NO_ROOM } from '~/platform/disk-full'
import { clientAddress, networksOf } from './client-address.server'
import { compressPassing, finishPage } from './compression.server'
import { type FairQueue, QueueFull } from './fair-queue.server'
import { responseWith } from './finished.server'
import type { PageCache, Rendered } from './page-cache.server'
import { canonicalTarget, type PageKey, pageKey, type RouteIds } from './page-key'
import { plainPage } from './plain-page.server'
import type { Previews } from './preview.server'
import { type App, type RequestScope, scope } from './scope.server'
import { missingHeaders } from './security-headers.server'
import { mayHaveBody, type SiteBindings } from './sent-body.server'

export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>

interface Options {
  /** Errors are shown as they are. */
  development: boolean
  app: App
  pages: PageHandler
  /** The sender of a request. Reads the database only for a session cookie with our signature. */
  actorOf: (request: Request) => Promise<Actor>
  keep: PageCache | undefined
  routeIds: RouteIds
  /** Renders take turns, so that a flood from one side leaves room for everyone else. */
  renders: FairQueue
  previews: Previews
}

type Said = Pick<RequestScope, 'actor' | 'actorError' | 'gpc' | 'validUntil'> &
  Partial<Pick<RequestScope, 'db' | 'isPreview'>>

type PageContext = Context<{ Bindings: SiteBindings }>

/** Serves pages: public ones from the cache, all others rendered each time. */
export function servePages(options: Options): Handler {
  const { app, pages, actorOf, keep, routeIds, renders, previews, development } = options
  const addressOf = (c: PageContext): string =>
    clientAddress(
      c.env?.incoming?.socket.remoteAddress,
      c.req.header('x-forwarded-for'),
      app.config.trustProxy,
    )

  const networkOf = (c: PageContext): string => networksOf(addressOf(c))[0].name

  return async (c: PageContext) => {
    const url = new URL(c.req.url)
    const gpc = c.req.header('sec-gpc') === '1'
    const session = readSessionCookie(c.req.header('cookie'), app.config)
    const elsewhere = isRead(c) ? canonicalTarget(url) : undefined
    if (elsewhere !== undefined) return moved(elsewhere)
    const who = session.kind === 'signed' ? `session ${session.token}` : networkOf(c)
    const { signal } = c.req.raw
    try {
      return keepSession(session, await answer(), app.config.siteUrl)
    } catch (error) {
      if (error instanceof QueueFull || signal.aborted) return tooBusy(url)
      throw error
    }

    async function answer(): Promise<Response> {
      const isVisitors = isRead(c) && session.kind !== 'signed'
      const key = keep && isVisitors ? pageKey(url, gpc, routeIds) : undefined
      if (!keep || !key) return renders.run(who, () => renderPassing(c, url, gpc), signal)
      // For everyone who waits for this page, so it does not end with the first of them.
      const page = await keep.get(key.key, () => renders.run(who, () => renderKeepable(key)))
      return page instanceof Response ? sendPassing(page, c) : responseWith(page, c.req.raw)
    }

    async function renderKeepable(key: PageKey): Promise<Rendered> {
      let validUntil = Number.POSITIVE_INFINITY
      // Made from the key and nothing else: what one visitor's browser says must not reach the next one's page.
      const request = new Request(app.config.siteUrl + key.target)
      const response = await ask(c, request, {
        actor: VISITOR,
        gpc: gpc && key.variesByGpc,
        validUntil: (at) => {
          validUntil = Math.min(validUntil, at)
        },
      })
      if (!isKeepable(response, key)) return response
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'public, no-cache')
      response.headers.set(
        'Vary',
        key.variesByGpc ? 'Accept-Encoding, Cookie, Sec-GPC' : 'Accept-Encoding, Cookie',
      )
      const { pathname } = new URL(request.url)
      for (const [name, value] of missingHeaders(app.config, pathname, response.headers))
        response.headers.set(name, value)
      return { page: await finishPage(response), validUntil }
    }
  }

  async function renderPassing(c: PageContext, url: URL, gpc: boolean): Promise<Response> {
    // React Router compares Origin with the address that we are called by, which a proxy may have changed.
    // Where writes come from has been checked before.
    const headers = new Headers(c.req.raw.headers)
    headers.delete('origin')
    const cookies = headers.get('cookie')
    if (cookies !== null) headers.set('cookie', signedAnew(cookies, app.config))
    const posted = c.get('body')
    // Above the limit, whatever the sender claims: readBody uses this header.
    if (posted === 'too-large') headers.set('content-length', String(Number.MAX_SAFE_INTEGER))
    const body = posted === 'too-large' ? new Uint8Array() : posted
    const request = new Request(app.config.siteUrl + url.pathname + url.search, {
      method: body ? 'POST' : 'GET',
      headers,
      signal: c.req.raw.signal,
      ...(body ? { body } : {}),
    })
    const signedIn = await readSignedIn(c)
    return sendPassing(await ask(c, request, { ...signedIn, gpc, validUntil: () => {} }), c)
  }

  async function readSignedIn(c: PageContext): Promise<Pick<Said, 'actor' | 'actorError'>> {
    try {
      return { actor: await actorOf(c.req.raw) }
    } catch (error) {
      app.log.error({ err: error, requestId: c.get('requestId') }, 'a session could not be read')
      return { actor: VISITOR, actorError: error }
    }
  }

  async function ask(c: PageContext, request: Request, said: Said): Promise<Response> {
    const context = new RouterContextProvider()
    let retryAt: number | undefined
    let isDiskFull = false
    let sendBody: SiteBindings['sendBody']
    context.set(scope, {
      ...app,
      requestId: c.get('requestId'),
      clientAddress: addressOf(c),
      userAgent: c.req.header('user-agent') ?? '',
      render: (path, db) =>
        // Without the visitor's cookies and address: the page is the same for everyone.
        ask(c, new Request(app.config.siteUrl + path), {
          db,
          isPreview: true,
          actor: VISITOR,
          gpc: false,
          validUntil: () => {},
        }),
      isPreview: false,
      ...said,
      previews,
      outside: { scripts: [], connections: [] },
      retryAt: (at) => {
        retryAt = at
      },
      diskIsFull: () => {
        isDiskFull = true
      },
      sendBody: (send) => {
        sendBody = send
      },
    })
    const response = await pages(request, context)
    if (sendBody && c.env && mayHaveBody(response)) c.env.sendBody = sendBody
    if (isDiskFull && response.status >= 500) return refusal(new URL(request.url), 507, NO_ROOM)
    // React Router's last resort is a line of text; while developing, it says where the mistake is.
    if (
      !development &&
      response.status >= 500 &&
      !/html|x-script/.test(response.headers.get('Content-Type') ?? '')
    )
      return plainPage(500, 'Something went wrong on our end. Please try again in a moment.')
    // A redirect's headers are immutable, so the response is copied.
    const answer = new Response(response.body, response)
    if (answer.status === 429 && retryAt !== undefined)
      answer.headers.set('Retry-After', String(secondsUntil(retryAt, app.clock.now())))
    return answer
  }
}

/** The page's script reads only the sentence, and shows it in the page. */
const refusal = (
  url: URL,
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
): Response =>
  url.pathname.endsWith('.data')
    ? new Response(sentence, {
        status,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
      })
    : plainPage(status, sentence, headers)

const tooBusy = (url: URL): Response =>
  refusal(url, 503, 'A lot of people are asking for pages right now. Please try again in a few seconds.', {
    'Retry-After': '5',
  })

/** One address per page. Browsers remember the redirect. */
const moved = (target: string): Response =>
  new Response(null, { status: 301, headers: { Location: target, 'Cache-Control': 'public, max-age=3600' } })

const secondsUntil = (at: number, now: number) => Math.max(1, Math.ceil((at - now) / 1_000))

/** For this visitor only. */
function sendPassing(response: Response, c: PageContext): Promise<Response> {
  const { headers, ok } = response
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', ok ? 'private, no-cache' : 'no-store')
  headers.append('Vary', 'Cookie')
  return compressPassing(response, c.req.raw)
}

const isRead = (c: PageContext) => c.req.method === 'GET' || c.req.method === 'HEAD'

/** Takes back a cookie that isn't ours, and gives one that a previous secret signed anew, unless a page sets another. */
function keepSession(session: SessionCookie, answer: Response, siteUrl: string): Response {
  const cookie =
    session.kind === 'made-up'
      ? endedSession(siteUrl)
      : session.kind === 'signed'
        ? session.renewed
        : undefined
  const { session: name } = cookieNames(siteUrl)
  if (!cookie || answer.headers.getSetCookie().some((each) => each.startsWith(`${name}=`))) return answer
  answer.headers.append('Set-Cookie', cookie)
  if (answer.headers.get('Cache-Control')?.includes('public'))
    answer.headers.set('Cache-Control', 'private, no-cache')
  return answer
}

/** Only responses valid for everyone: no errors, redirects, or responses that the route marked as private. */
function isKeepable(response: Response, { target }: PageKey): boolean {
  const { headers, status } = response
  const isRight = status === 200 || (status === 404 && /^\/404(\.data)?$/.test(target))
  return isRight && !headers.has('Set-Cookie') && !/no-store|private/.test(headers.get('Cache-Control') ?? '')
}
