import { createContext } from 'react-router'
import type { Actor } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import type { Imaging } from '~/platform/imaging/imaging.server'
import type { Logger } from '~/platform/logging.server'
import type { Storage } from '~/platform/storage/storage.server'
import type { Previews } from './preview-limits.server'
import type { BodySender } from './sent-body.server'

/** What the program is made of; put together once in server.ts. */
export interface App {
  config: Config
  db: Db
  clock: Clock
  log: Logger
  storage: Storage
  imaging: Imaging
}

/** What one request has beside the program itself. */
export interface RequestScope extends App {
  /** Who asks; a visitor while that can't be read. */
  actor: Actor
  /** Why it isn't known who asks, when the database failed at it: pages for one person fail with this. */
  actorError?: unknown
  requestId: string
  /** The visitor's network address, as far as TRUST_PROXY lets it be known. */
  clientAddress: string
  /** What the browser says it is; '' when it says nothing. */
  userAgent: string
  /** The browser sent Global Privacy Control. */
  gpc: boolean
  /** Says until when, in milliseconds since 1970, what is rendered stays true. The earliest counts. */
  validUntil(at: number): void
  /** A public page as a visitor would get it from that database (a snapshot, say): made now, and never kept. */
  render(path: string, db: Db): Promise<Response>
  /** The page is shown to the studio by `render`: one that tells of what someone did shows it as an example. */
  isPreview: boolean
  /** Where previews wait for their turn. */
  previews: Previews
  /** Origins outside that the page’s policy allows, when its loaders name any. */
  outside: OutsideSources
  /** Sends the body of the answer, which has none of its own: a file, straight to the connection. */
  sendBody(send: BodySender): void
  /** Says from when, in milliseconds since 1970, what was tried too often may be tried again. */
  retryAt(at: number): void
  /** Says that what failed did so because the disk is full. */
  diskIsFull(): void
}

export interface OutsideSources {
  scripts: string[]
  connections: string[]
}

/** `context.get(scope)` in loaders and actions. */
export const scope = createContext<RequestScope>()
