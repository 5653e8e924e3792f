import fs from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../project-root.server'
import { syncFolder } from '../storage/folder-writes.server'

/** 16 MiB, which is replayed in well under a second after a crash. */
const CHECKPOINT_PAGES = 4_000
/** While no checkpoint ends, SQLite makes its own, in the thread that commits. */
export const LATE_CHECKPOINT_PAGES = 4 * CHECKPOINT_PAGES

/**
 * Waits for the disk in other threads, since SQLite would block the event loop: when a commit is put on disk, and
 * when the log is written back to the database.
 */
export class WriteAheadLog {
  readonly #file: string
  readonly #descriptor: number
  readonly #database: DatabaseSync
  readonly #length: StatementSync
  #checkpoint: Promise<void> | undefined
  #sync: Promise<Error | null> | undefined
  /** Pages in the log when a checkpoint was last begun: while someone reads an old state, it leaves some there. */
  #tried = 0

  private constructor(file: string, database: DatabaseSync) {
    this.#file = file
    this.#descriptor = fs.openSync(`${file}-wal`, 'r+')
    this.#database = database
    this.#length = database.prepare('pragma wal_checkpoint(noop)')
  }

  /** @param database in WAL mode, whose log exists from then on */
  static async of(file: string, database: DatabaseSync): Promise<WriteAheadLog> {
    database.prepare('select count(*) from sqlite_master').get()
    // Otherwise a power failure could take the new file with it.
    await syncFolder(dirname(file))
    return new WriteAheadLog(file, database)
  }

  /**
   * Puts every commit so far on disk; nothing within a transaction. Ends the program if the disk fails, since it
   * isn't known what it has then.
   */
  async putOnDisk(): Promise<void> {
    if (this.#database.isTransaction) return
    this.#keepShort()
    this.#sync = new Promise((done) => fs.fdatasync(this.#descriptor, done))
    const error = await this.#sync
    if (!error) return
    process.stderr.write(`The disk failed, so the newest change may be lost. The server stops: ${error}\n`)
    process.exit(1)
  }

  /** @param close closes the database, whose files may be moved or deleted afterward */
  async end(close: () => Promise<void>): Promise<void> {
    await this.#checkpoint
    await close()
    await this.#sync
    fs.closeSync(this.#descriptor)
  }

  #keepShort(): void {
    const { log, checkpointed } = this.#length.get() as { log: number; checkpointed: number }
    if (log < this.#tried) this.#tried = 0
    if (this.#checkpoint || log - Math.max(checkpointed, this.#tried) < CHECKPOINT_PAGES) return
    this.#tried = log
    this.#checkpoint = this.#writeBack()
  }

  async #writeBack(): Promise<void> {
    // Node runs the TypeScript file directly.
    const worker = new Worker(join(projectRoot(), 'app/platform/db/checkpoint-worker.ts'), {
      workerData: this.#file,
      env: {},
    })
    // What can't be written back stays in the log. Commits report a disk that is full.
    worker.on('error', () => {})
    await new Promise((ended) => worker.once('exit', ended))
    this.#checkpoint = undefined
  }
}
