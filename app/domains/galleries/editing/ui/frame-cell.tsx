import type { MouseEvent, PointerEvent } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import type { EditorFrame } from '../model'
import { EditorIcon } from './editor-icon'

interface FrameCellProps {
  frame: EditorFrame
  isChosen: boolean
  isOpen: boolean
  isLifted: boolean
  /** The one frame that Tab reaches; arrows go on from it. */
  isReachable: boolean
  /** Shown on the site, where what is private is worth a word. */
  isOnSite: boolean
  /** Address of what is known of it. */
  to: string
  onToggle: (isRange: boolean) => void
  onPress: (event: PointerEvent) => void
}

/** One frame of the grid: a tick box that is the picture, and its number, which opens it. */
export function FrameCell({
  frame,
  isChosen,
  isOpen,
  isLifted,
  isReachable,
  isOnSite,
  to,
  onToggle,
  onPress,
}: FrameCellProps) {
  const isAlive = useHydrated()
  const { photo } = frame
  const label = nameOf(frame)
  const classes = [
    'th',
    frame.isHidden && 'th--hidden',
    isLifted && 'th--lifted',
    !photo && 'th--text',
    isOpen && 'th--open',
  ]
  const click = (event: MouseEvent) => {
    if (!isAlive) return
    // A label with Shift does nothing in some browsers.
    event.preventDefault()
    onToggle(event.shiftKey)
    event.currentTarget.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
      data-frame={frame.id}
      data-set={frame.setId ?? ''}
      data-chosen={isChosen ? '' : undefined}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tick box within takes the keys */}
      <label
        className="th__l"
        onClick={click}
        onPointerDown={onPress}
        onDragStart={(event) => event.preventDefault()}
      >
        {photo ? <Thumb photo={photo} /> : <span className="th__w">{frame.body}</span>}
        <input
          type="checkbox"
          name="item"
          value={frame.id}
          aria-label={label}
          data-pick
          {...(isAlive
            ? {
                checked: isChosen,
                onChange: () => onToggle(false),
                tabIndex: isReachable ? 0 : -1,
                onClick: stop,
              }
            : {})}
        />
        <span className="th__hd" data-handle aria-hidden="true">
          <EditorIcon name={isChosen ? 'check' : 'drag'} />
        </span>
      </label>
      <Link
        className="th__n mono"
        to={to}
        replace
        preventScrollReset
        // Of hundreds of frames, Tab comes to one.
        tabIndex={isAlive && !isReachable ? -1 : undefined}
      >
        <span>
          <span className="vh">{photo ? 'Open item ' : 'Open '}</span>
          {photo ? frame.number : 'Text'}
        </span>
        <span>{tailOf(frame, isOnSite)}</span>
      </Link>
    </li>
  )
}

/** The label’s own handler has done it. */
const stop = (event: MouseEvent) => event.stopPropagation()

function Thumb({ photo }: { photo: NonNullable<EditorFrame['photo']> }) {
  return (
    <span className="th__p" style={{ backgroundColor: photo.tone }}>
      {photo.thumb ? (
        <img
          src={photo.thumb}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          style={{ objectPosition: `${photo.focal.x}% ${photo.focal.y}%` }}
        />
      ) : null}
    </span>
  )
}

const nameOf = ({ number, photo, fileName, body, isHidden }: EditorFrame): string =>
  photo
    ? `frame ${number}, ${fileName || photo.title}${isHidden ? ', hidden' : ''}`
    : `text “${body.slice(0, 40).toWellFormed()}”`

/** What is worth knowing first, else the end of the file’s name: `DE_0613_0417.tif` is `0417`. */
function tailOf({ photo, isHidden, isCover, fileName }: EditorFrame, isOnSite: boolean): string {
  if (!photo) return ''
  if (photo.hasFailed) return 'Failed'
  if (isHidden) return 'Hidden'
  if (isCover) return 'Cover'
  if (photo.made < 1) return `${Math.round(photo.made * 100)}%`
  if (isOnSite && photo.needsAlt) return 'No alt text'
  if (isOnSite && !photo.isPublic) return 'Not public'
  const stem = fileName.replace(/\.[^.]*$/, '')
  return /\d{3,6}$/.exec(stem)?.[0] ?? (stem.length > 10 ? `…${stem.slice(-9).toWellFormed()}` : stem)
}
