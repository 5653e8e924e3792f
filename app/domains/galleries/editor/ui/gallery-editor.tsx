import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { FormRefusal } from '~/ui/form-refusal'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { EditorAnswer } from '../actions'
import type { EditedGallery, OpenItem } from '../operations.server'
import type { BlockedPhoto, Unpublished } from '../publishing.server'
import { EditorItems } from './editor-items'
import { itemAddresses } from './editor-parts'
import { SetBar } from './set-bar'

interface GalleryEditorProps {
  gallery: EditedGallery
  open: OpenItem | null
  done: { notice: string; undo: Record<string, string> | null } | null
  refused: Extract<EditorAnswer, { ok: false }> | undefined
  /** The upload panel. */
  children?: ReactNode
}

/** Intents whose errors are shown at their own fields. */
const ELSEWHERE = new Set(['save-item', 'save-text'])

/** The editor of a gallery’s photos. */
export function GalleryEditor({ gallery, open, done, refused, children }: GalleryEditorProps) {
  const { id, set, page } = gallery
  const addressOf = itemAddresses(gallery)
  const values: Record<string, string> = { ...refused?.values, intent: refused?.intent ?? '' }
  return (
    <>
      {children}
      {done && !refused ? (
        <div className="gdone">
          <SavedNote>{done.notice}</SavedNote>
          {done.undo ? <UndoForm fields={done.undo} action={addressOf(null)} /> : null}
        </div>
      ) : null}
      {refused?.sentence && !ELSEWHERE.has(refused.intent) ? (
        <div className="gdone">
          <FormRefusal outcome={{ ...refused, errors: {}, values: {} }} />
        </div>
      ) : null}
      <PublishNotes gallery={gallery} refused={refused} addressOf={addressOf} />
      <SetBar gallery={gallery} errors={refused?.errors ?? {}} values={values} />
      <EditorItems
        // Selection and focus start over on another page, but the header stays.
        key={`${id} ${set} ${page}`}
        gallery={gallery}
        open={open}
        refused={refused}
      />
    </>
  )
}

function UndoForm({ fields, action }: { fields: Record<string, string>; action: string }) {
  return (
    <Form method="post" action={action} preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="btn btn--line">
        Undo
      </button>
    </Form>
  )
}

interface PublishNotesProps {
  gallery: EditedGallery
  refused: Extract<EditorAnswer, { ok: false }> | undefined
  addressOf: (item: string) => string
}

/** Maximum number of photos listed; the others are counted. */
const NAMED = 8

/** What prevents publication, and photos added since. */
export function PublishNotes({ gallery, refused, addressOf }: PublishNotesProps) {
  const blocked = refused?.blocked ?? []
  if (blocked.length > 0)
    return (
      <div className="note note--stop gnote" role="alert">
        <p>
          <strong>
            {blocked.length === 1 ? '1 photo is' : `${blocked.length} photos are`} blocking this, so nothing
            was published.
          </strong>
        </p>
        <BlockedList blocked={blocked.slice(0, NAMED)} count={blocked.length} addressOf={addressOf} />
        <p>Fix them, or hide them in this gallery.</p>
      </div>
    )
  return gallery.unpublished ? (
    <Waiting gallery={gallery} unpublished={gallery.unpublished} addressOf={addressOf} />
  ) : null
}

interface WaitingProps extends Pick<PublishNotesProps, 'gallery' | 'addressOf'> {
  unpublished: Unpublished
}

/** Photos added after publishing, which become public only by a button. */
function Waiting({ gallery, unpublished: { count, ready, blocked }, addressOf }: WaitingProps) {
  const waiting = count - ready
  return (
    <Form method="post" className="note note--dev gnote" preventScrollReset>
      <p>
        <strong>{count === 1 ? '1 photo here is' : `${count} photos here are`} not published yet.</strong>{' '}
        {ready > 0 ? null : 'Each one needs something first.'}
      </p>
      {ready > 0 ? (
        <button type="submit" className="btn" name="intent" value="show-ready-on-site">
          {waiting > 0 ? `Publish ${ready} that are ready` : count === 1 ? 'Publish photo' : 'Publish photos'}
        </button>
      ) : null}
      {waiting > 0 ? (
        <details className="gnote__d">
          <summary>What {waiting === 1 ? 'one needs' : `${waiting} need`} first</summary>
          <BlockedList blocked={blocked} count={waiting} addressOf={addressOf} />
          <p>
            You can add alt text to many photos at once below. Releases are under{' '}
            <Link to={studioPaths.galleryReleases(gallery.id)}>Releases</Link>.
          </p>
        </details>
      ) : null}
    </Form>
  )
}

interface HeldListProps extends Pick<PublishNotesProps, 'addressOf'> {
  blocked: BlockedPhoto[]
  /** Total, including those not listed. */
  count: number
}

function BlockedList({ blocked, count, addressOf }: HeldListProps) {
  return (
    <>
      <ul className="note__list">
        {blocked.map(({ itemId, fileName, title, sentence }) => (
          <li key={itemId}>
            <Link to={addressOf(itemId)} replace preventScrollReset>
              {fileName || title}
            </Link>
            : {sentence}
          </li>
        ))}
      </ul>
      {count > blocked.length ? <p>And {count - blocked.length} more.</p> : null}
    </>
  )
}
