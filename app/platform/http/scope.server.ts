import { createContext } from 'react-router'
import type { Actor } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import type { Imaging } from '~/platform/imaging/imaging.server'
import type { Logger } from '~/platform/logging.server'
import type { Storage } from '~/platform/storage/storage.server'
import type { Aside } from './fair-queue.server'
import type { Previews } from './preview.server'
import type { Hashed, Received, ReceivedFiles } from './received-file.server'
import type { BodySender } from './sent-body.server'

/** The server's parts, composed once in server.ts. */
export interface App {
  config: Config
  db: Db
  clock: Clock
  log: Logger
  storage: Storage
  imaging: Imaging
  /** Starts the program again, after a restore. Absent where it can’t. */
  restart?: () => void
}

/** The app with the data of one request. */
export interface RequestScope extends App {
  /** The sender; a visitor if sessions can't be read. */
  actor: Actor
  /** The database error, if sessions can't be read. Private pages fail with it. */
  actorError?: unknown
  requestId: string
  /** The visitor's IP address, as far as TRUST_PROXY allows it to be known. */
  clientAddress: string
  /** The User-Agent header; '' if there is none. */
  userAgent: string
  /** The browser sent Global Privacy Control. */
  gpc: boolean
  /** Sets until when the rendered content is true, in milliseconds since 1970. The earliest call counts. */
  validUntil(at: number): void
  /** Renders a public page from a given database, such as a snapshot, as for a visitor and without caching. */
  render(path: string, db: Db): Promise<Response>
  /** The response may be cached for all visitors. */
  isForEveryone: boolean
  /** Rendered for a preview in the Studio. Pages about an action show an example. */
  isPreview: boolean
  /** Waits for another server, while other pages are rendered. */
  aside: Aside
  /** The queue of previews. */
  previews: Previews
  /** Origins outside the site that the page's policy allows, if its loaders name any. */
  outside: OutsideSources
  /** The form with a file that was stored on disk for this request. */
  received?: Received
  /** The form with photos that were stored on disk for this request. */
  receivedFiles?: ReceivedFiles
  /** The form with a file that was hashed for this request. */
  hashed?: Hashed
  /** Streams the response's body directly to the connection. */
  sendBody(send: BodySender): void
  /** Sets when the visitor may try again, in milliseconds since 1970. */
  retryAt(at: number): void
  /** Marks the request as failed for a reason that its page says. */
  outage(what: Outage): void
}

export type Outage = 'disk-full' | 'bucket-away' | 'database-away'

export interface OutsideSources {
  scripts: string[]
  connections: string[]
  /** Of players that a visitor can start. */
  frames: string[]
}

/** `context.get(scope)` in loaders and actions. */
export const scope = createContext<RequestScope>()
