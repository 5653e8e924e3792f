import type { ChainedCommands, Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import type { Schema } from '@tiptap/pm/model'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { moveBlock } from './photo-view'
import { insertBlock } from './selected-block'

/** What applies at the cursor. */
export interface Marks {
  active: string[]
  canUndo: boolean
  canRedo: boolean
}

export const EMPTY_MARKS: Marks = { active: [], canUndo: false, canRedo: false }

interface Tool {
  /** Its name in `Marks`, with the level of a heading. */
  name: string
  label: string
  shown: ReactNode
  run: (chain: ChainedCommands) => ChainedCommands
}

const TOOLS: Tool[] = [
  { name: 'heading2', label: 'Heading', shown: 'Heading', run: (c) => c.toggleHeading({ level: 2 }) },
  { name: 'heading3', label: 'Subheading', shown: 'Subheading', run: (c) => c.toggleHeading({ level: 3 }) },
  { name: 'bold', label: 'Bold', shown: <b>B</b>, run: (c) => c.toggleBold() },
  { name: 'italic', label: 'Italic', shown: <i>I</i>, run: (c) => c.toggleItalic() },
  { name: 'strike', label: 'Strikethrough', shown: <s>S</s>, run: (c) => c.toggleStrike() },
  { name: 'bulletList', label: 'Bulleted list', shown: 'List', run: (c) => c.toggleBulletList() },
  { name: 'orderedList', label: 'Numbered list', shown: 'Numbered', run: (c) => c.toggleOrderedList() },
  { name: 'blockquote', label: 'Quote', shown: 'Quote', run: (c) => c.toggleBlockquote() },
  { name: 'horizontalRule', label: 'Divider', shown: 'Divider', run: (c) => c.setHorizontalRule() },
]

/** Whether texts of this schema can contain a part with this name in `Marks`. */
const knows = ({ nodes, marks }: Schema, name: string): boolean => {
  const part = name.replace(/\d$/, '')
  return Object.hasOwn(nodes, part) || Object.hasOwn(marks, part)
}

export function marksAt(editor: Editor): Marks {
  const isActive = ({ name }: Tool) =>
    name.startsWith('heading')
      ? editor.isActive('heading', { level: Number(name.slice(-1)) })
      : editor.isActive(name)
  return {
    active: [...TOOLS.filter(isActive).map(({ name }) => name), ...(editor.isActive('link') ? ['link'] : [])],
    canUndo: undoDepth(editor.state) > 0,
    canRedo: redoDepth(editor.state) > 0,
  }
}

interface ToolbarProps {
  editor: Editor
  marks: Marks
  /** Id of the text. */
  controls: string
  onLink: () => void
  onPhoto: () => void
  /** Opens the menu of all blocks. */
  onInsert: () => void
}

/** The button that Tab reaches first. */
const FIRST = 'Insert a block'

/**
 * One stop for Tab; the arrow keys, Home and End move between the buttons (WAI-ARIA toolbar). Alt+F10 in the text leads
 * here, and Escape back.
 */
export function Toolbar({ editor, marks, controls, onLink, onPhoto, onInsert }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      editor.commands.focus()
      return
    }
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(event.target as HTMLButtonElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined || at === -1) return
    event.preventDefault()
    const next = buttons.at(to % buttons.length)
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1
    next?.focus()
  }
  const button = (
    label: string,
    shown: ReactNode,
    run: () => void,
    state: { pressed?: boolean; off?: boolean } = {},
  ) => (
    <button
      key={label}
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={state.pressed}
      aria-disabled={state.off || undefined}
      tabIndex={label === FIRST ? 0 : -1}
      // The selection stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {shown}
    </button>
  )
  return (
    <div
      className="editor-bar"
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      ref={bar}
      onKeyDown={move}
    >
      {button(FIRST, '+', onInsert)}
      {TOOLS.filter(({ name }) => knows(editor.schema, name)).map(({ name, label, shown, run }) =>
        button(label, shown, () => run(editor.chain().focus()).run(), {
          // It inserts a part, and isn't pressed.
          ...(name === 'horizontalRule' ? {} : { pressed: marks.active.includes(name) }),
        }),
      )}
      {knows(editor.schema, 'button') &&
        button('Button', 'Button', () => insertBlock(editor, { type: 'button' }))}
      {knows(editor.schema, 'link') &&
        button('Link', 'Link', onLink, { pressed: marks.active.includes('link') })}
      {knows(editor.schema, 'photo') && button('Photo', 'Photo', onPhoto)}
      {button('Move block up', '↑', () => moveBlock(editor, undefined, -1))}
      {button('Move block down', '↓', () => moveBlock(editor, undefined, 1))}
      {button('Undo', 'Undo', () => editor.chain().focus().undo().run(), { off: !marks.canUndo })}
      {button('Redo', 'Redo', () => editor.chain().focus().redo().run(), { off: !marks.canRedo })}
    </div>
  )
}
