import { ALT_MAX } from '~/domains/photos/photo-form'
import { PhotoThumb } from '~/domains/photos/ui/photo-field'
import { Field, FieldError } from '~/ui/field'
import { studioPaths } from '~/ui/studio/studio-paths'
import { type UnshownPhotos, unshownField } from '../unshown-photos'

interface UnshownPhotosFieldsProps {
  unshown: UnshownPhotos
  values: Partial<Record<string, string>>
  errors: Partial<Record<string, string>>
}

/** The uploaded photos that the Gallery page doesn't show, each with its alt text. */
export function UnshownPhotosFields({ unshown, values, errors }: UnshownPhotosFieldsProps) {
  const { galleryId, isDraft, photos, more } = unshown
  return (
    <fieldset className="setup-kind">
      <legend className="legend">Gallery page</legend>
      <p className="small ink2">
        Check the photos to show, and describe each in one sentence, for search engines and for people who
        can’t see it. Photos that you don’t check stay off the page.
      </p>
      {isDraft ? (
        <Field
          name="title"
          label="Gallery name"
          hint="Visitors see it above the photos. For example, Weddings."
          required={false}
          defaultValue={values.title ?? 'Recent work'}
          error={errors.title}
        />
      ) : null}
      <ul className="setup-photos">
        {photos.map(({ item, photo, alt }) => {
          const [shownName, altName] = [unshownField(item, 'shown'), unshownField(item, 'alt')]
          const error = errors[shownName]
          return (
            <li key={item}>
              <PhotoThumb photo={photo} />
              <div>
                <label className="chk" htmlFor={`field-${shownName}`}>
                  <input
                    type="checkbox"
                    id={`field-${shownName}`}
                    name={shownName}
                    value="yes"
                    defaultChecked={values[shownName] === 'yes'}
                    aria-describedby={error ? `field-${shownName}-error` : undefined}
                  />
                  <span>Show {photo.title}</span>
                </label>
                {error ? <FieldError id={`field-${shownName}-error`}>{error}</FieldError> : null}
                <Field
                  name={altName}
                  label={
                    <>
                      Alt text<span className="vh"> of {photo.title}</span>
                    </>
                  }
                  required={false}
                  maxLength={ALT_MAX}
                  defaultValue={values[altName] ?? alt}
                  error={errors[altName]}
                />
              </div>
            </li>
          )
        })}
      </ul>
      {more > 0 ? (
        <p className="small">
          <a href={studioPaths.gallery(galleryId)}>{more === 1 ? '1 more photo' : `${more} more photos`}</a>{' '}
          can be shown in the gallery’s editor.
        </p>
      ) : null}
    </fieldset>
  )
}
