import { Editor, Extension, type Extensions } from '@tiptap/core'
import { NodeSelection, Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { useEffect, useRef, useState } from 'react'
import type { ChoosablePhoto } from '~/domains/photos/model'
import { PhotoChooser } from '~/domains/photos/ui/photo-field'
import { BlockDialog } from './block-dialog'
import { BlockHandle } from './block-handle'
import { type BlockChoices, blockView, isBlockName } from './block-view'
import { type InsertDialog, InsertMenu, type InsertRange, slashAt } from './insert-menu'
import { LinkDialog } from './link-dialog'
import { preparedPaste } from './paste'
import { type Library, moveBlock, photoView } from './photo-view'
import { insertBlock, leaveBlock, typeBelow } from './selected-block'
import { EMPTY_MARKS, type Marks, marksAt, Toolbar } from './toolbar'
import './text-editor.css'

export interface TextEditorProps {
  /** What the text can contain, as `EXTENSIONS` of a post. The tools are those of its parts. */
  extensions: Extensions
  /** Field of the form that sends the document. */
  name: string
  /** Id of the editable element, and its label. If a field with this id has the focus, the text takes it. */
  id: string
  labelledBy: string
  /** The stored document, JSON: `{ version, doc }`. */
  document: string
  photos: ChoosablePhoto[]
  /** What blocks of other parts of the site can show. */
  choices: BlockChoices
  /** Whether an error about it is shown, in the element with the id `{id}-error`. */
  isWrong: boolean
}

type Open = 'link' | InsertDialog | undefined

/** A text as its author edits it. */
export function TextEditor({
  extensions,
  name,
  id,
  labelledBy,
  document: stored,
  photos,
  choices,
  isWrong,
}: TextEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [isFocused] = useState(() => document.activeElement?.id === id)
  const library = useRef<Library>(new Map())
  for (const photo of photos) library.current.set(photo.slug, photo)
  const [editor, setEditor] = useState<Editor>()
  const [marks, setMarks] = useState<Marks>(EMPTY_MARKS)
  const [open, setOpen] = useState<Open>()
  const [dropped, setDropped] = useState<readonly File[]>()
  const [said, setSaid] = useState('')
  const [menu, setMenu] = useState<InsertRange>()
  const menuKeys = useRef<(event: KeyboardEvent) => boolean>(undefined)
  const closedAt = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer document has another key
  useEffect(() => {
    let shown = ''
    const made = new Editor({
      element: place.current,
      // Its style element would break the Content-Security-Policy; `text-editor.css` has the rules.
      injectCSS: false,
      autofocus: isFocused,
      extensions: [
        ...extensions.map((each) =>
          each.name === 'photo'
            ? each.extend({ addNodeView: () => photoView(library.current) })
            : isBlockName(each.name)
              ? each.extend({ addNodeView: () => blockView(choices, library.current) })
              : each,
        ),
        Extension.create({
          name: 'shortcuts',
          addKeyboardShortcuts: () => ({
            'Alt-F10': () => {
              const bar = made.view.dom
                .closest('.editor')
                ?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')
              bar?.focus()
              return bar !== undefined
            },
            'Alt-ArrowUp': () => moveBlock(made, undefined, -1),
            'Alt-ArrowDown': () => moveBlock(made, undefined, 1),
            'Mod-k': () => {
              setOpen('link')
              return true
            },
          }),
        }),
      ],
      content: JSON.parse(stored).doc,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelledBy,
          class: 'editor-text',
        },
        handleDrop: (view, event) => {
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (!at || !takeFiles(event.dataTransfer)) return false
          view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
          return true
        },
        // Programs that copy text beside a picture of it mean the text.
        handlePaste: (view, { clipboardData }) => {
          if (!clipboardData?.getData('text/plain') && takeFiles(clipboardData)) return true
          leaveBlock(view)
          return false
        },
        handleKeyDown: (_, event) => menuKeys.current?.(event) ?? false,
        handleTextInput: (view, _from, _to, text) => typeBelow(view, text),
        handleScrollToSelection: revealCursor,
        transformPastedHTML: (html) => {
          const pasted = preparedPaste(html, (text) => new DOMParser().parseFromString(text, 'text/html'))
          const pictures = pasted.match(/<img\b/gi)?.length ?? 0
          setSaid(pictures > 0 ? leftOut(pictures) : '')
          return pasted
        },
      },
      onUpdate: ({ editor: { view } }) => {
        const { dom } = view
        afterKey(() => {
          field.current?.dispatchEvent(new Event('input', { bubbles: true }))
          // Typing does this by itself, the tools don't.
          dom.dispatchEvent(new Event('input', { bubbles: true }))
        })
      },
      onBlur: () => setMenu(undefined),
      // Only a change of the marks renders, not every key.
      onTransaction: ({ editor: current }) => {
        const slash = slashAt(current)
        // Closed by Escape, it stays closed until the cursor leaves.
        if (!slash) closedAt.current = undefined
        const isOpen = slash && slash.from !== closedAt.current
        setMenu((before) => (isOpen ? (before?.query === slash.query ? before : slash) : undefined))
        const now = marksAt(current)
        const key = JSON.stringify(now)
        if (key === shown) return
        shown = key
        afterKey(() => setMarks(now))
      },
    })
    // Written when the form is read, instead of at every key.
    const { current: sent } = field
    const addText = ({ formData }: FormDataEvent) => {
      if (sent) formData.set(sent.name, JSON.stringify({ version: 1, doc: made.getJSON() }))
    }
    const form = sent?.form
    form?.addEventListener('formdata', addText)
    setEditor(made)
    return () => {
      form?.removeEventListener('formdata', addText)
      made.destroy()
    }

    function takeFiles(transfer: DataTransfer | null): boolean {
      if (!transfer?.files.length || !made.schema.nodes.photo) return false
      setDropped([...transfer.files])
      setOpen('photo')
      return true
    }
  }, [])
  useEffect(() => {
    if (editor) editor.view.dom.id = id
    for (const [name, value] of [
      ['aria-invalid', 'true'],
      ['aria-describedby', `${id}-error`],
    ] as const)
      if (isWrong) editor?.view.dom.setAttribute(name, value)
      else editor?.view.dom.removeAttribute(name)
  }, [editor, isWrong, id])
  const insert = (photo: ChoosablePhoto) => {
    library.current.set(photo.slug, photo)
    if (!editor) return
    const at = insertBlock(editor, { type: 'photo', attrs: { photo: photo.slug } })
    // The next one comes after it.
    editor.commands.setNodeSelection(at)
  }
  const close = () => {
    setOpen(undefined)
    setDropped(undefined)
  }
  return (
    <div className="editor">
      <input type="hidden" name={name} defaultValue={stored} ref={field} />
      {editor ? (
        <Toolbar
          editor={editor}
          marks={marks}
          controls={id}
          onLink={() => setOpen('link')}
          onInsert={() => {
            closedAt.current = undefined
            startInsert(editor)
          }}
          onPhoto={() => setOpen('photo')}
        />
      ) : null}
      <div className="editor-place">
        <div ref={place} />
        {editor && place.current ? <BlockHandle editor={editor} place={place.current} /> : null}
        {editor && menu ? (
          <InsertMenu
            editor={editor}
            range={menu}
            keys={menuKeys}
            onDialog={setOpen}
            onClose={() => {
              closedAt.current = menu.from
              setMenu(undefined)
            }}
          />
        ) : null}
      </div>
      <p className="hint" role="status">
        {said}
      </p>
      {open === 'photo' ? (
        <PhotoChooser photos={photos} dropped={dropped} onChoose={insert} onClose={close} />
      ) : null}
      {open !== undefined && open !== 'link' && open !== 'photo' && editor ? (
        <BlockDialog
          editor={editor}
          name={open}
          choices={choices}
          photos={photos}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open === 'link' && editor ? <LinkDialog editor={editor} onClose={() => setOpen(undefined)} /> : null}
    </div>
  )
}

