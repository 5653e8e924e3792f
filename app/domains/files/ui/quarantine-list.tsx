import { Form } from 'react-router'
import { NextPage } from '~/ui/studio/next-page'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { QuarantinedPhoto, QuarantinePage } from '../quarantine/model'

/** Photos whose files no row knows, each with the day on which it's deleted and a button that restores it. */
export function QuarantineList({ photos, total, next }: QuarantinePage) {
  if (total === 0)
    return (
      <div className="empty">
        <p>
          Nothing is in quarantine. Originals that no photo in your library uses, and uploads that never
          reached a gallery, show up here for 30 days.
        </p>
      </div>
    )
  return (
    <>
      <p className="ink2 pquar">
        {total === 1 ? '1 photo' : `${total.toLocaleString('en-US')} photos`} that your library doesn’t use.
        Restore the ones you want to keep. We’ll delete the others for good on the date shown.
      </p>
      <ul className="plib">
        {photos.map((photo) => (
          <QuarantinedFrame key={photo.photo} {...photo} />
        ))}
      </ul>
      <NextPage to={next === null ? null : studioPaths.quarantine({ page: String(next) })} />
    </>
  )
}

function QuarantinedFrame({ photo, name, files, moved, until }: QuarantinedPhoto) {
  return (
    <li>
      <img className="pquar__i" src={studioPaths.quarantinePreview(photo)} alt="" loading="lazy" />
      <span className="plib__t">{name}</span>
      <div className="plib__n">
        <span>{files}</span>
        <span>Moved on {moved}</span>
        <span className="plib__w">Deleted for good on {until}</span>
        <Form method="post">
          <input type="hidden" name="photo" value={photo} />
          <button type="submit" className="btn btn--line" name="intent" value="restore">
            Restore photo<span className="vh">: {name}</span>
          </button>
        </Form>
      </div>
    </li>
  )
}
