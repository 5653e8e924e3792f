import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { RefusedUpload, UnfinishedUpload, UploadProgress } from '../model'
import type { QueuedFile } from './upload-queue'

const SHOWN = 5

interface UnfinishedFilesProps {
  galleryId: string
  progress: UploadProgress
  /** The files in this page's queue. */
  files: readonly QueuedFile[]
}

/** Incomplete uploads from this browser or another. The same files have to be selected again to resume. */
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

interface NoteFormProps {
  galleryId: string
  intent: 'give-up' | 'forget-refused'
  children: ReactNode
}

/** A form about uploads. With script, the page stays open; without script, the editor handles the form. */
export function NoteForm({ galleryId, intent, children }: NoteFormProps) {
  const fetcher = useFetcher()
  const isAlive = useHydrated()
  return (
    <fetcher.Form method="post" action={studioPaths.gallery(galleryId)}>
      <input type="hidden" name="intent" value={intent} />
      {isAlive ? <input type="hidden" name="inPlace" value="yes" /> : null}
      {children}
    </fetcher.Form>
  )
}

interface RefusedFilesProps {
  galleryId: string
  refused: RefusedUpload[]
}

/** Files that were refused, with the reasons. */
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
