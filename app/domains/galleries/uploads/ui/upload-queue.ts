import { AT_ONCE, type FileToCheck, type PeopleAnswer } from '../model'
import { byPath, foldersOf, isWorthBringing } from '../upload-files'
import type { FoundFile } from './file-drop'
import { checksumOf, type Sending, send } from './send-file'

export interface QueuedFile {
  id: number
  file: File
  name: string
  folder: string
  order: number
  batch: string
  sha256: string | null
  /** For the website: who can be recognized. */
  people: PeopleAnswer | null
  /** Id of the upload, once the server has all of it. */
  upload: string | null
  /** `there`: already on the server. `sent`: the server has all of it and imports it. `refused`: it can't be used. */
  state: 'waiting' | 'sending' | 'sent' | 'there' | 'refused' | 'failed'
  /** Bytes that the server has received. */
  sent: number
  /** Why it failed, for people. */
  sentence: string
}

export interface QueueSnapshot {
  files: readonly QueuedFile[]
  isPaused: boolean
  isOffline: boolean
  /** Recent bytes per second; 0: unknown. */
  speed: number
}

export interface QueueAddresses {
  uploads: string
  /** null: every file is uploaded, also one that is in the library. */
  known: string | null
}

/** Maximum checksums per request. */
const ASK_AT_ONCE = 12
/** Larger files aren't hashed before uploading. Duplicates are detected after. */
const MOST_CHECKED_BYTES = 256 * 1024 * 1024
const SPEED_OVER_MS = 8_000

/**
 * Uploads files to a gallery, some in parallel. Exists as long as the document, so that uploads continue on
 * other Studio pages.
 */
export class UploadQueue {
  private files: QueuedFile[] = []
  private readonly sending = new Map<number, Sending>()
  /** Paused uploads, of which the server has a part. */
  private readonly paused = new Map<number, Sending>()
  private readonly listeners = new Set<() => void>()
  private marks: { at: number; bytes: number }[] = []
  private isPaused = false
  private isAsking = false
  private count = 0
  private shown: QueueSnapshot = { files: [], isPaused: false, isOffline: false, speed: 0 }

  private readonly addresses: QueueAddresses

