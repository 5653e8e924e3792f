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
    <Form method="post" preventScrollReset className="cat-move">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={id} />
      <MoveButton label={`Move up: ${title}`} value={above && `up:${above}`} path="M10 16V4M5 9l5-5 5 5" />
      <MoveButton
        label={`Move down: ${title}`}
        value={below && `down:${below}`}
        path="M10 4v12M5 11l5 5 5-5"
      />
    </Form>
  )
}

function MoveButton({ label, value, path }: { label: string; value: string | undefined; path: string }) {
  return (
    <button
      type="submit"
      name="move"
      value={value}
      disabled={value === undefined}
      className="btn btn--quiet btn--icon"
      aria-label={label}
    >
      <svg className="ico ico--sm" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d={path} />
      </svg>
    </button>
  )
}
