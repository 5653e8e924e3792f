import type { Editor, NodeViewRenderer } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { ChoosablePhoto } from '~/domains/photos/model'
import { studioPaths } from '~/ui/studio/studio-paths'
import { CAPTION_MAX, type PhotoAttrs } from '../schema'
import { isBlankLine } from './selected-block'

/** Photos by slug. */
export type Library = Map<string, ChoosablePhoto>

/** A photo in the editor with its fields. Plain DOM: an editor of 60 photos stays fast without React. */
export const photoView =
  (library: Library): NodeViewRenderer =>
  ({ node: first, editor, getPos }) => {
    let node = first
    const change = (attrs: Partial<PhotoAttrs>) => {
      const at = getPos()
      if (at === undefined) return
      editor.view.dispatch(editor.state.tr.setNodeMarkup(at, undefined, { ...node.attrs, ...attrs }))
    }
    const dom = element('figure', { className: 'editor-photo' })
    const image = element('img', { draggable: true })
    image.dataset.dragHandle = ''
    const missing = element('p', {
      className: 'ped-photo__missing small',
      textContent: 'Visitors don’t see this photo. It’s private, or no longer in your library.',
    })
    const caption = element('input', { className: 'in', placeholder: 'Caption', maxLength: CAPTION_MAX })
    caption.setAttribute('aria-label', 'Caption')
    caption.addEventListener('input', () => change({ caption: oneLine(caption.value) }))
    const alt = element('input', { className: 'in', placeholder: 'Alt text', maxLength: CAPTION_MAX })
    alt.setAttribute('aria-label', 'Alt text. Leave blank for the one in your library.')
    alt.addEventListener('input', () => change({ alt: oneLine(alt.value) }))
    for (const field of [caption, alt])
      field.addEventListener('keydown', (event) => {
        // It would submit the form.
        if (event.key === 'Enter') event.preventDefault()
      })
    const wide = element('button', { type: 'button', textContent: 'Wide' })
    wide.addEventListener('click', () => change({ wide: !node.attrs.wide }))
    const focal = element('a', { textContent: 'Focal point', target: '_blank' })
    focal.title = 'Opens this photo in your library, where you set the part that a crop keeps'
    type Command = [string, () => void]
    const hasRows = Object.hasOwn(editor.schema.nodes, 'photoRow')
    const commands: Command[] = [
      ['Move up', () => moveBlock(editor, getPos(), -1)],
      ['Move down', () => moveBlock(editor, getPos(), 1)],
      ...(hasRows
        ? [
            [
              'Side by side',
              () => {
                note.textContent = joinPhotos(editor, getPos())
                  ? ''
                  : 'Add another photo above or below this one first.'
              },
            ] satisfies Command,
          ]
        : []),
      ['Remove', () => removeBlock(editor, getPos(), node.nodeSize)],
    ]
    const tools = element('div', { className: 'ped-photo__tools' })
    tools.append(
      ...(hasRows ? [wide] : []),
      ...commands.map(([label, run]) => {
        const button = element('button', { type: 'button', textContent: label })
        button.addEventListener('click', run)
        return button
      }),
      ...(hasRows ? [focal] : []),
    )
    const note = element('p', { className: 'small' })
    note.setAttribute('role', 'status')
    const fields = element('div', { className: 'ped-photo__fields' })
    fields.append(caption, alt, tools, note)
    dom.append(image, missing, fields)
    const show = () => {
      const { photo, caption: words, alt: description, wide: isWide } = node.attrs as PhotoAttrs
      const known = library.get(photo)
      image.alt = known?.title ?? photo
      image.hidden = known === undefined
      missing.hidden = known !== undefined
      focal.hidden = known === undefined
      focal.href = studioPaths.photo(photo)
      if (known?.thumb && image.getAttribute('src') !== known.thumb) image.src = known.thumb
      image.style.backgroundColor = known?.tone ?? ''
      if (caption.value !== words) caption.value = words
      if (alt.value !== description) alt.value = description
      wide.setAttribute('aria-pressed', String(isWide))
    }
    show()
    return {
      dom,
      update(next: Node) {
        if (next.type !== node.type) return false
        node = next
        show()
        return true
      },
      selectNode: () => dom.classList.add('is-selected'),
      deselectNode: () => dom.classList.remove('is-selected'),
      stopEvent: ({ target }: Event) => target instanceof HTMLElement && fields.contains(target),
      ignoreMutation: () => true,
    }
  }

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** Swaps the block at a position, or the one with the cursor, with its neighbor. */
export function moveBlock(editor: Editor, at: number | undefined, by: -1 | 1): boolean {
  const { state } = editor
  const place = state.doc.resolve(at ?? state.selection.from)
  // Within a row the photo moves, elsewhere the block of the document.
  const isInRow = place.depth === 1 && place.parent.type.name === 'photoRow'
  const parent = isInRow ? place.parent : state.doc
  const index = place.index(isInRow ? 1 : 0)
  const other = index + by
  if (other < 0 || other >= parent.childCount) return false
  const begin = isInRow ? place.start(1) : 0
  const offsetOf = (child: number) => {
    let offset = begin
    for (let n = 0; n < child; n++) offset += parent.child(n).nodeSize
    return offset
  }
  const [first, second] = [Math.min(index, other), Math.max(index, other)]
  const from = offsetOf(first)
  const to = from + parent.child(first).nodeSize + parent.child(second).nodeSize
  const tr = state.tr.replaceWith(from, to, [parent.child(second), parent.child(first)])
  const now = by === -1 ? from : from + parent.child(second).nodeSize
  const { anchor, head } = state.selection
  const moved = now - offsetOf(index)
  if (parent.child(index).isAtom) tr.setSelection(NodeSelection.create(tr.doc, now))
  // The cursor moves along, so that the next press moves the same block.
  else if (at === undefined)
    tr.setSelection(TextSelection.between(tr.doc.resolve(anchor + moved), tr.doc.resolve(head + moved)))
  editor.view.dispatch(tr.scrollIntoView())
  return true
}

