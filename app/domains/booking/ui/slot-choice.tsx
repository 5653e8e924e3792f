import { Link } from 'react-router'
import { FieldError } from '~/ui/field'
import { Mark } from '~/ui/mark'
import { paths } from '~/ui/paths'
import type { Day, Slot, VisitorHold } from '../slots/model'
import { HoldClock } from './hold-clock'

interface SlotChoiceProps {
  day: Day
  /** "Eastern Time" */
  zoneName: string
  hold: VisitorHold | null
  /** The initially chosen slot. */
  chosen: string
  error?: string | undefined
  onChoose?: ((slot: string) => void) | undefined
}

/** A day's starts: free ones as radio inputs, others as text. */
export function SlotChoice({ day, zoneName, hold, chosen, error, onChoose }: SlotChoiceProps) {
  const parts = [...new Set(day.slots.map(({ part }) => part))]
  return (
    <fieldset
      className="slots"
      id="field-slot"
      tabIndex={-1}
      aria-describedby={error ? 'slot-error' : undefined}
    >
      <legend className="vh">
        Times on {day.label}, {zoneName}
      </legend>
      {error ? <FieldError id="slot-error">{error}</FieldError> : null}
      {parts.map((part) => (
        <div className="slots__part" key={part}>
          <h3>{part}</h3>
          {day.slots
            .filter((slot) => slot.part === part)
            .map((slot) => (
              <OneSlot key={slot.slot} slot={slot} hold={hold} chosen={chosen} onChoose={onChoose} />
            ))}
        </div>
      ))}
    </fieldset>
  )
}

function OneSlot({
  slot,
  hold,
  chosen,
  onChoose,
}: { slot: Slot } & Pick<SlotChoiceProps, 'hold' | 'chosen' | 'onChoose'>) {
  if (slot.state === 'taken')
    return (
      <p className="slot slot--taken">
        <s>{slot.bareTime}</s>
        <small>Taken</small>
      </p>
    )
  if (slot.state === 'held')
    return (
      <p className="slot slot--held">
        <span>{slot.bareTime}</span>
        <small>On hold, may reopen {slot.reopens}</small>
      </p>
    )
  return (
    <label className="slot">
      <input
        type="radio"
        name="slot"
        value={slot.slot}
        defaultChecked={slot.slot === chosen}
        onChange={() => onChoose?.(slot.slot)}
        // Otherwise, it would send the form without this time.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.currentTarget.checked) return
          event.preventDefault()
          event.currentTarget.click()
        }}
      />
      <span>{slot.bareTime}</span>
      {slot.state === 'yours' && hold ? (
        <small>
          <HoldClock hold={hold} lead="Yours for" leadUntil="Yours until" />
        </small>
      ) : null}
      <Mark kind="box" draw />
    </label>
  )
}

/** A link to the waitlist for a day on which nothing is free. */
export function WaitlistLink({ day, chosen }: { day: Day; chosen: { service: string; location: string } }) {
  if (day.slots.some(({ state }) => state === 'free' || state === 'yours')) return null
  return (
    <p className="slots__none small ink2">
      Fully booked.{' '}
      <Link className="txt" to={paths.waitingList({ ...chosen, date: day.date })} rel="nofollow">
        Notify me if a time opens up
      </Link>
    </p>
  )
}
