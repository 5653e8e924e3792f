import type { Editor } from '@tiptap/core'
import { NodeSelection, Selection } from '@tiptap/pm/state'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { StudioIcon } from '~/ui/studio/studio-icon'

/** Distance from the window's edge at which it scrolls, and how far each time, in pixels. */
const EDGE = 70
const STEP = 14

/**
 * A handle beside the block under the pointer, or with the cursor, to drag it to another place. The keyboard has
 * Alt with the arrows, and the toolbar buttons for both directions.
 */
export function BlockHandle({ editor, place }: { editor: Editor; place: HTMLElement }) {
  const [block, setBlock] = useState<HTMLElement>()
  const [target, setTarget] = useState<Gap>()
  const dragged = useRef<{ from: number; y: number }>(undefined)
  useEffect(() => {
    const point = ({ target: element }: Event) => {
      if (dragged.current || !(element instanceof Element)) return
      const over = element.closest<HTMLElement>('.editor-text > *')
      if (over && place.contains(over)) setBlock(over)
    }
    const select = () => {
      const at = editor.state.selection.$from
      const dom = editor.view.nodeDOM(at.depth === 0 ? at.pos : at.before(1))
      if (dom instanceof HTMLElement && !dragged.current) setBlock(dom)
    }
    place.addEventListener('pointerover', point)
    editor.on('selectionUpdate', select)
    return () => {
      place.removeEventListener('pointerover', point)
      editor.off('selectionUpdate', select)
    }
  }, [editor, place])

  const follow = () => {
    if (!dragged.current) return
    const { y } = dragged.current
    if (y < EDGE) window.scrollBy(0, -STEP)
    else if (y > window.innerHeight - EDGE) window.scrollBy(0, STEP)
    setTarget(gapAt(editor, place, y))
    requestAnimationFrame(follow)
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    const from = block && blocksOf(editor).findIndex(({ dom }) => dom === block)
    if (from === undefined || from === -1) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = { from, y: event.clientY }
    requestAnimationFrame(follow)
  }
  const end = (isDropped: boolean) => {
    const from = dragged.current?.from
    const y = dragged.current?.y ?? 0
    dragged.current = undefined
    setTarget(undefined)
    if (isDropped && from !== undefined) moveTo(editor, from, gapAt(editor, place, y).index)
  }
  if (!block?.isConnected) return null
  const top = block.getBoundingClientRect().top - place.getBoundingClientRect().top
  return (
    <>
      <button
        type="button"
        className="editor-handle"
        aria-label="Drag to move the block"
        title="Drag to move the block"
        tabIndex={-1}
        style={{ top }}
        onPointerDown={begin}
        onPointerMove={({ clientY }) => {
          if (dragged.current) dragged.current.y = clientY
        }}
        onPointerUp={() => end(true)}
        onPointerCancel={() => end(false)}
      >
        <StudioIcon name="drag" />
      </button>
      {target ? <div className="editor-drop" style={{ top: target.top }} /> : null}
    </>
  )
}

/** A place between blocks: before the block `index`, and how far below the top of the text, in pixels. */
interface Gap {
  index: number
  top: number
}

/** The blocks of the document with their positions and elements. */
function blocksOf(editor: Editor): { at: number; dom: HTMLElement }[] {
  const blocks: { at: number; dom: HTMLElement }[] = []
  editor.state.doc.forEach((_, at) => {
    const dom = editor.view.nodeDOM(at)
    if (dom instanceof HTMLElement) blocks.push({ at, dom })
  })
  return blocks
}

function gapAt(editor: Editor, place: HTMLElement, y: number): Gap {
  const begin = place.getBoundingClientRect().top
  const boxes = blocksOf(editor).map(({ dom }) => dom.getBoundingClientRect())
  const found = boxes.findIndex(({ top, height }) => y < top + height / 2)
  const index = found === -1 ? boxes.length : found
  const top = (boxes[index]?.top ?? (boxes.at(-1)?.bottom ?? begin) + 8) - begin - 4
  return { index, top }
}

/** Moves a block in front of another one, in one step of the history. */
function moveTo(editor: Editor, from: number, before: number): void {
  if (before === from || before === from + 1) return
  const { doc, tr } = editor.state
  const block = doc.child(from)
  const offsets = blocksOf(editor).map(({ at }) => at)
  const at = offsets[from] ?? 0
  tr.delete(at, at + block.nodeSize)
  const to = tr.mapping.map(offsets[before] ?? doc.content.size)
  tr.insert(to, block)
  tr.setSelection(block.isAtom ? NodeSelection.create(tr.doc, to) : Selection.near(tr.doc.resolve(to + 1)))
  editor.view.dispatch(tr)
  editor.commands.focus()
}
