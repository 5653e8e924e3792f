import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { watchLoad } from '~/platform/busy.server'
import type { Logger } from '~/platform/logging.server'
import { projectRoot } from '~/platform/project-root.server'
import type {
  Credit,
  DownloadSizes,
  Examination,
  Inspection,
  InspectionOptions,
  LogoKind,
  LogoRendering,
  Overlay,
  PrintSize,
  Refusal,
  RenderedFile,
  Rendering,
  Rights,
  SocialCard,
  Tiling,
  WorkerTask,
} from './protocol.ts'
import { type WorkerLimits, type WorkerOutcome, WorkerProcess } from './worker-process.server.ts'

/** The worker ended without a result. */
export interface WorkerFailure {
  ok: false
  reason: 'timed-out' | 'out-of-memory' | 'crashed'
  sentence: string
}

/** Reads and renders photos in separate processes. */
export interface Imaging {
  /** Maximum number of photos processed at once. */
  size: number
  /** Decodes the whole file. A thumbnail takes a few milliseconds more. */
  inspect(file: string, options?: InspectionOptions): Promise<Inspection | WorkerFailure>
  /** Makes both formats in each width, up to the photo's width. */
  render(
    file: string,
    wanted: { widths: readonly number[]; credit: Credit; overlay?: Overlay },
  ): Promise<{ ok: true; renditions: RenderedFile[] } | Refusal | WorkerFailure>
  /** Format and metadata of a stored file. */
  examine(file: string): Promise<Examination | WorkerFailure>
  /** Renders an uploaded logo or icon as PNG, in every size that is used. */
  logo(file: string, logo: LogoKind): Promise<LogoRendering | WorkerFailure>
  /** Renders icons with two letters as PNG, in every size. */
  letters(letters: readonly [string, string]): Promise<LogoRendering | WorkerFailure>
  /** Draws the picture of a shared link, 1200 × 630 pixels, as JPEG. @param file its cover; null: none */
  card(file: string | null, card: SocialCard): Promise<LogoRendering | WorkerFailure>
  /** Makes the download sizes as JPEG, none larger than the photo, and the original's checksums. */
  downloadSizes(
    file: string,
    wanted: { sizes: readonly PrintSize[]; credit: Rights },
  ): Promise<DownloadSizes | WorkerFailure>
  /** Cuts the photo into tiles of its full size. @param folder an empty folder */
  tiles(file: string, folder: string): Promise<Tiling | WorkerFailure>
  /** Starts the workers while a photo is still uploading, since starting takes most of a second. */
  prepare(): void
  /** Process ids of the running workers. */
  workerPids(): number[]
  /** Ends the workers. Waiting and running work is rejected with ImagingClosedError. */
  close(): void
}

/** The server is stopping. The photo is unchanged, and its job will run again. */
export class ImagingClosedError extends Error {
  override name = 'ImagingClosedError'
}

export interface ImagingOptions extends Partial<WorkerLimits> {
  log?: Logger
  size?: number
  /** Idle time in milliseconds after which a worker ends and frees its memory. */
  idleMs?: number
  /** How long urgent photos may delay others, in milliseconds. */
  patienceMs?: number
}

interface Waiting {
  task: WorkerTask
  /** When it joined the queue, by `performance.now()`. */
  since: number
  resolve(outcome: WorkerOutcome): void
  reject(error: Error): void
}