/** Renders nothing in the task of the key itself, which is painted before. */
const afterKey = (work: () => void) => setTimeout(work)

/** Scrolls the page so that the cursor, or the selected block, isn’t behind a bar above or below the text. */
function revealCursor(view: EditorView): boolean {
  const { selection } = view.state
  const node = selection instanceof NodeSelection ? view.nodeDOM(selection.from) : undefined
  const { top, bottom } =
    node instanceof Element ? node.getBoundingClientRect() : view.coordsAtPos(selection.head)
  const padding = getComputedStyle(document.documentElement)
  const above = Math.min(0, top - Number.parseFloat(padding.scrollPaddingTop))
  const below = Math.max(0, bottom - innerHeight + Number.parseFloat(padding.scrollPaddingBottom))
  if (above || below) scrollBy({ top: above || below, behavior: 'instant' })
  return true
}

/** Opens the menu by its character, in a paragraph after the block with the cursor unless that is empty. */
function startInsert(editor: Editor): void {
  insertBlock(editor, { type: 'paragraph', content: [{ type: 'text', text: '/' }] })
}

const leftOut = (pictures: number): string =>
  pictures === 1
    ? 'One picture wasn’t pasted. Upload it to your library, then add it with Photo.'
    : `${pictures} pictures weren’t pasted. Upload them to your library, then add them with Photo.`