/**
 * Puts a photo beside the photo or the row that follows, or else precedes; out of a row, if it is in one.
 * @returns whether there was something to do
 */
function joinPhotos(editor: Editor, at: number | undefined): boolean {
  if (at === undefined) return false
  const { doc, schema, tr } = editor.state
  const place = doc.resolve(at)
  const photo = place.nodeAfter
  if (!photo) return false
  if (place.depth === 1) {
    const row = place.parent
    const others = row.children.filter((_, n) => n !== place.index())
    const rest = others.length > 1 ? [row.type.create(null, others)] : others
    const before = place.index() < row.childCount / 2
    const nodes = before ? [photo, ...rest] : [...rest, photo]
    editor.view.dispatch(tr.replaceWith(place.before(1), place.after(1), nodes))
    return true
  }
  const index = place.index(0)
  const other = photosNear(doc, index, 1) ?? photosNear(doc, index, -1)
  if (other === undefined) return false
  const [first, last] = [Math.min(index, other), Math.max(index, other)]
  const joined = doc.children.slice(first, last + 1)
  const photos = joined.flatMap((node) => (node.type.name === 'photo' ? [node] : node.children))
  const narrow = photos.map((each) => each.type.create({ ...each.attrs, wide: false }))
  const row = schema.nodes.photoRow?.create(null, narrow)
  const sizeOf = (nodes: readonly Node[]) => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const from = sizeOf(doc.children.slice(0, first))
  if (row) editor.view.dispatch(tr.replaceWith(from, from + sizeOf(joined), row))
  return true
}

/** The index of the next photo or row in a direction, with at most empty paragraphs between. */
function photosNear(doc: Node, index: number, by: -1 | 1): number | undefined {
  for (let at = index + by; ; at += by) {
    const node = doc.maybeChild(at)
    if (node && isBlankLine(node)) continue
    return node?.type.name === 'photo' || node?.type.name === 'photoRow' ? at : undefined
  }
}

export function removeBlock(editor: Editor, at: number | undefined, size: number): void {
  if (at !== undefined)
    editor
      .chain()
      .deleteRange({ from: at, to: at + size })
      .focus()
      .run()
}
