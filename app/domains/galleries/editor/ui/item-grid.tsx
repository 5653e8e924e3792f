import { Fragment, type MouseEvent, type PointerEvent, useState } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import type { EditorItem } from '../model'
import type { EditedGallery } from '../operations.server'
import { EditorIcon } from './editor-parts'
import { type Drop, useItemDrag } from './use-item-drag'
import type { useItemKeys } from './use-item-keys'
import type { Selection } from './use-items'

interface ItemGridProps {
  gallery: EditedGallery
  items: EditorItem[]
  selection: Selection
  keys: ReturnType<typeof useItemKeys>
  open: string | null
  addressOf: (item: string) => string
  onDrop: (ids: string[], drop: Drop) => void
}

/** The items of this page by set, to select and sort. */
export function ItemGrid({ gallery, items, selection, keys, open, addressOf, onDrop }: ItemGridProps) {
  const { drag, press } = useItemDrag(
    (id) =>
      selection.chosen.has(id)
        ? items.flatMap((item) => (selection.chosen.has(item.id) ? [item.id] : []))
        : [id],
    onDrop,
  )
  const lifted = new Set(drag?.ids)
  /** The item that had the focus last, or was opened since. */
  const [last, setLast] = useState(open)
  const [seenOpen, setSeenOpen] = useState(open)
  if (seenOpen !== open) {
    setSeenOpen(open)
    if (open !== null) setLast(open)
  }
  const reachable = items.some(({ id }) => id === last) ? last : items[0]?.id
  const gap = (isHere: boolean) =>
    isHere ? (
      <li className="th th--gap" data-gap aria-hidden="true">
        <span className="th__p" />
        <span className="th__n mono">here</span>
      </li>
    ) : null
  const isAt = (drop: Drop) => JSON.stringify(drag?.drop) === JSON.stringify(drop)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the tick boxes within
    <div
      ref={keys.grid}
      onKeyDown={keys.onKeyDown}
      onFocus={({ target }) => setLast(target.closest<HTMLElement>('[data-item]')?.dataset.item ?? null)}
      className={drag ? 'dgs dgs--drag' : 'dgs'}
    >
      {groupsOf(items).map(({ setId, items: group }) => (
        <section key={setId ?? ''} data-set-end={setId ?? ''} aria-label={titleOf(gallery, setId)}>
          {gallery.sets.length > 0 && gallery.set === null ? (
            <h2 className="dgs__h">{titleOf(gallery, setId)}</h2>
          ) : null}
          <ul className="dg">
            {group.map((item) => (
              <Fragment key={item.id}>
                {gap(isAt({ before: item.id }))}
                <ItemCell
                  item={item}
                  isChosen={selection.chosen.has(item.id)}
                  isOpen={item.id === open}
                  isLifted={lifted.has(item.id)}
                  isReachable={item.id === reachable}
                  isOnSite={gallery.kind !== 'client'}
                  to={addressOf(item.id)}
                  onToggle={(isRange) => selection.toggle(item.id, isRange || selection.isRanging)}
                  onPress={(event) => press(event, item.id)}
                />
              </Fragment>
            ))}
            {gap(isAt({ endOf: setId }))}
          </ul>
        </section>
      ))}
      {drag ? (
        <Lifted
          item={items.find(({ id }) => id === drag.ids[0])}
          count={drag.ids.length}
          x={drag.x}
          y={drag.y}
        />
      ) : null}
    </div>
  )
}

function Lifted({
  item,
  count,
  x,
  y,
}: {
  item: EditorItem | undefined
  count: number
  x: number
  y: number
}) {
  return (
    <div className="th-lift" style={{ left: x, top: y }} aria-hidden="true">
      <span className="th__p" style={{ backgroundColor: item?.photo?.tone }}>
        {item?.photo?.thumb ? <img src={item.photo.thumb} alt="" /> : null}
      </span>
      {count > 1 ? <span className="th-lift__n">{count} photos</span> : null}
    </div>
  )
}

const titleOf = ({ sets }: EditedGallery, setId: string | null): string =>
  sets.find(({ id }) => id === setId)?.title ?? 'In no set'

function groupsOf(items: EditorItem[]): { setId: string | null; items: EditorItem[] }[] {
  const groups: { setId: string | null; items: EditorItem[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last.setId === item.setId) last.items.push(item)
    else groups.push({ setId: item.setId, items: [item] })
  }
  return groups
}

interface ItemCellProps {
  item: EditorItem
  isChosen: boolean
  isOpen: boolean
  isLifted: boolean
  /** Whether Tab reaches this item. Arrow keys move on from it. */
  isReachable: boolean
  /** Whether the gallery is on the public site, so that private photos are labeled. */
  isOnSite: boolean
  /** URL of its details. */
  to: string
  onToggle: (isRange: boolean) => void
  onPress: (event: PointerEvent) => void
}

/** An item of the grid: the photo is a checkbox, and the number opens its details. */
export function ItemCell({
  item,
  isChosen,
  isOpen,
  isLifted,
  isReachable,
  isOnSite,
  to,
  onToggle,
  onPress,
}: ItemCellProps) {
  const isAlive = useHydrated()
  const { photo } = item
  const label = nameOf(item)
  const classes = [
    'th',
    item.isHidden && 'th--hidden',
    isLifted && 'th--lifted',
    !photo && 'th--text',
    isOpen && 'th--open',
  ]
  const click = (event: MouseEvent) => {
    if (!isAlive) return
    // In some browsers, a click on a label with Shift doesn't toggle its checkbox.
    event.preventDefault()
    onToggle(event.shiftKey)
    event.currentTarget.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
      data-item={item.id}
      data-set={item.setId ?? ''}
      data-chosen={isChosen ? '' : undefined}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tick box within takes the keys */}
      <label
        className="th__l"
        onClick={click}
        onPointerDown={onPress}
        onDragStart={(event) => event.preventDefault()}
      >
        {photo ? (
          <Thumb photo={photo} />
        ) : (
          <span className="th__w">
            <span>{item.body || NEW_TEXT}</span>
          </span>
        )}
        <input
          type="checkbox"
          name="item"
          value={item.id}
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
        // Tab reaches only one of hundreds of items.
        tabIndex={isAlive && !isReachable ? -1 : undefined}
      >
        <span>
          <span className="vh">{photo ? 'Open item ' : 'Open '}</span>
          {photo ? item.number : 'Text'}
        </span>
        <span>{tailOf(item, isOnSite)}</span>
      </Link>
    </li>
  )
}

/** The label's own handler has already handled the click. */
const stop = (event: MouseEvent) => event.stopPropagation()

function Thumb({ photo }: { photo: NonNullable<EditorItem['photo']> }) {
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

/** A text that the story doesn't show yet. */
const NEW_TEXT = 'New text'

const nameOf = ({ number, photo, fileName, body, isHidden }: EditorItem): string =>
  photo
    ? `item ${number}, ${fileName || photo.title}${isHidden ? ', hidden' : ''}`
    : body === ''
      ? NEW_TEXT
      : `text “${body.slice(0, 40).toWellFormed()}”`

/** The item's most important status, else the end of its file name: `0417` for `DE_0613_0417.tif`. */
function tailOf({ photo, isHidden, isCover, fileName }: EditorItem, isOnSite: boolean): string {
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
