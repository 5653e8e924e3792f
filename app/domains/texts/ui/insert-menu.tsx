import type { Editor } from '@tiptap/core'
import type { Schema } from '@tiptap/pm/model'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { BLOCKS, type BlockName } from './block-view'

/** What the menu opens instead of inserting at once. */
export type InsertDialog = 'photo' | BlockName

interface Insert {
  label: string
  /** Other words to find it by. */
  words: string
  /** The node that the text must know. */
  node: string
  run?: (editor: Editor) => void
  dialog?: InsertDialog
}

const INSERTS: Insert[] = [
  {
    ...{ label: 'Heading', words: 'title h2', node: 'heading' },
    run: (e) => e.chain().focus().setHeading({ level: 2 }).run(),
  },
  {
    ...{ label: 'Subheading', words: 'title h3', node: 'heading' },
    run: (e) => e.chain().focus().setHeading({ level: 3 }).run(),
  },
  { label: 'Photo', words: 'picture image', node: 'photo', dialog: 'photo' },
  {
    ...{ label: 'Bulleted list', words: 'ul points', node: 'bulletList' },
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    ...{ label: 'Numbered list', words: 'ol', node: 'orderedList' },
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    ...{ label: 'Quote', words: 'blockquote', node: 'blockquote' },
    run: (e) => e.chain().focus().setBlockquote().run(),
  },
  {
    ...{ label: 'Divider', words: 'line rule', node: 'horizontalRule' },
    run: (e) => e.chain().focus().setHorizontalRule().run(),
  },
  ...(['galleryTeaser', 'sessionOffer', 'testimonial', 'video', 'postTeaser'] as const).map((node) => ({
    label: BLOCKS[node].label,
    words: {
      galleryTeaser: 'story',
      sessionOffer: 'price book',
      testimonial: 'review',
      video: 'youtube vimeo',
      postTeaser: 'blog article',
    }[node],
    node,
    dialog: node,
  })),
]

const insertsFor = ({ nodes }: Schema, query: string): Insert[] =>
  INSERTS.filter(
    ({ node, label, words }) =>
      Object.hasOwn(nodes, node) &&
      `${label} ${words}`
        .toLowerCase()
        .split(' ')
        .some((word) => word.startsWith(query)),
  )

/** The menu's range in the document: a paragraph's `/` and the letters after it. */
export interface InsertRange {
  from: number
  to: number
  query: string
}

/** @returns undefined if the cursor isn't in a paragraph that is `/` with letters */
export function slashAt({ state: { selection } }: Editor): InsertRange | undefined {
  const { $from, empty } = selection
  if (!empty || $from.parent.type.name !== 'paragraph' || $from.depth !== 1) return undefined
  const typed = /^\/(\w{0,20})$/.exec($from.parent.textContent)
  if (!typed || $from.parentOffset !== $from.parent.content.size) return undefined
  return { from: $from.start(), to: $from.end(), query: (typed[1] ?? '').toLowerCase() }
}

interface InsertMenuProps {
  editor: Editor
  range: InsertRange
  /** Set to a function that handles a key of the text. @returns whether it did */
  keys: RefObject<((event: KeyboardEvent) => boolean) | undefined>
  onDialog: (dialog: InsertDialog) => void
  onClose: () => void
}

/** The blocks to insert at the cursor, by the arrow keys and Enter, or by touch. The focus stays in the text. */
export function InsertMenu({ editor, range, keys, onDialog, onClose }: InsertMenuProps) {
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const found = insertsFor(editor.schema, range.query)
  const chosen = Math.min(at, found.length - 1)
  const choose = (insert: Insert | undefined) => {
    if (!insert) return
    editor.chain().focus().deleteRange({ from: range.from, to: range.to }).run()
    onClose()
    if (insert.dialog) onDialog(insert.dialog)
    else insert.run?.(editor)
  }
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && found.length > 0) setAt((chosen + by + found.length) % found.length)
    else if (event.key === 'Enter' && found.length > 0) choose(found[chosen])
    else if (event.key === 'Escape') onClose()
    else return false
    return true
  })
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  useEffect(() => {
    const text = editor.view.dom
    text.setAttribute('aria-controls', 'insert-menu')
    text.setAttribute('aria-activedescendant', `insert-${chosen}`)
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [editor, chosen])
  const place = editor.view.coordsAtPos(range.from)
  const box = editor.view.dom.parentElement?.getBoundingClientRect()
  return (
    <div
      id="insert-menu"
      className="editor-insert"
      role="listbox"
      aria-label="Insert"
      ref={list}
      style={{ top: place.bottom - (box?.top ?? 0) + 4, left: Math.max(0, place.left - (box?.left ?? 0)) }}
    >
      {found.map((insert, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the text choose
        <div
          key={insert.label}
          id={`insert-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(insert)}
        >
          {insert.label}
        </div>
      ))}
      {found.length === 0 ? <p>No matches</p> : null}
    </div>
  )
}
