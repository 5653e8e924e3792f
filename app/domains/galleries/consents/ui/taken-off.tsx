import type { RefusedPhoto } from '../permitting'

/** Most titles that are listed one by one. */
const LISTED = 40

export const photographs = (count: number): string =>
  count === 1 ? '1 photo' : `${count.toLocaleString('en-US')} photos`

/** What comes off the public site with it, before it is confirmed. */
export function TakenOff({ photos, lead }: { photos: RefusedPhoto[]; lead: string }) {
  if (photos.length === 0) return null
  return (
    <div className="note note--stop cns-off" role="alert">
      <div>
        <p>
          <strong>{lead}</strong>
        </p>
        <ul className="note__list">
          {photos.slice(0, LISTED).map(({ photoId, title }) => (
            <li key={photoId}>{title}</li>
          ))}
          {photos.length > LISTED ? <li>and {photographs(photos.length - LISTED)} more</li> : null}
        </ul>
      </div>
    </div>
  )
}
