import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { accounts } from '~/domains/accounts/domain.server'
import { audit } from '~/domains/audit/domain.server'
import { backup } from '~/domains/backup/domain.server'
import { billing } from '~/domains/billing/domain.server'
import { blog } from '~/domains/blog/domain.server'
import { booking } from '~/domains/booking/domain.server'
import { contactMessages } from '~/domains/contact-messages/domain.server'
import { content } from '~/domains/content/domain.server'
import { contracts } from '~/domains/contracts/domain.server'
import { demo } from '~/domains/demo/domain.server'
import { files } from '~/domains/files/domain.server'
import { galleries } from '~/domains/galleries/domain.server'
import { invoices } from '~/domains/invoices/domain.server'
import { newsletter } from '~/domains/newsletter/domain.server'
import { outbox } from '~/domains/outbox/domain.server'
import { people } from '~/domains/people/domain.server'
import { photos } from '~/domains/photos/domain.server'
import { privacy } from '~/domains/privacy/domain.server'
import { proposals } from '~/domains/proposals/domain.server'
import { search } from '~/domains/search/domain.server'
import { shop } from '~/domains/shop/domain.server'
import { texts } from '~/domains/texts/domain.server'
import { today } from '~/domains/today/domain.server'
import { type Person, VISITOR } from '~/platform/auth/actor'
import { readActor } from '~/platform/auth/session.server'
import { systemClock } from '~/platform/clock'
import { readConfig } from '~/platform/config.server'
import { listenForContent } from '~/platform/db/content-changes.server'
import { readContentVersion } from '~/platform/db/content-version.server'
import { openDatabase } from '~/platform/db/database.server'
import { upgrade } from '~/platform/db/upgrade.server'
import { jobsOf, type Stop } from '~/platform/domain.server'
import { listen } from '~/platform/http/listener.server'
import { createPages, routeIdsOf } from '~/platform/http/near-routes'
import { createPageCache, type PageCache } from '~/platform/http/page-cache.server'
import type { RouteIds } from '~/platform/http/page-key'
import type { PageHandler } from '~/platform/http/pages.server'
import type { App } from '~/platform/http/scope.server'
import { createSite } from '~/platform/http/site.server'
import { readStaticFiles } from '~/platform/http/static-files.server'
import { createImaging, ImagingClosedError } from '~/platform/imaging/imaging.server'
import type { JobHandlers } from '~/platform/jobs/handlers'
import { startWorker } from '~/platform/jobs/worker.server'
import { createLogger, type Logger } from '~/platform/logging.server'
import { makePrivate, writePrivately } from '~/platform/private-folder.server'
import { projectRoot } from '~/platform/project-root.server'
import { resealing } from '~/platform/resealing.server'
import { measuredStorage } from '~/platform/storage/measured-storage.server'
import { openStorage, photosFolder } from '~/platform/storage/open-storage.server'
import { removeAbandonedFolders, removeTemporaryFolders } from '~/platform/temporary-folder.server'
import { takeAnswerPhotos } from '~/routes/booking-photos.server'
import { serveBrandPicture, serveIcon } from '~/routes/brand-media.server'
import { takeGalleryUploads } from '~/routes/gallery-uploads.server'
import { serveGalleryMedia, serveMedia } from '~/routes/media.server'
import { paths } from '~/ui/paths'
import { studioPaths } from '~/ui/studio/studio-paths'
import { runCommand } from './cli/commands'
import { endOnSignal, explainFailure, outliveErrors } from './cli/process'

const DRAIN_MS = 10_000

/** In their startup order: content first, since it fills a new installation. */
const domains = [
  content,
  audit,
  resealing,
  accounts,
  backup,
  billing,
  blog,
  booking,
  contactMessages,
  contracts,
  demo,
  files,
  galleries,
  invoices,
  newsletter,
  outbox,
  people,
  photos,
  privacy,
  proposals,
  search,
  shop,
  texts,
  today,
]

type Environment = Record<string, string | undefined>

/** Serves the site, unless a command is given. */
async function main(args: string[]): Promise<void> {
  if (args.length === 0 || args[0] === 'serve') return serve()
  // A command prints for people, so it logs only warnings and errors.
  process.exitCode = await runCommand(args, (options) =>
    openApp({ LOG_LEVEL: 'warn', ...process.env }, options),
  )
  await removeTemporaryFolders()
}

/**
 * Opens what every command needs, with a migrated database.
 * @param options.joins skips the check that the database and the data folder belong together, for commands that
 * join them
 * @param options.opensAny also skips migrating, for a restore
 * @throws InstallationMismatch when they don't
 */
