import { useEffect, useId, useRef } from 'react'
import { useFetcher } from 'react-router'
import { FieldError } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { useEmailHint } from '~/ui/sends-mail'
import { StudioDialog } from '~/ui/studio/studio-dialog'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useToast } from '~/ui/studio/toasts'
import type { GridColumn } from '../../calendar/model'
import { slotOf } from '../../slots/model'
import type { Moving } from './grid-drag'

const CLIENT_NOTE_MAX = 2_000

interface MoveDialogProps {
  moving: Moving
  columns: GridColumn[]
  onClose: () => void
}

/** Asks for confirmation before rescheduling, since the client is notified at once. */
export function MoveDialog({ moving: { event, target }, columns, onClose }: MoveDialogProps) {
  const fetcher = useFetcher<Partial<FormOutcome<string>> | null>()
  const words = useId()
  const emailHint = useEmailHint('We’ll email the client the new time and update their calendar.')
  const show = useToast()
  const wasSent = useRef(false)
  const isBusy = fetcher.state !== 'idle'
  const refusal = isBusy ? undefined : sentenceIn(fetcher.data)
  useEffect(() => {
    if (isBusy) wasSent.current = true
    if (isBusy || !wasSent.current || refusal) return
    show({ text: `Moved to ${target.label}.` })
    onClose()
  }, [isBusy, refusal, show, target.label, onClose])
  const before = columns.find(({ date }) => date === event.date)
  return (
    <StudioDialog label="Move this booking?" onClose={onClose}>
      <fetcher.Form method="post" action={studioPaths.booking(event.id)} className="mv">
        <h2 className="t2">Move {event.detail || event.title}?</h2>
        <p>
          <del>
            {before?.name ?? event.date}, {event.times}
          </del>
          <br />
          <b>{target.label}</b>, {event.title}
        </p>
        {hintsFor(event, target, columns).map((hint) => (
          <p key={hint} className="note note--dev">
            {hint}
          </p>
        ))}
        {refusal ? (
          <div role="alert">
            <FieldError>{refusal}</FieldError>
          </div>
        ) : null}
        <input type="hidden" name="intent" value="reschedule" />
        <input type="hidden" name="inPlace" value="yes" />
        <input type="hidden" name="anyway" value="yes" />
        <input type="hidden" name="version" value={event.move?.version} />
        <input type="hidden" name="slot" value={slotOf(target.at)} />
        <div className="field">
          <label htmlFor={words}>
            Message to client<span className="opt"> (optional)</span>
          </label>
          <textarea className="in" id={words} name="words" rows={3} maxLength={CLIENT_NOTE_MAX} />
          <p className="hint">{emailHint}</p>
        </div>
        <div className="dlg__act">
          <button type="submit" className="btn" aria-busy={isBusy || undefined}>
            {isBusy ? 'Moving…' : 'Move'}
          </button>
          <button type="button" className="btn btn--line" onClick={onClose}>
            Don’t move
          </button>
        </div>
      </fetcher.Form>
    </StudioDialog>
  )
}

function sentenceIn(outcome: Partial<FormOutcome<string>> | null | undefined): string | undefined {
  return outcome?.sentence ?? Object.values(outcome?.errors ?? {}).find(Boolean)
}

/** Notes about the new time, such as that it's outside the studio's availability. */
function hintsFor(
  { move }: Moving['event'],
  { column, minute }: Moving['target'],
  columns: GridColumn[],
): string[] {
  const day = columns[column]
  const end = minute + (move?.minutes ?? 0)
  const isOver = ({ top, length }: { top: number; length: number }) => top < end && minute < top + length
  const external = day?.events.find((each) => each.kind === 'external' && isOver(each))
  return [
    ...(day?.isClosed || day?.shades.some(isOver) ? ['This is outside your availability.'] : []),
    ...(external ? [`Your calendar “${external.title}” shows you’re busy then.`] : []),
  ]
}
