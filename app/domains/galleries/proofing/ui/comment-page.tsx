import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'
import type { ClientGalleryPhoto } from '../../client-gallery/model'
import { COMMENT_MAX, type PhotoComment } from '../model'

interface CommentPageProps {
  gallery: { id: string; title: string }
  photo: ClientGalleryPhoto
  comments: PhotoComment[]
  outcome: FormOutcome<'body'> | undefined
}

/** A photo, its comments, and a field for another one. */
export function CommentPage({ gallery, photo, comments, outcome }: CommentPageProps) {
  const isBusy = useNavigation().formData?.has('body') ?? false
  const form = useRef<HTMLFormElement>(null)
  const said = useCommentChange(comments.length, form)
  return (
    <article className="wrap cmt" style={{ '--ar': photo.width / photo.height } as CSSProperties}>
      <div className="cmt__pic">
        <Picture photo={photo} sizes="(min-width:64rem) 50vw, 92vw" priority />
      </div>
      <div className="cmt__say">
        <p className="edge pt">
          Photo {photo.number} · {gallery.title}
        </p>
        <h1 className="t1">Comment on this photo</h1>
        <p className="ink2">Only you and your photographer can read this.</p>
        {comments.length > 0 ? (
          <ol className="cmt__list">
            {comments.map((comment) => (
              <CommentLine key={comment.id} comment={comment} />
            ))}
          </ol>
        ) : null}
        <p className="small cmt__said" role="status" tabIndex={-1} ref={said.note}>
          {said.sentence}
        </p>
        <Form method="post" noValidate ref={form}>
          <FormRefusal outcome={outcome} order={['body']} />
          <TextArea
            name="body"
            label="Your comment"
            rows={4}
            maxLength={COMMENT_MAX}
            defaultValue={outcome?.values.body ?? ''}
            error={outcome?.errors.body}
          />
          <button type="submit" className="btn" aria-busy={isBusy || undefined}>
            {isBusy ? 'Saving…' : 'Save comment'}
          </button>
        </Form>
        <p className="cmt__back">
          <Link className="lnk" to={paths.clientGalleryPhoto(gallery.id, photo.id)}>
            Back to photo
          </Link>
          <Link className="lnk" to={paths.favorites(gallery.id)}>
            Your favorites
          </Link>
        </p>
      </div>
    </article>
  )
}

/**
 * After a comment is saved, empties the field. After one is deleted, moves the focus, since its button is
 * gone.
 */
function useCommentChange(count: number, form: RefObject<HTMLFormElement | null>) {
  const note = useRef<HTMLParagraphElement>(null)
  const before = useRef(count)
  const [sentence, setSentence] = useState('')
  useEffect(() => {
    const more = count - before.current
    before.current = count
    if (more > 0) {
      form.current?.reset()
      setSentence('Comment saved.')
    } else if (more < 0) {
      setSentence('Comment deleted.')
      note.current?.focus()
    }
  }, [count, form])
  return { note, sentence }
}

function CommentLine({ comment: { id, author, isOwn, body, when } }: { comment: PhotoComment }) {
  return (
    <li>
      <p className="small ink2">
        <b>{isOwn ? 'You' : author}</b> <span>{when}</span>
      </p>
      <p className="cmt__body">{body}</p>
      {isOwn ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="comment" value={id} />
          <button
            type="submit"
            name="intent"
            value="withdraw"
            className="btn btn--quiet cmt__out"
            aria-label={`Delete: ${body.slice(0, 60)}`}
          >
            Delete
          </button>
        </Form>
      ) : null}
    </li>
  )
}
