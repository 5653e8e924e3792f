import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import { FORM_WITH_FILES_BYTES, type UploadProgress, WEBSITE_GALLERY } from '../model'
import { isWorthBringing } from '../upload-files'
import { type FoundFile, readChoice, useFileDrop } from './file-drop'
import { RefusedFiles, UnfinishedFiles } from './unfinished-files'
import { UploadList } from './upload-list'
import { type QueueAddresses, type QueueSnapshot, queueOf, type UploadQueue } from './upload-queue'

/** Interval at which the page refreshes the state of uploads, in milliseconds. */
const LOOK_EVERY = 1_200

interface UploadPanelProps {
  galleryId: string
  progress: UploadProgress
  /** Whether clients see new photos at once. */
  isOpenToClients?: boolean
}

/** The upload panel: files or folders, dropped or selected; a form without script. */
export function UploadPanel({ galleryId, progress, isOpenToClients = false }: UploadPanelProps) {
  const isAlive = useHydrated()
  const { queue, shown } = useUploads(galleryId)
  const { files, isPaused } = shown
  const isComing = !isPaused && files.some(({ state }) => state === 'waiting' || state === 'sending')
  const isDeveloping = progress.developed + progress.failed < progress.total
  useRefresh(isComing || progress.arrived > 0 || isDeveloping, LOOK_EVERY)
  useEffect(() => queue?.refuse(progress.refused.map(({ id }) => id)), [queue, progress.refused])
  useRefreshAfter(files.filter(({ state }) => state === 'there' || state === 'sent').length)
  return (
    <section className="upt" aria-label="Upload">
      {isAlive && queue ? (
        <DropPlace onFound={(found) => queue.add(found)} withFolders>
          <span className="updrop__d">Drop photos or folders here. Folders become sets. </span>
          File names stay as they are.
          {isOpenToClients ? ' This gallery is published, so clients see new photos right away.' : ''}
        </DropPlace>
      ) : (
        <UploadForm action={galleryAddresses(galleryId).uploads} />
      )}
      {queue && files.length > 0 ? <UploadList queue={queue} shown={shown} /> : null}
      <UnfinishedFiles galleryId={galleryId} progress={progress} files={files} />
      <RefusedFiles galleryId={galleryId} refused={progress.refused} />
      <Developing progress={progress} />
    </section>
  )
}

/** The last upload may already be imported when the queue reports it, so the page refreshes once more. */
function useRefreshAfter(done: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (done > 0) void revalidate()
  }, [done, revalidate])
}

/** How many photos have all their renditions. */
function Developing({ progress: { total, developed, failed, arrived } }: { progress: UploadProgress }) {
  const waiting = total - developed - failed
  if (waiting === 0 && arrived === 0) return null
  return (
    <div className="updev" role="status">
      <span>
        {developed} of {total + arrived} processed
      </span>
      <span
        className="prog"
        style={{ '--v': `${(100 * developed) / Math.max(1, total + arrived)}%` } as React.CSSProperties}
        aria-hidden="true"
      />
    </div>
  )
}

interface DropPlaceProps {
  onFound: (found: FoundFile[]) => void
  withFolders?: boolean
  /** What can be dropped. */
  children: ReactNode
}

/** The drop zone with buttons. Files dropped elsewhere on the page are accepted too. */
export function DropPlace({ onFound, withFolders = false, children }: DropPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [isVain, setVain] = useState(false)
  const bring = (found: FoundFile[]) => {
    setVain(!found.some(({ file }) => isWorthBringing(file.name)))
    onFound(found)
    place.current?.scrollIntoView({ block: 'nearest' })
  }
  const isOver = useFileDrop(bring)
  const chosen = (input: HTMLInputElement) => {
    bring(readChoice(input.files))
    // Cleared, so that the same folder can be selected again.
    input.value = ''
  }
  return (
    <div className="updrop" data-over={isOver || undefined} ref={place}>
      <p>{children}</p>
      <div className="updrop__b">
        <button type="button" className="btn" onClick={() => files.current?.click()}>
          Choose photos
        </button>
        {withFolders ? (
          <button type="button" className="btn btn--line updrop__d" onClick={() => folder.current?.click()}>
            Choose folder
          </button>
        ) : null}
      </div>
      <p className="updrop__w" role="status">
        {isVain ? 'No photos in this selection.' : ''}
      </p>
      {withFolders ? (
        <input
          ref={folder}
          className="vh"
          type="file"
          multiple
          tabIndex={-1}
          aria-label="Folder of photos"
          {...{ webkitdirectory: '' }}
          onChange={(event) => chosen(event.currentTarget)}
        />
      ) : null}
      <input
        ref={files}
        className="vh"
        type="file"
        multiple
        tabIndex={-1}
        accept="image/*"
        aria-label="Photos"
        onChange={(event) => chosen(event.currentTarget)}
      />
    </div>
  )
}

/** The upload form without script. Submits all files in one request. */
export function UploadForm({ action, children }: { action: string; children?: ReactNode }) {
  return (
    <form className="upform" method="post" action={action} encType="multipart/form-data">
      {children}
      <label htmlFor="photos">Photos</label>
      <input className="in" id="photos" name="photos" type="file" multiple accept="image/*" required />
      <p className="upform__h">Up to {FORM_WITH_FILES_BYTES / 1024 / 1024} MB at once.</p>
      <button type="submit" className="btn">
        Upload
      </button>
    </form>
  )
}

const NOTHING: QueueSnapshot = { files: [], isPaused: false, isOffline: false, speed: 0 }

const galleryAddresses = (galleryId: string): QueueAddresses => ({
  uploads: studioPaths.galleryUploads(galleryId),
  known: galleryId === WEBSITE_GALLERY ? null : studioPaths.galleryUploadsKnown(galleryId),
})

/** The queue of files for a gallery; undefined before hydration. */
export function useUploads(galleryId: string): { queue: UploadQueue | undefined; shown: QueueSnapshot } {
  const isAlive = useHydrated()
  const queue = isAlive ? queueOf(galleryId, galleryAddresses(galleryId)) : undefined
  const shown = useSyncExternalStore(queue?.subscribe ?? never, queue?.snapshot ?? nothing, nothing)
  return { queue, shown }
}

const never = () => () => {}
const nothing = () => NOTHING
