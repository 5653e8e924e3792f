import type { Node } from '@tiptap/pm/model'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

export const isBlankLine = (node: Node | null): boolean =>
  node?.type.name === 'paragraph' && node.content.size === 0

/** What is typed while a photo or another block is selected, as one just added is, goes below it. */
export function typeBelow({ state, dispatch }: EditorView, text: string): boolean {
  const { selection, schema, tr } = state
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false
  const { $to } = selection
  const after = $to.depth === 0 ? $to.pos : $to.after(1)
  if (!isBlankLine(state.doc.nodeAt(after))) tr.insert(after, schema.node('paragraph'))
  tr.insertText(text, after + 1)
  dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1 + text.length)).scrollIntoView())
  return true
}
