import { Picture } from '~/domains/photos/ui/picture'
import type { UploadProgress } from '../model'

/** The newest photographs of the gallery, each as soon as it is there. */
export function ArrivedPhotos({ progress: { newest } }: { progress: UploadProgress }) {
  if (newest.length === 0)
    return (
      <div className="empty">
        <p>No photographs are in this gallery yet. Those that you upload appear here.</p>
      </div>
    )
  return (
    <ul className="plib" aria-label="Newest photographs">
      {newest.map(({ photo, fileName, set }) => (
        <li key={photo.id}>
          <Picture photo={photo} ratio="7/6" sizes="160px" alt="" />
          <span className="plib__t mono">{fileName}</span>
          {set ? <span className="plib__n">{set}</span> : null}
        </li>
      ))}
    </ul>
  )
}
