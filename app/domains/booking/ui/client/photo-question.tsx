import { CLIENT_PHOTO_BYTES, CLIENT_PHOTOS_MAX, type ClientPhoto } from '~/domains/photos/client-photos'
import { bytesLabel } from '~/platform/bytes-label'
import { Field } from '~/ui/field'
import { paths } from '~/ui/paths'
import type { Question } from '../../availability/model'
import { questionField, REMOVED_PHOTO } from '../../booking-form'

interface PhotoQuestionProps {
  question: Question
  /** Those that were added. */
  photos: ClientPhoto[]
  /** Whether they can be shown, to someone who receives the booking's emails. */
  isProven: boolean
  reference: string | null
  error: string | undefined
}

/** A question that is answered with photos. */
export function PhotoQuestion({ question, photos, isProven, reference, error }: PhotoQuestionProps) {
  const { id, label, required } = question
  return (
    <div className="full">
      {/* A new input after a refusal, without the files that were just sent. */}
      <Field
        key={error}
        type="file"
        name={questionField(id)}
        label={label}
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif,image/tiff"
        optional={!required || photos.length > 0}
        hint={`Up to ${CLIENT_PHOTOS_MAX} photos, ${CLIENT_PHOTO_BYTES / 1024 / 1024} MB each. Only you and the studio can see them.`}
        error={error}
      />
      {photos.length === 0 ? null : (
        <ul className="mng__sent" aria-label={`Photos you added: ${label}`}>
          {photos.map((photo) => (
            <li key={photo.id}>
              {isProven ? (
                <img
                  src={paths.clientBookingPhoto(photo.id, { ref: reference })}
                  alt=""
                  width={96}
                  height={96}
                  loading="lazy"
                />
              ) : null}
              <div>
                {photo.name} <span className="ink2">{bytesLabel(photo.bytes)}</span>
                <label className="chk">
                  <input type="checkbox" name={REMOVED_PHOTO} value={photo.id} />
                  <span>
                    Remove<span className="vh"> {photo.name}</span>
                  </span>
                </label>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
