import type { UnfinishedUpload, UploadProgress } from '../model'
import { NoteForm } from './note-form'
import type { QueuedFile } from './upload-queue'

const SHOWN = 5

interface UnfinishedFilesProps {
  galleryId: string
  progress: UploadProgress
  /** What this page is bringing. */
  files: readonly QueuedFile[]
}

/** What was begun and broken off, in this browser or another: the same folder has to be chosen again. */
export function UnfinishedFiles({ galleryId, progress, files }: UnfinishedFilesProps) {
  const isHere = ({ name, folder }: UnfinishedUpload) =>
    files.some((each) => each.name === name && each.folder === folder)
  const left = progress.unfinished.filter((each) => !isHere(each))
  if (left.length === 0) return null
  const [first] = left
  const yours = left.filter(({ mayEnd }) => mayEnd)
  return (
    <div className="upnote">
      <p>
        {left.length === 1 ? first?.name : `${left.length} files`} didn’t finish uploading. Select the same
        folder to resume.
      </p>
      <ul>
        {left.slice(0, SHOWN).map(({ id, name, folder }) => (
          <li key={id} className="mono">
            {folder === '' ? name : `${folder}/${name}`}
          </li>
        ))}
        {left.length > SHOWN ? <li>and {left.length - SHOWN} more</li> : null}
      </ul>
      {yours.length === 0 ? null : (
        <NoteForm galleryId={galleryId} intent="give-up">
          {yours.map(({ id }) => (
            <input key={id} type="hidden" name="upload" value={id} />
          ))}
          <button type="submit" className="btn btn--line">
            Cancel {yours.length === 1 ? '1 upload' : `${yours.length} uploads`}
          </button>
        </NoteForm>
      )}
    </div>
  )
}
