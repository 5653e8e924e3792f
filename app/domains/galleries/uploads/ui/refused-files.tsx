import type { RefusedUpload } from '../model'
import { NoteForm } from './note-form'

interface RefusedFilesProps {
  galleryId: string
  refused: RefusedUpload[]
}

/** Files that arrived and are no photographs that can be taken, each with the reason. */
export function RefusedFiles({ galleryId, refused }: RefusedFilesProps) {
  if (refused.length === 0) return null
  return (
    <div className="upnote upnote--stop" role="status">
      <p>
        {refused.length === 1 ? '1 file' : `${refused.length} files`} couldn’t be uploaded. The rest are safe.
      </p>
      <ul>
        {refused.map(({ id, name, folder, sentence }) => (
          <li key={id}>
            <span className="mono">{folder === '' ? name : `${folder}/${name}`}</span> {sentence}
          </li>
        ))}
      </ul>
      {refused.some(({ mayEnd }) => mayEnd) ? (
        <NoteForm galleryId={galleryId} intent="forget-refused">
          <button type="submit" className="btn btn--line">
            Got it
          </button>
        </NoteForm>
      ) : null}
    </div>
  )
}