async function openApp(env: Environment, { joins = false, opensAny = false } = {}): Promise<App> {
  writePrivately()
  const config = readConfig(env)
  const log = createLogger(config.logLevel)
  const { warning } = makePrivate(config.dataDir)
  if (warning) log.warn(warning)
  for (const parent of [tmpdir(), config.dataDir])
    removeAbandonedFolders(parent).catch((error: unknown) =>
      log.warn({ err: error }, 'files of an earlier process could not be removed'),
    )
  const db = openDatabase(config)
  const storage = measuredStorage(await openStorage(config))
  const app = { config, db, clock: systemClock, log, storage, imaging: createImaging({ log }) }
  if (!joins) for (const domain of domains) await domain.beforeMigration?.(app)
  const saved = async () =>
    (await Promise.all(domains.map((domain) => domain.beforeUpgrade?.(app) ?? []))).flat()
  if (!opensAny)
    await upgrade({ db, config, saved, check: (tx) => checkPages({ ...app, db: tx }), print: console.error })
  if (!config.s3) await mkdir(photosFolder(config.dataDir), { recursive: true, mode: 0o700 })
  if (!joins) for (const domain of domains) await domain.afterMigration?.(app)
  return app
}

/** What a migrated database has to show before an upgrade is kept. */
const CHECKED_PAGES = {
  visitor: [
    paths.home(),
    paths.gallery(),
    paths.portfolio(),
    paths.services(),
    paths.pricing(),
    paths.blog(),
    paths.products(),
    paths.contact(),
    paths.bookSession(),
    paths.login(),
  ],
  owner: [
    studioPaths.today(),
    studioPaths.bookings(),
    studioPaths.bookingList(),
    studioPaths.photos(),
    studioPaths.galleries(),
    studioPaths.clients(),
    studioPaths.posts(),
  ],
}

const OWNER: Person = {
  ...{ kind: 'person', role: 'owner', uid: '', name: '', email: '', sessionId: '', provedAt: 0 },
  ...{ emailVerified: true, twoFactor: true, twoSteps: true, passkey: false, secondStep: 'met' },
}

/** @throws if one of the main pages can't be shown */
async function checkPages(app: App): Promise<void> {
  const build = (await import('virtual:react-router/server-build')) as ServerBuild
  const pages = createPages(build)
  for (const [actor, checked] of [
    [VISITOR, CHECKED_PAGES.visitor],
    [OWNER, CHECKED_PAGES.owner],
  ] as const) {
    const site = createSite({
      ...{
        app: { ...app, log: createLogger('error') },
        pages,
        actorOf: async () => actor,
        files: new Map(),
        pageCache: undefined,
      },
      media: async () => new Response(null, { status: 404 }),
      health: { worker: { isHealthy: () => true } },
    })
    for (const path of checked) {
      const { status } = await site.fetch(new Request(app.config.siteUrl + path), {})
      // The owner can hide pages from the site, which then answer 404.
      if (status !== 200 && status !== 404) throw new Error(`${path} answers ${status}.`)
    }
  }
}

async function serve(): Promise<void> {
  const app = await openApp(process.env)
  const { config, db, log } = app
  outliveErrors(log)
  const work = await startWork(app)
  let restarting = () => {}
  if (process.execve && process.platform !== 'win32') app.restart = () => restarting()
  // Imported late: commands need no pages, and the pages' modules import this one.
  const build = await import('virtual:react-router/server-build')
  const pageCache = createPageCache({ clock: app.clock, log, readVersion: () => readContentVersion(db) })
  const changed = () => void pageCache.check()
  const listening = config.databaseUrl ? listenForContent(config.databaseUrl, { changed, log }) : undefined
  const site = composeSite(app, work, {
    pages: createPages(build as ServerBuild),
    files: readStaticFiles(join(projectRoot(), 'build/client'), config),
    pageCache,
    routeIds: routeIdsOf(build as ServerBuild),
  })
  const listener = await listen(config, log, site)
  // Port 0 picks a free port, and links need the actual one.
  if (config.port === 0) config.siteUrl = config.siteUrl.replace(/:0$/, `:${listener.port}`)
  const stop = async () => {
    work.stopping()
    listener.drain()
    await sleep(config.drainSeconds * 1_000)
    await listener.close(DRAIN_MS)
    pageCache.stop()
    await listening?.stop()
    await work.stop()
    await removeTemporaryFolders()
    await db.destroy()
  }
  endOnSignal(log, stop)
  restarting = () => void restart(log, stop, listener.port)
  await announce(app)
  // At exit would be too late for a process that is killed.
  flushCompileCache()
  // Printed last, since a script that reads it may send a signal at once.
  console.log(`The site is open at ${localAddress(config.host, listener.port)}`)
}

