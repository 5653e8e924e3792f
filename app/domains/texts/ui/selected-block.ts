import type { Editor, JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

export const isBlankLine = (node: Node | null): boolean =>
  node?.type.name === 'paragraph' && node.content.size === 0

/**
 * Adds a block after the one with the cursor, or instead of it if that is an empty paragraph.
 * @returns its position
 */
export function insertBlock(editor: Editor, block: JSONContent): number {
  const { $from, $to } = editor.state.selection
  const chain = editor.chain().focus()
  if ($from.depth === 1 && isBlankLine($from.parent)) {
    chain.insertContent(block).run()
    return $from.before(1)
  }
  const after = $to.depth === 0 ? $to.pos : $to.after(1)
  chain.insertContentAt(after, block).run()
  return after
}

/** What is typed while a photo or another block is selected, as one just added is, goes below it. */
export function typeBelow(view: EditorView, text: string): boolean {
  if (!leaveBlock(view)) return false
  view.dispatch(view.state.tr.insertText(text).scrollIntoView())
  return true
}

/**
 * Moves the cursor from a selected block to an empty paragraph below it.
 * @returns whether one was selected
 */
export function leaveBlock({ state, dispatch }: EditorView): boolean {
  const { selection, schema, tr } = state
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false
  const { $to } = selection
  const after = $to.depth === 0 ? $to.pos : $to.after(1)
  if (!isBlankLine(state.doc.nodeAt(after))) tr.insert(after, schema.node('paragraph'))
  dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)))
  return true
}
