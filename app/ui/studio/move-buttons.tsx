import type { ComponentProps } from 'react'
import { Form } from 'react-router'

interface MoveButtonsProps {
  id: string
  /** The entry's visible name. */
  title: string
  /** Ids of the neighbors. */
  above: string | undefined
  below: string | undefined
}

/**
 * Swaps an entry with its neighbor above or below. The button sends the neighbor's id, so that the move fails
 * if someone else has changed the order.
 */
export function MoveButtons({ id, title, above, below }: MoveButtonsProps) {
  return (
    <Form method="post" preventScrollReset className="st-move">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={id} />
      <MoveButton move="up" label={`Move up: ${title}`} name="move" value={above && `up:${above}`} />
      <MoveButton move="down" label={`Move down: ${title}`} name="move" value={below && `down:${below}`} />
    </Form>
  )
}

const SHAPES = {
  up: 'M10 16V4M5 9l5-5 5 5',
  down: 'M10 4v12M5 11l5 5 5-5',
  remove: 'M5 5l10 10M15 5L5 15',
}

interface MoveButtonProps extends ComponentProps<'button'> {
  move: keyof typeof SHAPES
  /** Label that names the action and the entry. */
  label: string
  /** The value to send; undefined disables the button. */
  value: string | undefined
}

/** A button that moves an entry by one place. Disabled at the ends of the list. */
export const MoveButton = ({ move, label, value, ...button }: MoveButtonProps) => (
  <button
    {...button}
    type="submit"
    className="btn btn--quiet btn--icon"
    value={value}
    disabled={value === undefined}
    aria-label={label}
    title={label}
  >
    <svg className="ico ico--sm" viewBox="0 0 20 20" aria-hidden="true">
      <path d={SHAPES[move]} />
    </svg>
  </button>
)
