import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { accountJobs } from '~/domains/accounts/jobs.server'
import { ownerLinkOfFirstStart } from '~/domains/accounts/owners/operations.server'
import { keepWritingFailures } from '~/domains/accounts/sign-ins/failures.server'
import { chainUnnumbered } from '~/domains/audit/chain.server'
import { bookingJobs, scheduleBookingJobs } from '~/domains/booking/jobs.server'
import { openBrandPicture } from '~/domains/content/brand/operations.server'
import { loadInitialContent } from '~/domains/content/installation/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { senderOf } from '~/domains/content/settings/sender'
import { exportJobs } from '~/domains/exit/jobs.server'
import { keepCollecting } from '~/domains/files/collecting/operations.server'
import { recognizeInstallation, signInstallation } from '~/domains/files/installation/operations.server'
import { fileJobs } from '~/domains/files/jobs.server'
import { deliveryJobs } from '~/domains/galleries/delivering/jobs.server'
import { requestDeliveryFiles } from '~/domains/galleries/delivering/making/operations.server'
import { expiryJobs } from '~/domains/galleries/expiry/jobs.server'
import { setNextLook as lookAtEnds } from '~/domains/galleries/expiry/looking/operations.server'
import { findClientOf } from '~/domains/galleries/sharing/operations.server'
import { readGiftPicture } from '~/domains/galleries/showing/operations.server'
import { keepClearing } from '~/domains/galleries/uploads/clearing/operations.server'
import { uploadJobs } from '~/domains/galleries/uploads/jobs.server'
import { proofJobs } from '~/domains/galleries/watermarks/jobs.server'
import { keepProofs } from '~/domains/galleries/watermarks/operations.server'
import { outboxJobs } from '~/domains/outbox/jobs.server'
import { photoJobs } from '~/domains/photos/jobs.server'
import { privacyJobs, setNextForgetting } from '~/domains/privacy/retention.server'
import { clearingJobs, setNextClearing } from '~/domains/search/removed-photos.server'
import { readActor } from '~/platform/auth/session.server'
import { systemClock } from '~/platform/clock'
import { readConfig } from '~/platform/config.server'
import { openDatabase } from '~/platform/db/database.server'
import { migrate } from '~/platform/db/migrate.server'
import { readContentVersion } from '~/platform/http/content-version.server'
import { createKeptPages, type KeptPages } from '~/platform/http/kept-pages.server'
import { listen } from '~/platform/http/listener.server'
import type { RouteIds } from '~/platform/http/page-key'
import { routeIdsOf } from '~/platform/http/route-ids'
import type { App } from '~/platform/http/scope.server'
import { sendingBodies } from '~/platform/http/sent-body.server'
import { createSite } from '~/platform/http/site.server'
import { readStaticFiles } from '~/platform/http/static-files.server'
import { createImaging, ImagingClosedError } from '~/platform/imaging/imaging.server'
import type { JobHandlers } from '~/platform/jobs/handlers'
import { startWorker } from '~/platform/jobs/worker.server'
import { createLogger } from '~/platform/logging.server'
import { createMailer } from '~/platform/mail/mailer.server'
import { makePrivate, writePrivately } from '~/platform/private-folder.server'
import { projectRoot } from '~/platform/project-root.server'
import { noteSecret, resealingJobs } from '~/platform/resealing/resealing.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { serveBrandPicture, serveIcon } from '~/routes/brand-media.server'
import { takeGalleryUploads } from '~/routes/gallery-uploads.server'
import { serveGalleryMedia, serveMedia } from '~/routes/media.server'
import { runCommand } from './cli/commands'
import { endOnSignal, explainFailure, outliveErrors } from './cli/process'

const DRAIN_MS = 10_000

type Environment = Record<string, string | undefined>

/** The program: the site when it is given no other command. */
async function main(args: string[]): Promise<void> {
  if (args.length === 0 || args[0] === 'serve') return serve()
  // A command speaks to a person: only what is worth a warning is logged between its lines.
  process.exitCode = await runCommand(args, (options) =>
    openApp({ LOG_LEVEL: 'warn', ...process.env }, options),
  )
}

/**
 * Opens what every command needs, with the database at its newest version.
 * @param options.joins leaves it to the command whether the database and the data folder belong together
 * @throws InstallationMismatch when they don't
 */
async function openApp(env: Environment, { joins = false } = {}): Promise<App> {
  writePrivately()
  const config = readConfig(env)
  const log = createLogger(config.logLevel)
  const { warning } = makePrivate(config.dataDir)
  if (warning) log.warn(warning)
  const db = openDatabase(config)
  const photos = join(config.dataDir, 'photos')
  const storage = folderStorage(photos)
  const app = { config, db, clock: systemClock, log, storage, imaging: createImaging({ log }) }
  if (!joins) await recognizeInstallation(app)
  await migrate(db)
  await mkdir(photos, { recursive: true, mode: 0o700 })
  if (!joins) await signInstallation(app)
  return app
}

