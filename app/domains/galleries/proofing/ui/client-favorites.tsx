import { Form } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { Field, TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { useSendsMail } from '~/ui/sends-mail'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import type { ExportFile } from '../export-files'
import { COMMENT_MAX, countLabel } from '../model'
import type { ClientFavorites, ReviewComment, ReviewItem, ReviewList, ReviewPerson } from '../review.server'

/** The result of a form. `about` identifies the list, or the client and photo. */
export interface ManageOutcome {
  about: string
  sentence?: string
  typed?: string
}

interface ClientFavoritesProps {
  choices: ClientFavorites
  done: string | null
  outcome: ManageOutcome | undefined
}

const DONE = {
  reopened: 'List reopened. We’ll email the client.',
  settled: 'Marked as done.',
  limited: 'Limit changed.',
  answered: 'Comment posted.',
  removed: 'Comment deleted.',
}

const isDone = (word: string | null): word is keyof typeof DONE => word !== null && Object.hasOwn(DONE, word)

/** All favorites and comments of a gallery's clients. */
export function ClientFavoritesView({ choices, done, outcome }: ClientFavoritesProps) {
  const { gallery, people, idle } = choices
  const sendsMail = useSendsMail()
  return (
    <div className="dch">
      <FormRefusal outcome={outcome} />
      {isDone(done) && !outcome ? (
        <SavedNote>{done === 'reopened' && !sendsMail ? 'List reopened.' : DONE[done]}</SavedNote>
      ) : null}
      {people.length === 0 ? (
        <div className="empty">
          <p>No favorites yet. You’ll see your clients’ favorites and comments here as they add them.</p>
        </div>
      ) : null}
      {people.map((person) => (
        <Person key={person.shareId} galleryId={gallery.id} {...{ person, outcome }} />
      ))}
      {idle.length > 0 ? <p className="hint">Not started yet: {idle.join(', ')}.</p> : null}
    </div>
  )
}

interface PersonProps {
  galleryId: string
  person: ReviewPerson
  outcome: ManageOutcome | undefined
}

function Person({ galleryId, person, outcome }: PersonProps) {
  const { shareId, name, email, isRevoked, lists, spoken } = person
  return (
    <section className="dch__who" aria-labelledby={`who-${shareId}`}>
      <h2 className="st-h2" id={`who-${shareId}`}>
        {name || email} {isRevoked ? <span className="tag">Access ended</span> : null}
      </h2>
      {name ? <p className="hint">{email}</p> : null}
      {lists.map((list) => (
        <List key={list.id} {...{ galleryId, person, list, outcome }} />
      ))}
      {spoken.length > 0 ? (
        <>
          <h3 className="dch__h3">Also has comments</h3>
          <ClientFavoriteItems items={spoken} {...{ shareId, outcome }} />
        </>
      ) : null}
    </section>
  )
}

function List({ galleryId, person, list, outcome }: PersonProps & { list: ReviewList }) {
  const { id, purpose, sentOff, isCompleted, note, items, more } = list
  return (
    <section className="dch__list" aria-labelledby={`list-${id}`}>
      <div className="dch__head">
        <h3 className="dch__h3" id={`list-${id}`}>
          {purpose}
        </h3>
        <span className={sentOff ? (isCompleted ? 'tag tag--fix' : 'tag tag--dev') : 'tag'}>
          {sentOff ? (isCompleted ? 'Done' : 'Submitted') : 'In progress'}
        </span>
        <p className="dch__n">
          {countLabel(list)} {sentOff ? `· ${sentOff}` : null}
        </p>
      </div>
      {note ? <blockquote className="dch__note">{note}</blockquote> : null}
      {list.count > 0 ? <Exports galleryId={galleryId} list={list} /> : null}
      <ClientFavoriteItems items={items} shareId={person.shareId} outcome={outcome} />
      {more > 0 ? <p className="hint">{`${more} more are in the exports.`}</p> : null}
      <ListActions list={list} who={person.name || person.email} outcome={outcome} />
    </section>
  )
}

const EXPORTS: Record<ExportFile, string> = {
  'names.txt': 'File names (one line)',
  'names-in-lines.txt': 'File names (list)',
  'favorites.csv': 'CSV',
  'sidecars.zip': 'Lightroom XMP',
}

function Exports({ galleryId, list }: { galleryId: string; list: ReviewList }) {
  return (
    <>
      <ul className="dch__exp" aria-label={`Export ${list.purpose}`}>
        {Object.entries(EXPORTS).map(([file, label]) => (
          <li key={file}>
            <a
              className="btn btn--line"
              href={studioPaths.galleryFavoritesExport(galleryId, list.id, file)}
              download
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
      <details className="dch__how">
        <summary>How to use this in Lightroom or Capture One</summary>
        <p>
          Paste the file names into the search of either. Or put the XMP files next to your raw files
          (IMG_1.xmp next to IMG_1.CR3), then read metadata from files in Lightroom, or load it in Capture
          One. Favorites get five stars, a red label, and a keyword. Comments go into instructions. Don’t
          overwrite XMP files that contain your edits. Lightroom doesn’t read XMP files for JPEGs, so use the
          file names.
        </p>
      </details>
    </>
  )
}

interface ActionsProps {
  list: ReviewList
  who: string
  outcome: ManageOutcome | undefined
}

function ListActions({ list, who, outcome }: ActionsProps) {
  const hidden = (
    <>
      <input type="hidden" name="list" value={list.id} />
      <input type="hidden" name="version" value={list.version} />
    </>
  )
  return (
    <div className="dch__act">
      {list.sentOff ? (
        <Form key="sent" method="post" preventScrollReset>
          {hidden}
          {list.isCompleted ? null : (
            <button
              type="submit"
              className="btn"
              name="intent"
              value="settle"
              aria-label={`Done: ${list.purpose} of ${who}`}
            >
              Done
            </button>
          )}
          <button
            type="submit"
            className="btn btn--line"
            name="intent"
            value="reopen"
            aria-label={`Reopen: ${list.purpose} of ${who}`}
          >
            Reopen
          </button>
        </Form>
      ) : (
        <Form key="open" method="post" className="dch__limit" preventScrollReset noValidate>
          {hidden}
          <Field
            key={list.version}
            name="limit"
            id={`limit-${list.id}`}
            label="Selection limit"
            optional
            inputMode="numeric"
            defaultValue={outcome?.about === list.id ? outcome.typed : (list.ownLimit ?? '')}
            error={outcome?.about === list.id ? outcome.sentence : undefined}
            placeholder={list.limit === null ? 'None' : String(list.limit)}
          />
          <button type="submit" className="btn btn--line" name="intent" value="limit">
            Set
          </button>
        </Form>
      )}
    </div>
  )
}

interface ClientFavoriteItemsProps {
  items: ReviewItem[]
  /** The share that replies go to. */
  shareId: string
  outcome: ManageOutcome | undefined
}

/** Photos by number and file name, with their comments. */
export function ClientFavoriteItems({ items, shareId, outcome }: ClientFavoriteItemsProps) {
  if (items.length === 0) return null
  return (
    <ul className="dfr">
      {items.map((item) => (
        <li key={item.itemId}>
          {item.photo ? <Picture photo={item.photo} ratio="7/6" sizes="180px" alt={item.photo.alt} /> : null}
          <p className="mono dfr__name">
            <span className="pt">{item.number}</span> {item.fileName || item.title}
          </p>
          {item.comments.length > 0 ? (
            <ol className="dfr__said">
              {item.comments.map((comment) => (
                <Said key={comment.id} comment={comment} />
              ))}
            </ol>
          ) : null}
          <AnswerForm {...{ item, shareId, outcome }} />
        </li>
      ))}
    </ul>
  )
}

function Said({ comment: { id, author, isStudio, body, when } }: { comment: ReviewComment }) {
  const isOwner = useIsOwner()
  return (
    <li>
      <p className="hint">
        <b>{author}</b> {when}
      </p>
      <p className="dfr__body">{body}</p>
      {isStudio && isOwner ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="comment" value={id} />
          <button
            type="submit"
            name="intent"
            value="remove-answer"
            className="btn btn--quiet"
            aria-label={`Remove: ${body.slice(0, 60)}`}
          >
            Remove
          </button>
        </Form>
      ) : null}
    </li>
  )
}

function AnswerForm({
  item,
  shareId,
  outcome,
}: { item: ReviewItem } & Omit<ClientFavoriteItemsProps, 'items'>) {
  const mine = outcome?.about === `${shareId} ${item.itemId}` ? outcome : undefined
  const verb = item.comments.some(({ isStudio }) => !isStudio) ? 'Reply' : 'Comment'
  return (
    <details className="dfr__ans" open={mine ? true : undefined}>
      <summary>
        {verb}
        <span className="vh"> on photo {item.number}</span>
      </summary>
      <Form method="post" preventScrollReset noValidate key={item.comments.length}>
        <input type="hidden" name="item" value={item.itemId} />
        <input type="hidden" name="share" value={shareId} />
        <TextArea
          name="body"
          id={`answer-${shareId}-${item.itemId}`}
          label="To client"
          rows={3}
          maxLength={COMMENT_MAX}
          defaultValue={mine?.typed ?? ''}
          error={mine?.sentence}
        />
        <button type="submit" name="intent" value="answer" className="btn btn--line">
          {verb}
        </button>
      </Form>
    </details>
  )
}