  constructor(addresses: QueueAddresses) {
    this.addresses = addresses
    addEventListener('online', () => this.retryAll())
    addEventListener('offline', () => this.change())
    addEventListener('beforeunload', (event) => {
      // The browser shows its own warning.
      if (this.isBusy()) event.preventDefault()
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): QueueSnapshot => this.shown

  add(found: FoundFile[], people: PeopleAnswer | null = null): void {
    const worth = found
      .filter(({ file }) => isWorthBringing(file.name))
      .toSorted((a, b) => byPath(a.path, b.path))
    const folders = foldersOf(worth.map(({ path }) => path))
    const batch = crypto.getRandomValues(new Uint32Array(4)).join('-')
    const isQueued = (file: File, folder: string) =>
      this.files.some((each) => each.folder === folder && isSame(each.file, file) && !isLost(each))
    const added = worth.flatMap(({ file }, order): QueuedFile[] => {
      const folder = folders[order] ?? ''
      if (isQueued(file, folder)) return []
      this.count += 1
      const about = { name: file.name, folder, order, batch, sha256: null, people, upload: null }
      return [{ id: this.count, file, ...about, state: 'waiting', sent: 0, sentence: '' }]
    })
    const isAgain = (old: QueuedFile) =>
      isLost(old) && added.some((each) => each.folder === old.folder && isSame(each.file, old.file))
    this.files = [...this.files.filter((old) => !isAgain(old)), ...added]
    this.go()
  }

  pause(): void {
    this.isPaused = true
    for (const [id, sending] of this.sending) {
      sending.stop()
      this.paused.set(id, sending)
      this.set(id, { state: 'waiting' })
    }
    this.sending.clear()
    this.change()
  }

  resume(): void {
    this.isPaused = false
    this.go()
  }

  retry(id: number): void {
    this.set(id, { state: 'waiting', sentence: '' })
    this.go()
  }

  retryAll(): void {
    for (const { id, state } of this.files) if (state === 'failed') this.set(id, { state: 'waiting' })
    this.go()
  }

  /** Cancels a file's upload, also on the server. */
  cancel(id: number): void {
    const begun = this.sending.get(id) ?? this.paused.get(id)
    begun?.giveUp()
    this.sending.delete(id)
    this.paused.delete(id)
    this.files = this.files.filter((each) => each.id !== id)
    this.go()
  }

  /** Marks complete uploads that the server couldn't use. */
  refuse(uploads: readonly string[]): void {
    const refused = this.files.filter(
      ({ state, upload }) => state === 'sent' && upload !== null && uploads.includes(upload),
    )
    if (refused.length === 0) return
    for (const { id } of refused) this.set(id, { state: 'refused' })
    this.change()
  }

  /** Removes finished files from the list. */
  clear(): void {
    this.files = this.files.filter(({ state }) => !['sent', 'there', 'refused'].includes(state))
    this.change()
  }

  private isBusy = () => this.files.some(({ state }) => state === 'waiting' || state === 'sending')

  private set(id: number, to: Partial<QueuedFile>): void {
    this.files = this.files.map((each) => (each.id === id ? { ...each, ...to } : each))
  }

  private change(): void {
    this.shown = {
      files: this.files,
      isPaused: this.isPaused,
      isOffline: !navigator.onLine,
      speed: this.speed(),
    }
    for (const listener of this.listeners) listener()
  }

  private speed(): number {
    const [first, last] = [this.marks[0], this.marks.at(-1)]
    if (!first || !last || last.at - first.at < 500) return 0
    return ((last.bytes - first.bytes) * 1_000) / (last.at - first.at)
  }

  private go(): void {
    void this.ask()
    while (!this.isPaused && this.sending.size < AT_ONCE) {
      const next = this.files.find((each) => each.state === 'waiting' && each.sha256 !== null)
      if (!next) break
      this.start(next)
    }
    this.change()
  }

  /** Checks the next files ahead of time, so that existing ones aren't uploaded. */
  private async ask(): Promise<void> {
    const ahead = this.files.filter(({ state, sha256 }) => state === 'waiting' && sha256 !== null).length
    const next = this.files.filter(({ state, sha256 }) => state === 'waiting' && sha256 === null)
    if (this.isAsking || this.isPaused || ahead >= AT_ONCE || next.length === 0) return
    this.isAsking = true
    // Only files of one batch, since positions are counted within it.
    const some = next.filter(({ batch }) => batch === next[0]?.batch).slice(0, ASK_AT_ONCE)
    const asked: FileToCheck[] = []
    for (const each of some) {
      const sha256 = each.file.size > MOST_CHECKED_BYTES ? '' : await checksumOf(each.file)
      if (sha256) asked.push({ sha256, name: each.name, folder: each.folder, order: each.order })
      this.set(each.id, { sha256 })
    }
    const there = await this.known(asked, some[0]?.batch ?? '')
    for (const each of this.files)
      if (each.state === 'waiting' && each.sha256 && there.includes(each.sha256))
        this.set(each.id, { state: 'there', sent: each.file.size })
    this.isAsking = false
    this.go()
  }

  private async known(files: FileToCheck[], batch: string): Promise<string[]> {
    if (files.length === 0 || this.addresses.known === null) return []
    try {
      const body = new URLSearchParams({ files: JSON.stringify(files), batch })
      const answer = await fetch(this.addresses.known, { method: 'POST', body })
      return answer.ok ? (await answer.json()).there : []
    } catch {
      // If the check fails, the files are uploaded.
      return []
    }
  }

  private start(next: QueuedFile): void {
    this.paused.delete(next.id)
    this.set(next.id, { state: 'sending', sentence: '' })
    this.sending.set(
      next.id,
      send(next, this.addresses.uploads, {
        onProgress: (sent) => {
          this.set(next.id, { sent })
          this.mark()
          this.change()
        },
        onSent: (upload) => this.end(next.id, { state: 'sent', sent: next.file.size, upload }),
        onFailed: (sentence) => this.end(next.id, { state: 'failed', sentence }),
      }),
    )
  }

  private end(id: number, to: Partial<QueuedFile>): void {
    this.sending.delete(id)
    this.set(id, to)
    this.go()
  }

  private mark(): void {
    const now = performance.now()
    const bytes = this.files.reduce((sum, { state, sent }) => sum + (state === 'there' ? 0 : sent), 0)
    this.marks = [...this.marks.filter(({ at }) => at > now - SPEED_OVER_MS), { at: now, bytes }]
  }
}

const isLost = ({ state }: QueuedFile): boolean => state === 'failed' || state === 'refused'

const isSame = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

const queues = new Map<string, UploadQueue>()

/** The page's queue for a gallery. */
export function queueOf(galleryId: string, addresses: QueueAddresses): UploadQueue {
  const queue = queues.get(galleryId) ?? new UploadQueue(addresses)
  queues.set(galleryId, queue)
  return queue
}
