import type { IncomingMessage, ServerResponse } from 'node:http'
import { readSessionCookie } from '~/platform/auth/signed-cookies.server'
import type { Config } from '~/platform/config.server'
import type { Logger } from '~/platform/logging.server'
import { answersFromMemory } from '~/platform/metrics.server'
import { answerWith, type Finished } from './finished.server'
import { remembering } from './headers'
import type { PageCache } from './page-cache.server'
import { canonicalTarget, pageKey, type RouteIds } from './page-key'
import { countRequests } from './request-log.server'
import { isOrdinaryRead } from './request-shape.server'
import { ICONS } from './special-paths'
import type { StaticFiles } from './static-files.server'

interface Parts {
  config: Pick<Config, 'siteUrl' | 'secret'>
  log: Logger
  files: StaticFiles
  pageCache: PageCache | undefined
  routeIds: RouteIds
}

/** Answers a request from memory. @returns false if the rest of the site has to answer it */
export type FromMemory = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/**
 * Answers with files of the build, cached pages and public photos, for requests as browsers write them. All
 * others pass through the whole site, which refuses malformed ones.
 */
export function answerFromMemory({ config, log, files, pageCache, routeIds }: Parts): FromMemory {
  const count = countRequests(log)
  const keyOf = remembering((target) => readKey(target, false))
  const keyWithGpc = remembering((target) => readKey(target, true))
  return (incoming, outgoing) => {
    if (!isOrdinaryRead(incoming)) return false
    const target = incoming.url ?? ''
    const query = target.indexOf('?')
    const path = query === -1 ? target : target.slice(0, query)
    const finished = isForEveryone(path)
      ? pageCache?.find(path)
      : (files.get(path) ?? cachedPage(target, incoming.headers))
    if (!finished) return false
    const { status, headers, body } = answerWith(finished, incoming)
    // HTTP/1.1 connections stay open by default, and Node.js would answer this header with two more. A stopping
    // server has set the header to close it.
    if (incoming.headers.connection === 'keep-alive' && !outgoing.hasHeader('Connection'))
      outgoing.removeHeader('Connection')
    outgoing.writeHead(status, headers)
    outgoing.end(body ?? undefined)
    count(status, path)
    answersFromMemory[status] = (answersFromMemory[status] ?? 0) + 1
    return true
  }

  function cachedPage(target: string, headers: IncomingMessage['headers']): Finished | undefined {
    if (!pageCache || readSessionCookie(headers.cookie, config).kind !== 'none') return undefined
    const key = headers['sec-gpc'] === '1' ? keyWithGpc(target) : keyOf(target)
    return key === undefined ? undefined : pageCache.find(key)
  }

  function readKey(target: string, gpc: boolean): string | undefined {
    const url = URL.parse(target, config.siteUrl)
    // If parsing changes the path, or the address isn't canonical, the answer is a redirect. `//[` isn't an address.
    if (!url || url.pathname !== target.split('?', 1)[0] || canonicalTarget(url) !== undefined)
      return undefined
    return pageKey(url, gpc, routeIds)?.key
  }
}

/** The same for everyone, signed in or not. */
const isForEveryone = (path: string) => path.startsWith('/media/') || ICONS.includes(path)
