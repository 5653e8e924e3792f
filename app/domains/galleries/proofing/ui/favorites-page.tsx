import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { ButtonLink } from '~/ui/button-link'
import { Field, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { isHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { useSendsMail } from '~/ui/sends-mail'
import { photoCount } from '../../client-gallery/client-gallery-words'
import { labelOf } from '../../client-gallery/ui/client-gallery-grid'
import { countLabel, FIRST_PURPOSE, favoritesStatus, NOTE_MAX, PURPOSE_MAX } from '../model'
import type { FavoriteItems } from '../operations.server'
import { FavoriteButton, FavoriteMark } from './favorite-button'
import { FavoritesProvider, useChosen } from './favorites-provider'

export type FavoritesOutcome = FormOutcome<'purpose' | 'note'>

interface FavoritesPageProps {
  own: FavoriteItems
  done: string | null
  /** Why a photo could not be favorited. */
  refusal: string | null
  outcome: FavoritesOutcome | undefined
}

/** A client's favorites: their lists, the photos of one, and the button to submit it. */
export function FavoritesPage({ own, done, refusal, outcome }: FavoritesPageProps) {
  const { gallery, lists, list, photos, sentOff } = own
  const chosen = useMemo(() => photos.map(({ id }) => id), [photos])
  const choices = useMemo(
    () => ({ lists, current: list, limit: gallery.limit, chosen }),
    [lists, list, gallery.limit, chosen],
  )
  return (
    <FavoritesProvider galleryId={gallery.id} choices={choices} asked={chosen}>
      <article className="wrap choices">
        <header className="choices__head">
          <p className="edge pt">
            <Link className="txt tap" to={paths.clientGallery(gallery.id)}>
              {gallery.title}
            </Link>
          </p>
          <h1 className="d2">Your favorites</h1>
          <p className="lede ink2">{ledeOf(own)}</p>
        </header>
        <FormRefusal outcome={refusal ? { sentence: refusal } : undefined} />
        {done && !outcome ? <Done what={done} /> : null}
        <FormRefusal outcome={outcome} order={['purpose', 'note']} />
        {lists.length > 0 ? <ListTabs own={own} /> : null}
        <section className="choices__list" aria-labelledby="list-title">
          <div className="choices__title">
            <h2
              className={lists.length < 2 && (list?.purpose ?? FIRST_PURPOSE) === FIRST_PURPOSE ? 'vh' : 't1'}
              id="list-title"
            >
              {list?.purpose ?? FIRST_PURPOSE}
            </h2>
            {sentOff ? <p className="ui ink2">{photoCount(list?.count ?? 0)}</p> : <FavoritedNow />}
          </div>
          {list && list.id !== own.currentId && list.submittedAt === null ? <UseList id={list.id} /> : null}
          {own.photos.length === 0 ? <Nothing galleryId={gallery.id} /> : <ChosenPhotos own={own} />}
        </section>
        <div className="choices__side">
          {list && sentOff === null && list.count > 0 ? <SendForm list={list} outcome={outcome} /> : null}
          {sentOff && list ? <SentNote note={list.note} /> : null}
          <AddList outcome={outcome} />
          {list && list.count === 0 && lists.length > 1 && sentOff === null ? (
            <Form method="post" className="choices__out">
              <input type="hidden" name="list" value={list.id} />
              <button type="submit" name="intent" value="remove" className="btn btn--quiet">
                Delete the empty list “{list.purpose}”
              </button>
            </Form>
          ) : null}
        </div>
      </article>
    </FavoritesProvider>
  )
}

function ledeOf({ gallery, sentOff }: FavoriteItems): string {
  const who = 'Only you and your photographer can see them.'
  if (sentOff) return `Submitted on ${sentOff}. ${who}`
  return gallery.limit === null
    ? `Tap the ring under the photos you love. ${who}`
    : `Pick up to ${photoCount(gallery.limit)}. ${who}`
}

/** The count, and what went wrong with the last favorite. */
function FavoritedNow() {
  const chosen = useChosen()
  if (!chosen) return null
  const { trouble } = chosen.state
  return (
    <>
      <p className="ui ink2" role="status">
        {favoritesStatus(chosen.state)}
      </p>
      {trouble ? (
        <div className="note note--stop choices__no" role="alert">
          <Icon name="alert" />
          <p>{trouble}</p>
        </div>
      ) : null}
    </>
  )
}

const SENTENCES: Record<string, string> = {
  sent: 'We’ve got your favorites. Check your email for a copy.',
  added: 'List created. New favorites go on it.',
  used: 'New favorites go on this list.',
  removed: 'List deleted.',
}

/** The success message, which gets the focus, since the button is gone. */
function Done({ what }: { what: string }) {
  const note = useRef<HTMLDivElement>(null)
  const sendsMail = useSendsMail()
  const said = Object.hasOwn(SENTENCES, what) ? SENTENCES[what] : undefined
  const sentence = what === 'sent' && !sendsMail ? 'We’ve got your favorites.' : said
  useEffect(() => {
    // On a new document, `autofocus` has already focused it.
    if (sentence && isHydrated()) note.current?.focus()
  }, [sentence])
  return sentence ? (
    // biome-ignore lint/a11y/noAutofocus: without script, this is what takes the focus
    <div className="note note--fix" role="status" tabIndex={-1} ref={note} autoFocus>
      <Icon name="check" />
      <p>{sentence}</p>
    </div>
  ) : null
}

function ListTabs({ own: { gallery, lists, list } }: { own: FavoriteItems }) {
  if (lists.length < 2) return null
  return (
    <nav className="gbar" aria-label="Your lists">
      <ul className="fil">
        {lists.map((each) => (
          <li key={each.id}>
            <Link
              to={paths.favorites(gallery.id, { list: each.id })}
              aria-current={each.id === list?.id ? 'page' : undefined}
            >
              {each.purpose} <span className="ink3">{countLabel(each)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function UseList({ id }: { id: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="list" value={id} />
      <button type="submit" name="intent" value="use" className="btn btn--line">
        Add favorites to this list
      </button>
    </Form>
  )
}

const Nothing = ({ galleryId }: { galleryId: string }) => (
  <div className="empty">
    <p>No favorites yet. Look through your photos and pick the ones you love.</p>
    <ButtonLink to={paths.clientGallery(galleryId)}>View photos</ButtonLink>
  </div>
)

interface SendFormProps {
  list: NonNullable<FavoriteItems['list']>
  outcome: FavoritesOutcome | undefined
}

function SendForm({ list, outcome }: SendFormProps) {
  const navigation = useNavigation()
  const now = useChosen()?.state
  const isBusy = navigation.formData?.get('intent') === 'send'
  const sendsMail = useSendsMail()
  const count = now?.count ?? list.count
  // Unconfirmed changes would make the submitted list differ from the shown one.
  const isReady = count > 0 && !now?.waiting
  return (
    <Form method="post" className="choices__send" noValidate aria-labelledby="send-title">
      <h2 className="t2" id="send-title">
        Submit your favorites
      </h2>
      <p className="ink2 measure">
        We’ll get your list{sendsMail ? ' and email you a copy' : ''}. Once submitted, it’s locked.
      </p>
      <input type="hidden" name="list" value={list.id} />
      <input type="hidden" name="version" value={now?.current?.version ?? list.version} />
      <TextArea
        name="note"
        label="Note to your photographer"
        optional
        rows={3}
        maxLength={NOTE_MAX}
        defaultValue={outcome?.values.note ?? ''}
        error={outcome?.errors.note}
      />
      <button
        type="submit"
        name="intent"
        value="send"
        className="btn"
        aria-busy={isBusy || undefined}
        disabled={!isReady}
      >
        {isBusy ? 'Sending…' : `Submit ${photoCount(count)}`}
      </button>
    </Form>
  )
}

function SentNote({ note }: { note: string }) {
  return (
    <div className="choices__sent">
      {note ? (
        <>
          <h2 className="t3">Your note</h2>
          <p className="cmt__body">{note}</p>
        </>
      ) : null}
      <p className="ink2">
        This list is locked. If something is missing,{' '}
        <Link className="txt" to={paths.contact({ subject: 'My gallery' })}>
          ask us to reopen it
        </Link>
        .
      </p>
    </div>
  )
}

function AddList({ outcome }: { outcome: FavoritesOutcome | undefined }) {
  return (
    <details className="choices__add" open={outcome?.errors.purpose ? true : undefined}>
      <summary className="pt">New list</summary>
      <Form method="post" noValidate>
        <Field
          name="purpose"
          label="What is it for?"
          hint="For example, Album, Prints, or For my mother."
          maxLength={PURPOSE_MAX}
          autoComplete="off"
          defaultValue={outcome?.values.purpose ?? ''}
          error={outcome?.errors.purpose}
        />
        <button type="submit" name="intent" value="add" className="btn btn--line">
          Create list
        </button>
      </Form>
    </details>
  )
}

/** A list's photos with what was said about them. A favorite removed here can be added again until the page is left. */
export function ChosenPhotos({ own }: { own: FavoriteItems }) {
  const { gallery, photos, comments } = own
  return (
    <ul className="chosen">
      {photos.map((photo) => {
        const verb = comments[photo.id]?.some(({ isOwn }) => !isOwn) ? 'Reply' : 'Comment'
        return (
          <li key={photo.id} style={{ '--ar': photo.width / photo.height } as CSSProperties}>
            <div className="chosen__pic">
              <Link
                to={paths.clientGalleryPhoto(gallery.id, photo.id)}
                discover="none"
                aria-label={labelOf(photo)}
              >
                <Picture
                  photo={photo}
                  sizes={
                    photo.width > photo.height
                      ? '(min-width:48rem) 46vw, 92vw'
                      : '(min-width:48rem) 24vw, 46vw'
                  }
                  alt=""
                />
              </Link>
              <FavoriteMark itemId={photo.id} />
            </div>
            <p className="edge chosen__line">
              <span className="pt">{photo.number}</span>
              <Link
                className="txt chosen__say"
                discover="none"
                to={paths.photoComments(gallery.id, photo.id)}
                aria-label={`${verb}: ${labelOf(photo)}`}
              >
                {verb}
              </Link>
            </p>
            <FavoriteButton itemId={photo.id} label={labelOf(photo)} back="choices" />
            <Said comments={comments[photo.id]} />
          </li>
        )
      })}
    </ul>
  )
}

function Said({ comments }: { comments: FavoriteItems['comments'][string] | undefined }) {
  if (!comments) return null
  return (
    <ol className="chosen__said">
      {comments.map(({ id, author, isOwn, body, when }) => (
        <li key={id}>
          <p className="small ink2">
            <b>{isOwn ? 'You' : author}</b> {when}
          </p>
          <p className="cmt__body">{body}</p>
        </li>
      ))}
    </ol>
  )
}
