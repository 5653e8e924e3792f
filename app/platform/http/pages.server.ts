import type { Context, Handler } from 'hono'
import { RouterContextProvider } from 'react-router'
import { type Actor, anyoneAs, VISITOR } from '~/platform/auth/actor'
import { cookieNames, endedSession } from '~/platform/auth/cookies'
import { readSessionCookie, type SessionCookie, signedAnew } from '~/platform/auth/signed-cookies.server'
import { NO_DATABASE } from '~/platform/db/database-away'
import { NO_ROOM } from '~/platform/disk-full'
import { NO_PHOTO_STORAGE } from '~/platform/storage/bucket-away'
import { clientAddress, networksOf } from './client-address.server'
import { compressUncached, finishPage } from './compression.server'
import { type Aside, type FairQueue, QueueFull } from './fair-queue.server'
import { responseWith } from './finished.server'
import { OUR_ERROR } from './notices'
import type { PageCache } from './page-cache.server'
import { canonicalTarget, type PageKey, pageKey, type RouteIds } from './page-key'
import { AGAIN, plainPage } from './plain-page.server'
import type { Previews } from './preview.server'
import { type App, type Outage, type RequestScope, scope } from './scope.server'
import { missingHeaders, PUBLIC_PAGE } from './security-headers.server'
import { mayHaveBody, type SiteBindings } from './sent-body.server'
import { changeable } from './text-response.server'

/** Kept by the person's browser only, and checked each time. */
const PRIVATE_PAGE = 'private, no-cache'

export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>

interface Options {
  /** Shows error details, for development. */
  development: boolean
  app: App
  pages: PageHandler
  /** The sender of a request. Reads the database only for a session cookie with our signature. */
  actorOf: (request: Request) => Promise<Actor>
  pageCache: PageCache | undefined
  routeIds: RouteIds
  /** Limits concurrent renders, and takes turns between clients. Compression isn't part of a turn. */
  renders: FairQueue
  previews: Previews
}

type RequestFacts = Pick<RequestScope, 'actor' | 'actorError' | 'gpc' | 'validUntil'> &
  Partial<Pick<RequestScope, 'db' | 'isPreview' | 'isForEveryone' | 'aside'>>

type PageContext = Context<{ Bindings: SiteBindings }>

/** Serves pages: public ones from the cache, for visitors and for each role. All others are rendered each time. */
export function servePages(options: Options): Handler {
  const { app, pages, actorOf, pageCache, routeIds, renders, previews, development } = options
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
      return correctSessionCookie(session, await answer(), app.config.siteUrl)
    } catch (error) {
      if (error instanceof QueueFull || signal.aborted) return tooBusy(c.req.raw)
      throw error
    }

    async function answer(): Promise<Response> {
      const key = pageCache && isRead(c) ? pageKey(url, gpc, routeIds) : undefined
      const known = key && session.kind === 'signed' ? await readSignedIn(c) : undefined
      if (!pageCache || !key || known?.actorError) {
        const rendered = await renders.run(who, (aside) => renderUncached(c, { url, gpc, aside }), signal)
        // What an answer calls unpublished is gone for visitors before they can know of it.
        if (!isRead(c)) await pageCache?.check()
        return sendUncached(rendered, c)
      }
      // An owner who has just published a change looks at it next.
      if (known) await pageCache.check()
      const kept = known ? { ...key, key: `${key.key} as=${roleOf(known.actor)}` } : key
      // Shared by everyone who waits for this page, so it doesn't end when one of them disconnects.
      const page = await pageCache.get(kept.key, async () => {
        const rendered = await renders.run(who, () => renderCacheable(kept, known?.actor))
        if (rendered instanceof Response) return rendered
        const { response, validUntil } = rendered
        return { page: await finishPage(response), validUntil }
      })
      return page instanceof Response ? sendUncached(page, c) : responseWith(page, c.req.raw)
    }

    /** @param person undefined: for visitors. Of a person, only the role is known to the page. */
    async function renderCacheable(
      key: PageKey,
      person: Actor | undefined,
    ): Promise<{ response: Response; validUntil: number } | Response> {
      let validUntil = Number.POSITIVE_INFINITY
      // Made from the cache key only, so that one visitor's headers can't affect the page that others get.
      const request = new Request(app.config.siteUrl + key.target)
      const response = await ask(c, request, {
        actor: person?.kind === 'person' ? anyoneAs(person.role) : VISITOR,
        isForEveryone: person === undefined,
        gpc: gpc && key.variesByGpc,
        validUntil: (at) => {
          validUntil = Math.min(validUntil, at)
        },
      })
      if (!isCacheable(response, key)) return response
      if (person) response.headers.set('Cache-Control', PRIVATE_PAGE)
      else if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', PUBLIC_PAGE)
      response.headers.set(
        'Vary',
        key.variesByGpc ? 'Accept-Encoding, Cookie, Sec-GPC' : 'Accept-Encoding, Cookie',
      )
      const { pathname } = new URL(request.url)
      for (const [name, value] of missingHeaders(app.config, pathname, response.headers))
        response.headers.set(name, value)
      return { response, validUntil }
    }
  }

  async function renderUncached(
    c: PageContext,
    { url, gpc, aside }: { url: URL; gpc: boolean; aside: Aside },
  ): Promise<Response> {
    // React Router compares Origin with the host it was called by, which a proxy may have changed.
    // `refuseForeignWrites` has already checked the origin.
    const headers = new Headers(c.req.raw.headers)
    headers.delete('origin')
    const cookies = headers.get('cookie')
    if (cookies !== null) headers.set('cookie', signedAnew(cookies, app.config))
    const posted = c.get('body')
    // A length above the limit, so that `readBody` refuses it whatever the client declared.
    if (posted === 'too-large') headers.set('content-length', String(Number.MAX_SAFE_INTEGER))
    const body = posted === 'too-large' ? new Uint8Array() : posted
    const request = new Request(app.config.siteUrl + url.pathname + url.search, {
      method: body ? 'POST' : c.req.raw.method === 'HEAD' ? 'HEAD' : 'GET',
      headers,
      signal: c.req.raw.signal,
      ...(body ? { body } : {}),
    })
    const signedIn = await readSignedIn(c)
    return ask(c, request, { ...signedIn, gpc, aside, validUntil: () => {} })
  }

  async function readSignedIn(c: PageContext): Promise<Pick<RequestFacts, 'actor' | 'actorError'>> {
    try {
      return { actor: await actorOf(c.req.raw) }
    } catch (error) {
      app.log.error({ err: error, requestId: c.get('requestId') }, 'a session could not be read')
      return { actor: VISITOR, actorError: error }
    }
  }

  async function ask(c: PageContext, request: Request, facts: RequestFacts): Promise<Response> {
    const context = new RouterContextProvider()
    let retryAt: number | undefined
    let outage: Outage | undefined
    let sendBody: SiteBindings['sendBody']
    const [received, receivedFiles, hashed] = [c.get('received'), c.get('receivedFiles'), c.get('hashed')]
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
      isForEveryone: false,
      aside: (wait) => wait(),
      ...(received ? { received } : {}),
      ...(receivedFiles ? { receivedFiles } : {}),
      ...(hashed ? { hashed } : {}),
      ...facts,
      previews,
      outside: { scripts: [], connections: [], frames: [] },
      retryAt: (at) => {
        retryAt = at
      },
      outage: (what) => {
        outage = what
      },
      sendBody: (send) => {
        sendBody = send
      },
    })
    const response = await pages(request, context)
    if (sendBody && c.env && mayHaveBody(response)) c.env.sendBody = sendBody
    if (outage && response.status >= 500) return outageAnswer(request, outage)
    // React Router's fallback for an error is a line of plain text. In development it contains the stack.
    if (
      !development &&
      response.status >= 500 &&
      !/html|x-script/.test(response.headers.get('Content-Type') ?? '')
    )
      return plainPage(500, OUR_ERROR)
    const answer = changeable(response)
    if (answer.status === 429 && retryAt !== undefined)
      answer.headers.set('Retry-After', String(secondsUntil(retryAt, app.clock.now())))
    return answer
  }
}

