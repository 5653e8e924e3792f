import { useRef, useState } from 'react'
import { useHydrated } from '~/ui/hydrated'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import type { UploadProgress } from '../model'
import { readChoice, readDrop } from './read-drop'
import { RefusedFiles } from './refused-files'
import { UnfinishedFiles } from './unfinished-files'
import { UploadForm } from './upload-form'
import { UploadList } from './upload-list'
import type { UploadQueue } from './upload-queue'
import { useUploads } from './use-uploads'

/** How often the page looks for what has arrived, in milliseconds. */
const LOOK_EVERY = 1_200

interface UploadPanelProps {
  galleryId: string
  progress: UploadProgress
}

/** Brings photographs into a gallery: dropped or chosen, in folders or alone; without script through a form. */
export function UploadPanel({ galleryId, progress }: UploadPanelProps) {
  const isAlive = useHydrated()
  const { queue, shown } = useUploads(galleryId)
  const isComing = shown.files.some(({ state }) => state !== 'there' && state !== 'failed')
  const isDeveloping = progress.developed + progress.failed < progress.total
  useRefresh(isComing || progress.arrived > 0 || isDeveloping, LOOK_EVERY)
  return (
    <section className="upt" aria-label="Upload">
      {isAlive && queue ? (
        <DropPlace queue={queue} />
      ) : (
        <UploadForm action={studioPaths.galleryUploads(galleryId)} />
      )}
      {queue && shown.files.length > 0 ? <UploadList queue={queue} shown={shown} /> : null}
      <UnfinishedFiles galleryId={galleryId} progress={progress} files={shown.files} />
      <RefusedFiles galleryId={galleryId} refused={progress.refused} />
      <Developing progress={progress} />
    </section>
  )
}

function DropPlace({ queue }: { queue: UploadQueue }) {
  const [isOver, setOver] = useState(false)
  const folder = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const chosen = (input: HTMLInputElement) => {
    queue.add(readChoice(input.files))
    // The same folder may be chosen again.
    input.value = ''
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever cannot drop has the buttons within
    <div
      className="updrop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void readDrop(event.dataTransfer).then((found) => queue.add(found))
      }}
    >
      <p>Drop photographs or whole folders here. Folders become sets, and file names stay as they are.</p>
      <div className="updrop__b">
        <button type="button" className="btn" onClick={() => folder.current?.click()}>
          Choose a folder
        </button>
        <button type="button" className="btn btn--line" onClick={() => files.current?.click()}>
          Choose files
        </button>
      </div>
      <input
        ref={folder}
        className="vh"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="A folder of photographs"
        {...{ webkitdirectory: '' }}
        onChange={(event) => chosen(event.currentTarget)}
      />
      <input
        ref={files}
        className="vh"
        type="file"
        multiple
        tabIndex={-1}
        accept="image/*"
        aria-label="Photographs"
        onChange={(event) => chosen(event.currentTarget)}
      />
    </div>
  )
}

/** How many photographs have all their sizes. */
function Developing({ progress: { total, developed, failed, arrived } }: { progress: UploadProgress }) {
  const waiting = total - developed - failed
  if (waiting === 0 && arrived === 0) return null
  return (
    <div className="updev" role="status">
      <span>
        {developed} of {total + arrived} developed
      </span>
      <span
        className="prog"
        style={{ '--v': `${(100 * developed) / Math.max(1, total + arrived)}%` } as React.CSSProperties}
        aria-hidden="true"
      />
    </div>
  )
}