/** The same process runs the program from its beginning, with the same port. */
async function restart(log: Logger, stop: () => Promise<void>, port: number): Promise<void> {
  log.info('restarting')
  try {
    await stop()
  } catch (error) {
    log.error({ err: error }, 'the program could not stop in order')
  }
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, command, { ...process.env, PORT: String(port) })
}

async function announce(app: App): Promise<void> {
  for (const domain of domains) for (const line of (await domain.announce?.(app)) ?? []) console.log(line)
}

type Work = Awaited<ReturnType<typeof startWork>>

/** Starts the domains and the job workers. */
async function startWork(app: App) {
  const { log, imaging } = app
  const stops: Stop[] = []
  for (const domain of domains) await domain.start?.(app, (stop) => stops.push(stop))
  const jobs = jobsOf(domains, app, (stop) => stops.push(stop))
  const uploads = startWorker({
    ...app,
    handlers: interruptible(jobs.uploads),
    concurrency: imaging.size + 1,
    drainMs: 0,
  })
  const workers = [
    uploads,
    startWorker({
      ...app,
      handlers: interruptible(jobs.photos),
      concurrency: imaging.size,
      behind: uploads,
      drainMs: 0,
    }),
    startWorker({ ...app, handlers: jobs.emails }),
    startWorker({ ...app, handlers: jobs.other }),
  ]
  let isStopping = false
  return {
    isHealthy: () => workers.every((worker) => worker.isHealthy()),
    isStopping: () => isStopping,
    /** From now on, /readyz says that no more requests should come. */
    stopping: () => {
      isStopping = true
    },
    stop: async () => {
      const stopping = workers.map((worker) => worker.stop())
      imaging.close()
      await Promise.all(stopping)
      for (const stop of stops) await stop()
      log.debug('the jobs have stopped')
    },
  }
}

/** A photo interrupted by shutdown hasn't failed, so its job is requeued. */
const interruptible = (handlers: JobHandlers): JobHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([kind, handler]) => [
      kind,
      {
        ...handler,
        run: async (payload, job) => {
          try {
            await handler.run(payload, job)
          } catch (error) {
            if (error instanceof ImagingClosedError && !job.signal.aborted) await once(job.signal, 'abort')
            throw error
          }
        },
      },
    ]),
  )

interface Faces {
  pages: PageHandler
  files: ReturnType<typeof readStaticFiles>
  pageCache: PageCache | undefined
  routeIds?: RouteIds
  development?: boolean
}

function composeSite(app: App, work: Work, faces: Faces) {
  const actorOf = (request: Request) => readActor(app, request)
  const uploads = takeGalleryUploads({ ...app, actorOf })
  return createSite({
    app,
    ...faces,
    actorOf,
    media: async (request, path) =>
      path.startsWith('/download/')
        ? await serveGalleryMedia({ ...app, actorOf }, request, path)
        : ((await serveBrandPicture(app, request, path)) ??
          serveMedia({ ...app, actorOf, pageCache: faces.pageCache }, request, path)),
    uploads,
    answers: takeAnswerPhotos({ ...app, actorOf }),
    icon: (request) => serveIcon(app, request),
    health: { worker: work, isStopping: work.isStopping },
    readGauges: async () => (await Promise.all(domains.map((domain) => domain.gauges?.(app) ?? []))).flat(),
  })
}

const localAddress = (host: string, port: number): string =>
  `http://${['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host}:${port}`

/** What stays open while `npm run dev` reloads changed sources. */
export async function openDevelopment() {
  const app = await openApp(process.env)
  outliveErrors(app.log)
  const work = await startWork(app)
  await announce(app)
  return {
    app,
    work,
    stop: async () => {
      await work.stop()
      await app.db.destroy()
    },
  }
}

/** The site from the current sources, without the page cache, and with error details. */
export function composeDevelopment(
  { app, work }: Awaited<ReturnType<typeof openDevelopment>>,
  loadBuild: () => Promise<ServerBuild>,
) {
  const pages = createRequestHandler(loadBuild, 'development')
  return composeSite(app, work, {
    pages: (request, context) =>
      pages(request, context).catch((error: unknown) => {
        console.error(error)
        return new Response(error instanceof Error ? error.stack : String(error), { status: 500 })
      }),
    files: new Map(),
    pageCache: undefined,
    development: true,
  })
}

if (import.meta.main) main(process.argv.slice(2)).catch(explainFailure)
