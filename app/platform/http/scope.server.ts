import { createContext } from 'react-router'
import type { Actor } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import type { Imaging } from '~/platform/imaging/imaging.server'
import type { Logger } from '~/platform/logging.server'
import type { Storage } from '~/platform/storage/storage.server'
import type { Previews } from './preview.server'
import type { BodySender } from './sent-body.server'

/** The server's parts, composed once in server.ts. */
export interface App {
  config: Config
  db: Db
  clock: Clock
  log: Logger
  storage: Storage
  imaging: Imaging
}

/** The app with the data of one request. */
export interface RequestScope extends App {
  /** The sender; a visitor when sessions can't be read. */
  actor: Actor
  /** The database error when the sender is unknown. Private pages fail with it. */
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
  /** Renders a public page from that database (such as a snapshot) as for a visitor, without caching. */
  render(path: string, db: Db): Promise<Response>
  /** Rendered for a preview in the Studio: pages about an action show an example. */
  isPreview: boolean
  /** Where previews wait for their turn. */
  previews: Previews
  /** Origins outside that the page’s policy allows, when its loaders name any. */
  outside: OutsideSources
  /** Streams the response's body directly to the connection. */
  sendBody(send: BodySender): void
  /** Sets when to try again, in milliseconds since 1970. */
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