async function serve(): Promise<void> {
  const app = await openApp(process.env)
  const { config, db, log } = app
  outliveErrors(log)
  const work = await startWork(app)
  // Not at the top: commands need no pages, and the pages' modules need this one to be complete.
  const build = await import('virtual:react-router/server-build')
  const keep = createKeptPages({ clock: app.clock, log, readVersion: () => readContentVersion(db) })
  const site = composeSite(app, work, {
    pages: createRequestHandler(build as ServerBuild, 'production'),
    files: readStaticFiles(join(projectRoot(), 'build/client')),
    keep,
    routeIds: routeIdsOf(build as ServerBuild),
  })
  const listener = await listen(config, log, site.fetch)
  // Port 0 asks for any free one; links have to name the one it was.
  if (config.port === 0) config.siteUrl = config.siteUrl.replace(/:0$/, `:${listener.port}`)
  endOnSignal(log, async () => {
    await listener.close(DRAIN_MS)
    keep.stop()
    await work.stop()
    await db.destroy()
  })
  await sayOwnerLink(app)
  // Last, since whoever reads it may send the signal at once.
  console.log(`The site is open at ${localAddress(config.host, listener.port)}`)
}

/** No password is ever there by default: the first owner chooses theirs behind a link that only this start shows. */
async function sayOwnerLink(app: App): Promise<void> {
  const link = await ownerLinkOfFirstStart(app)
  if (link)
    console.log(
      `This site has no owner yet. Open this link within 24 hours to create the owner account: ${link}`,
    )
}

type Work = Awaited<ReturnType<typeof startWork>>

/** Fills an empty installation, and starts what is done behind the pages' back. */
async function startWork(app: App) {
  const { db, log, imaging } = app
  const mailer = createMailer(app.config)
  await loadInitialContent(app, join(projectRoot(), 'content'))
  const readPicture = (hash: string) => openBrandPicture(app, { hash, name: 'logo' })
  const readCover = (path: string) => readGiftPicture(app, path)
  const readSender = async () => senderOf(await readSettings({ db }))
  await chainUnnumbered(app)
  await noteSecret(app)
  const stopFailures = keepWritingFailures(app)
  await scheduleBookingJobs(app)
  await keepClearing(app)
  await setNextClearing(app)
  await keepCollecting(app)
  await lookAtEnds(app)
  await setNextForgetting(app)
  await requestDeliveryFiles(app)
  await keepProofs(app)
  // Somebody looks on while photographs arrive: what they see first waits for no rendition.
  const taking = startWorker({
    ...app,
    handlers: interruptible(uploadJobs(app)),
    concurrency: imaging.size + 1,
    drainMs: 0,
  })
  // Apart, so that a message never waits for a photograph.
  const workers = [
    taking,
    startWorker({
      ...app,
      handlers: interruptible({
        ...photoJobs(app),
        ...deliveryJobs(app),
        ...proofJobs(app),
        ...fileJobs(app),
      }),
      concurrency: imaging.size,
      behind: taking,
      drainMs: 0,
    }),
    startWorker({
      ...app,
      handlers: {
        ...outboxJobs({ ...app, mailer, readSender, readPicture, readCover }),
        ...accountJobs({ ...app, findClient: (email) => findClientOf(app, email) }),
        ...bookingJobs(app),
        ...expiryJobs(app),
        ...privacyJobs(app),
        ...clearingJobs(app),
        ...exportJobs(app),
        ...resealingJobs(app),
      },
    }),
  ]
  return {
    isHealthy: () => workers.every((worker) => worker.isHealthy()),
    stop: async () => {
      const stopping = workers.map((worker) => worker.stop())
      imaging.close()
      await Promise.all(stopping)
      mailer.close()
      await stopFailures()
      log.debug('the jobs have stopped')
    },
  }
}

/** A photograph that is interrupted because the program ends has not failed: its job waits to be put back. */
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
  pages: ReturnType<typeof createRequestHandler>
  files: ReturnType<typeof readStaticFiles>
  keep: KeptPages | undefined
  routeIds?: RouteIds
  development?: boolean
}

function composeSite(app: App, work: Work, faces: Faces) {
  const actorOf = (request: Request) => readActor(app, request)
  const uploads = takeGalleryUploads({ ...app, actorOf })
  const site = createSite({
    app,
    ...faces,
    actorOf,
    media: async (request, path) =>
      path.startsWith('/download/')
        ? await serveGalleryMedia({ ...app, actorOf }, request, path)
        : ((await serveBrandPicture(app, request, path)) ?? serveMedia({ ...app, actorOf }, request, path)),
    uploads,
    icon: (request) => serveIcon(app, request),
    health: { worker: work },
  })
  return { fetch: sendingBodies((request, env) => site.fetch(request, env)) }
}

const localAddress = (host: string, port: number): string =>
  `http://${['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host}:${port}`

/** What stays open while `npm run dev` loads changed sources again. */
export async function openDevelopment() {
  const app = await openApp(process.env)
  outliveErrors(app.log)
  const work = await startWork(app)
  await sayOwnerLink(app)
  return {
    app,
    work,
    stop: async () => {
      await work.stop()
      await app.db.destroy()
    },
  }
}

/** The site from the present state of its sources; nothing is kept, and errors are shown. */
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
    keep: undefined,
    development: true,
  })
}

if (import.meta.main) main(process.argv.slice(2)).catch(explainFailure)
