import { Form, Link } from 'react-router'
import type { Acting } from '../acting/acting'
import type { EditedGallery } from '../viewing/operations.server'

interface PublishNotesProps {
  gallery: EditedGallery
  refused: Extract<Acting, { ok: false }> | undefined
  addressOf: (frame: string) => string
}

/** Photographs named one by one before the others are only counted. */
const NAMED = 8

/** What holds a publication, and what was added since one. */
export function PublishNotes({ gallery, refused, addressOf }: PublishNotesProps) {
  const held = refused?.held ?? []
  if (held.length > 0)
    return (
      <div className="note note--stop gnote" role="alert">
        <p>
          <strong>
            {held.length === 1 ? 'One photograph holds' : `${held.length} photographs hold`} this. Nothing was
            published.
          </strong>
        </p>
        <ul className="note__list">
          {held.slice(0, NAMED).map(({ itemId, fileName, title, sentence }) => (
            <li key={itemId}>
              <Link to={addressOf(itemId)} replace preventScrollReset>
                {fileName || title}
              </Link>
              : {sentence}
            </li>
          ))}
        </ul>
        {held.length > NAMED ? <p>And {held.length - NAMED} more.</p> : null}
        <p>Mend them, or hide them in this gallery.</p>
      </div>
    )
  if (gallery.state !== 'published' || gallery.notPublic === 0) return null
  const { notPublic } = gallery
  return (
    <Form method="post" className="note note--dev gnote" preventScrollReset>
      <p>
        {notPublic === 1 ? 'One photograph is' : `${notPublic} photographs are`} in this gallery, but not on
        the site yet.
      </p>
      <button type="submit" className="btn btn--line" name="intent" value="show-all-on-site">
        Show {notPublic === 1 ? 'it' : 'them'} on the site
      </button>
    </Form>
  )
}
