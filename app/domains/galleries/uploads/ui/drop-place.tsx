import { useRef, useState } from 'react'
import { isWorthBringing } from '../chosen-files'
import { type FoundFile, readChoice } from './read-drop'
import type { UploadQueue } from './upload-queue'
import { useFileDrop } from './use-file-drop'

interface DropPlaceProps {
  queue: UploadQueue
  /** Clients see what arrives at once. */
  isOpenToClients: boolean
}

/** Where photographs are dropped or chosen; what is dropped beside it, anywhere on the page, is taken too. */
export function DropPlace({ queue, isOpenToClients }: DropPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [isVain, setVain] = useState(false)
  const bring = (found: FoundFile[]) => {
    setVain(!found.some(({ file }) => isWorthBringing(file.name)))
    queue.add(found)
    place.current?.scrollIntoView({ block: 'nearest' })
  }
  const isOver = useFileDrop(bring)
  const chosen = (input: HTMLInputElement) => {
    bring(readChoice(input.files))
    // The same folder may be chosen again.
    input.value = ''
  }
  return (
    <div className="updrop" data-over={isOver || undefined} ref={place}>
      <p>
        Drop photos or folders here. Folders become sets, and file names stay as they are.
        {isOpenToClients ? ' This gallery is published, so clients see new photos right away.' : ''}
      </p>
      <div className="updrop__b">
        <button type="button" className="btn" onClick={() => folder.current?.click()}>
          Choose folder
        </button>
        <button type="button" className="btn btn--line" onClick={() => files.current?.click()}>
          Choose files
        </button>
      </div>
      <p className="updrop__w" role="status">
        {isVain ? 'No photos in that folder.' : ''}
      </p>
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
