import { Fragment, useState } from 'react'
import type { EditorFrame } from '../model'
import type { EditedGallery } from '../viewing/operations.server'
import { FrameCell } from './frame-cell'
import { type Drop, useFrameDrag } from './use-frame-drag'
import type { useFrameKeys } from './use-frame-keys'
import type { Selection } from './use-selection'

interface FrameGridProps {
  gallery: EditedGallery
  frames: EditorFrame[]
  selection: Selection
  keys: ReturnType<typeof useFrameKeys>
  open: string | null
  addressOf: (frame: string) => string
  onDrop: (ids: string[], drop: Drop) => void
}

/** The frames of this page, set by set, to be chosen and sorted. */
export function FrameGrid({ gallery, frames, selection, keys, open, addressOf, onDrop }: FrameGridProps) {
  const { drag, press } = useFrameDrag(
    (id) =>
      selection.chosen.has(id)
        ? frames.flatMap((frame) => (selection.chosen.has(frame.id) ? [frame.id] : []))
        : [id],
    onDrop,
  )
  const lifted = new Set(drag?.ids)
  /** Where the focus was last, or which was opened since. */
  const [last, setLast] = useState(open)
  const [seenOpen, setSeenOpen] = useState(open)
  if (seenOpen !== open) {
    setSeenOpen(open)
    if (open !== null) setLast(open)
  }
  const reachable = frames.some(({ id }) => id === last) ? last : frames[0]?.id
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
      onFocus={({ target }) => setLast(target.closest<HTMLElement>('[data-frame]')?.dataset.frame ?? null)}
      className={drag ? 'dgs dgs--drag' : 'dgs'}
    >
      {groupsOf(frames).map(({ setId, frames: group }) => (
        <section key={setId ?? ''} data-set-end={setId ?? ''} aria-label={titleOf(gallery, setId)}>
          {gallery.sets.length > 0 && gallery.set === null ? (
            <h2 className="dgs__h">{titleOf(gallery, setId)}</h2>
          ) : null}
          <ul className="dg">
            {group.map((frame) => (
              <Fragment key={frame.id}>
                {gap(isAt({ before: frame.id }))}
                <FrameCell
                  frame={frame}
                  isChosen={selection.chosen.has(frame.id)}
                  isOpen={frame.id === open}
                  isLifted={lifted.has(frame.id)}
                  isReachable={frame.id === reachable}
                  isOnSite={gallery.kind !== 'client'}
                  to={addressOf(frame.id)}
                  onToggle={(isRange) => selection.toggle(frame.id, isRange || selection.isRanging)}
                  onPress={(event) => press(event, frame.id)}
                />
              </Fragment>
            ))}
            {gap(isAt({ endOf: setId }))}
          </ul>
        </section>
      ))}
      {drag ? (
        <Lifted
          frame={frames.find(({ id }) => id === drag.ids[0])}
          count={drag.ids.length}
          x={drag.x}
          y={drag.y}
        />
      ) : null}
    </div>
  )
}

function Lifted({
  frame,
  count,
  x,
  y,
}: {
  frame: EditorFrame | undefined
  count: number
  x: number
  y: number
}) {
  return (
    <div className="th-lift" style={{ left: x, top: y }} aria-hidden="true">
      <span className="th__p" style={{ backgroundColor: frame?.photo?.tone }}>
        {frame?.photo?.thumb ? <img src={frame.photo.thumb} alt="" /> : null}
      </span>
      {count > 1 ? <span className="th-lift__n">{count} photos</span> : null}
    </div>
  )
}

const titleOf = ({ sets }: EditedGallery, setId: string | null): string =>
  sets.find(({ id }) => id === setId)?.title ?? 'In no set'

function groupsOf(frames: EditorFrame[]): { setId: string | null; frames: EditorFrame[] }[] {
  const groups: { setId: string | null; frames: EditorFrame[] }[] = []
  for (const frame of frames) {
    const last = groups.at(-1)
    if (last && last.setId === frame.setId) last.frames.push(frame)
    else groups.push({ setId: frame.setId, frames: [frame] })
  }
  return groups
}
