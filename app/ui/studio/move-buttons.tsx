import type { ComponentProps } from 'react'
import { Form } from 'react-router'

interface MoveButtonsProps {
  id: string
  /** As people read it. */
  title: string
  /** Ids of what stands beside it. */
  above: string | undefined
  below: string | undefined
}

/** Changes places with what stands above or below. A button names the other one, so that no move is a surprise. */
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
  /** What it does, and to what. */
  label: string
  /** What it sends; nothing is left to do where there is none. */
  value: string | undefined
}

/** One step in a list that is in an order of the studio’s own. At the ends of the list it stands there, switched off. */
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
    <svg className="ico ico--sm" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={SHAPES[move]} />
    </svg>
  </button>
)