/** For a data request: React Router's client reads only the sentence and shows it in the page. */
function refusal(
  { url, method }: Request,
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
): Response {
  if (new URL(url).pathname.endsWith('.data'))
    return new Response(sentence, {
      status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
    })
  // A form’s page would be empty. Going back keeps its text.
  return plainPage(status, sentence, headers, method === 'POST' ? undefined : AGAIN)
}

function outageAnswer(request: Request, outage: Outage): Response {
  switch (outage) {
    case 'disk-full':
      return refusal(request, 507, NO_ROOM)
    case 'bucket-away':
      return refusal(request, 503, NO_PHOTO_STORAGE, { 'Retry-After': '60' })
    case 'database-away':
      return refusal(request, 503, NO_DATABASE, { 'Retry-After': '30' })
  }
}

const tooBusy = (request: Request): Response =>
  refusal(
    request,
    503,
    'A lot of people are asking for pages right now. Please try again in a few seconds.',
    {
      'Retry-After': '5',
    },
  )

/** Redirects to the page's canonical address. Browsers cache the redirect for an hour. */
const moved = (target: string): Response =>
  new Response(null, { status: 301, headers: { Location: target, 'Cache-Control': 'public, max-age=3600' } })

const secondsUntil = (at: number, now: number) => Math.max(1, Math.ceil((at - now) / 1_000))

/** Part of a cache key. The session of a signed cookie may have ended. */
const roleOf = (actor: Actor): string => (actor.kind === 'person' ? actor.role : 'nobody')

/** Compresses a response that is for this visitor only. */
function sendUncached(response: Response, c: PageContext): Promise<Response> {
  const { headers, ok } = response
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', ok ? PRIVATE_PAGE : 'no-store')
  headers.append('Vary', 'Cookie')
  return compressUncached(response, c.req.raw)
}

const isRead = (c: PageContext) => c.req.method === 'GET' || c.req.method === 'HEAD'

/**
 * Deletes a session cookie that isn't ours, and renews one that a previous secret signed, unless the page sets
 * another.
 */
function correctSessionCookie(session: SessionCookie, answer: Response, siteUrl: string): Response {
  const cookie =
    session.kind === 'forged'
      ? endedSession(siteUrl)
      : session.kind === 'signed'
        ? session.renewed
        : undefined
  const { session: name } = cookieNames(siteUrl)
  if (!cookie || answer.headers.getSetCookie().some((each) => each.startsWith(`${name}=`))) return answer
  answer.headers.append('Set-Cookie', cookie)
  if (answer.headers.get('Cache-Control')?.includes('public'))
    answer.headers.set('Cache-Control', PRIVATE_PAGE)
  return answer
}

/** Only responses valid for everyone: no errors, redirects, or responses that the route marked as private. */
function isCacheable(response: Response, { target }: PageKey): boolean {
  const { headers, status } = response
  const isRight = status === 200 || (status === 404 && /^\/404(\.data)?$/.test(target))
  return isRight && !headers.has('Set-Cookie') && !/no-store|private/.test(headers.get('Cache-Control') ?? '')
}