export function createImaging(options: ImagingOptions = {}): Imaging {
  const { log, size = availableParallelism(), idleMs = 30_000, patienceMs = 10_000 } = options
  const isServerBusy = watchLoad()
  const limits: WorkerLimits = {
    memoryLimitMb: options.memoryLimitMb ?? 1536,
    timeLimitMs: options.timeLimitMs ?? 180_000,
  }
  const workerFile = join(projectRoot(), 'app/platform/imaging/photo-worker.ts')
  const resting: { worker: WorkerProcess; timer: NodeJS.Timeout }[] = []
  const busy = new Map<WorkerProcess, Waiting>()
  const urgent: Waiting[] = []
  const background: Waiting[] = []
  let closed = false

  function work(task: WorkerTask): Promise<WorkerOutcome> {
    if (closed) return Promise.reject(new ImagingClosedError('Imaging is closed.'))
    const { promise, resolve, reject } = Promise.withResolvers<WorkerOutcome>()
    const queue = isUrgent(task) ? urgent : background
    queue.push({ task, since: performance.now(), resolve, reject })
    start()
    return promise
  }

  /** Urgent work may use one worker more than `size`: it is short, and the running work may take long. */
  function takeNext(): Waiting | undefined {
    if (busy.size > size) return undefined
    if (isOverdue()) return background.shift()
    return urgent.shift() ?? (busy.size < (isServerBusy() ? 1 : size) ? background.shift() : undefined)
  }

  /** Background work that urgent photos have delayed for too long: one at a time then runs anyway. */
  function isOverdue(): boolean {
    const [first] = background
    return (
      first !== undefined &&
      performance.now() - first.since >= patienceMs &&
      [...busy.values()].every(({ task }) => isUrgent(task))
    )
  }

  function start(): void {
    for (let next = takeNext(); next; next = takeNext()) void runOn(takeWorker(), next)
  }

  function takeWorker(): WorkerProcess {
    for (let rested = resting.pop(); rested; rested = resting.pop()) {
      clearTimeout(rested.timer)
      if (rested.worker.alive) return rested.worker
    }
    return new WorkerProcess(workerFile, limits)
  }

  async function runOn(worker: WorkerProcess, waiting: Waiting): Promise<void> {
    busy.set(worker, waiting)
    const outcome = await worker.run(waiting.task, limits)
    busy.delete(worker)
    if (closed) worker.end()
    else if (outcome.kind === 'answered') rest(worker)
    else worker.end()
    waiting.resolve(outcome)
    start()
  }

  function rest(worker: WorkerProcess): void {
    const timer = setTimeout(() => {
      const at = resting.findIndex((rested) => rested.worker === worker)
      if (at >= 0) resting.splice(at, 1)
      worker.end()
    }, idleMs)
    timer.unref()
    resting.push({ worker, timer })
  }

  async function attempt(task: WorkerTask): Promise<WorkerOutcome> {
    const first = await work(task)
    if (first.kind !== 'crashed') return first
    // The crash may have another cause, such as lack of memory, so it is tried once more in a new process.
    log?.warn({ file: fileOf(task), detail: first.detail }, 'photo worker crashed; trying again')
    return work(task)
  }

  function failure(outcome: Exclude<WorkerOutcome, { kind: 'answered' }>, task: WorkerTask): WorkerFailure {
    log?.error({ file: fileOf(task), outcome }, 'photo worker failed')
    return { ok: false, reason: outcome.kind, sentence: sentenceFor(outcome.kind, limits) }
  }

  return {
    size,
    async inspect(file, options = {}) {
      const task: WorkerTask = { kind: 'inspect', file, ...options }
      const outcome = await attempt(task)
      return outcome.kind === 'answered' ? (outcome.outcome as Inspection) : failure(outcome, task)
    },
    async logo(file, logo) {
      const task: WorkerTask = { kind: 'logo', file, logo }
      const outcome = await attempt(task)
      return outcome.kind === 'answered' ? (outcome.outcome as LogoRendering) : failure(outcome, task)
    },
    async letters(letters) {
      const task: WorkerTask = { kind: 'letters', letters }
      const outcome = await attempt(task)
      return outcome.kind === 'answered' ? (outcome.outcome as LogoRendering) : failure(outcome, task)
    },
    async card(file, card) {
      const task: WorkerTask = { kind: 'card', file, card }
      const outcome = await attempt(task)
      return outcome.kind === 'answered' ? (outcome.outcome as LogoRendering) : failure(outcome, task)
    },
    async render(file, { widths, credit, overlay }) {
      const task: WorkerTask = { kind: 'render', file, widths, credit, overlay }
      const outcome = await attempt(task)
      if (outcome.kind !== 'answered') return failure(outcome, task)
      return outcome.outcome as Rendering
    },
    async examine(file) {
      const task: WorkerTask = { kind: 'examine', file }
      const outcome = await attempt(task)
      return outcome.kind === 'answered' ? (outcome.outcome as Examination) : failure(outcome, task)
    },
    async downloadSizes(file, { sizes, credit }) {
      const task: WorkerTask = { kind: 'download-sizes', file, sizes, credit }
      const outcome = await attempt(task)
      return outcome.kind === 'answered' ? (outcome.outcome as DownloadSizes) : failure(outcome, task)
    },
    async tiles(file, folder) {
      const task: WorkerTask = { kind: 'tiles', file, folder }
      const outcome = await attempt(task)
      return outcome.kind === 'answered' ? (outcome.outcome as Tiling) : failure(outcome, task)
    },
    prepare() {
      while (!closed && busy.size + resting.length <= size) rest(new WorkerProcess(workerFile, limits))
    },
    workerPids: () =>
      [...busy.keys(), ...resting.map(({ worker }) => worker)].flatMap(({ child }) => child.pid ?? []),
    close() {
      closed = true
      const error = new ImagingClosedError('Imaging was closed.')
      for (const { worker, timer } of resting.splice(0)) {
        clearTimeout(timer)
        worker.end()
      }
      for (const [worker, { reject }] of busy) {
        reject(error)
        worker.end()
      }
      for (const { reject } of [...urgent.splice(0), ...background.splice(0)]) reject(error)
    },
  }
}

const fileOf = (task: WorkerTask): string | undefined =>
  'file' in task ? (task.file ?? undefined) : undefined

/** Someone waits for all work except renditions and download sizes. */
const isUrgent = ({ kind }: WorkerTask): boolean => kind !== 'render' && kind !== 'download-sizes'

function sentenceFor(reason: WorkerFailure['reason'], { memoryLimitMb, timeLimitMs }: WorkerLimits): string {
  switch (reason) {
    case 'timed-out':
      return `This photo took longer than ${Math.round(timeLimitMs / 1000)} seconds to process, so we stopped.`
    case 'out-of-memory':
      return `This photo needs more than ${memoryLimitMb} MB of memory, the limit for one photo.`
    case 'crashed':
      return 'We couldn’t process this photo after two tries. The file may be damaged.'
  }
}
