import { Form } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { TextArea } from '~/ui/field'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import type { DeskComment, DeskFrame } from '../desk/viewing/operations.server'
import { COMMENT_MAX } from '../model'
import type { DeskOutcome } from './desk-choices'

interface DeskFramesProps {
  frames: DeskFrame[]
  /** Whose they are: an answer goes to them. */
  shareId: string
  outcome: DeskOutcome | undefined
}

/** Photographs by number and file name, each with what was said about it. */
export function DeskFrames({ frames, shareId, outcome }: DeskFramesProps) {
  if (frames.length === 0) return null
  return (
    <ul className="dfr">
      {frames.map((frame) => (
        <li key={frame.itemId}>
          {frame.photo ? (
            <Picture photo={frame.photo} ratio="7/6" sizes="180px" alt={frame.photo.alt} />
          ) : null}
          <p className="mono dfr__name">
            <span className="pt">{frame.number}</span> {frame.fileName || frame.title}
          </p>
          {frame.comments.length > 0 ? (
            <ol className="dfr__said">
              {frame.comments.map((comment) => (
                <Said key={comment.id} comment={comment} />
              ))}
            </ol>
          ) : null}
          <AnswerForm {...{ frame, shareId, outcome }} />
        </li>
      ))}
    </ul>
  )
}

function Said({ comment: { id, author, isStudio, body, when } }: { comment: DeskComment }) {
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

function AnswerForm({ frame, shareId, outcome }: { frame: DeskFrame } & Omit<DeskFramesProps, 'frames'>) {
  const mine = outcome?.about === `${shareId} ${frame.itemId}` ? outcome : undefined
  return (
    <details className="dfr__ans" open={mine ? true : undefined}>
      <summary>
        {frame.comments.length > 0 ? 'Answer' : 'Comment'}
        <span className="vh"> on photo {frame.number}</span>
      </summary>
      <Form method="post" preventScrollReset noValidate key={frame.comments.length}>
        <input type="hidden" name="item" value={frame.itemId} />
        <input type="hidden" name="share" value={shareId} />
        <TextArea
          name="body"
          id={`answer-${shareId}-${frame.itemId}`}
          label="To client"
          rows={3}
          maxLength={COMMENT_MAX}
          defaultValue={mine?.typed ?? ''}
          error={mine?.sentence}
        />
        <button type="submit" name="intent" value="answer" className="btn btn--line">
          Reply
        </button>
      </Form>
    </details>
  )
}
