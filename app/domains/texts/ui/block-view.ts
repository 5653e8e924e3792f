import type { NodeViewRenderer } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { element, type Library, moveBlock, removeBlock } from './photo-view'

/** Names of the blocks, and the attribute that says what they show. */
export const BLOCKS = {
  galleryTeaser: { label: 'Gallery', attribute: 'gallery' },
  sessionOffer: { label: 'Session type', attribute: 'session' },
  testimonial: { label: 'Testimonial', attribute: 'testimonial' },
  postTeaser: { label: 'Post', attribute: 'post' },
  video: { label: 'Video', attribute: 'video' },
} as const
export type BlockName = keyof typeof BLOCKS

/** What blocks can show. */
export type BlockChoices = Partial<Record<Exclude<BlockName, 'video'>, { value: string; label: string }[]>>

export const isBlockName = (name: string): name is BlockName => Object.hasOwn(BLOCKS, name)

/** A block that shows something else of the site, as its name with buttons. */
export const blockView =
  (choices: BlockChoices, library: Library): NodeViewRenderer =>
  ({ node: first, editor, getPos }) => {
    let node = first
    const dom = element('div', { className: 'editor-block' })
    const words = element('p', {})
    const tools = element('div', { className: 'ped-photo__tools' })
    const commands: [string, () => void][] = [
      ['Move up', () => moveBlock(editor, getPos(), -1)],
      ['Move down', () => moveBlock(editor, getPos(), 1)],
      ['Remove', () => removeBlock(editor, getPos(), node.nodeSize)],
    ]
    for (const [label, run] of commands) {
      const button = element('button', { type: 'button', textContent: label })
      button.addEventListener('click', run)
      tools.append(button)
    }
    dom.append(words, tools)
    const show = () => {
      words.textContent = describe(node, choices, library)
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
      stopEvent: ({ target }: Event) => target instanceof HTMLElement && tools.contains(target),
      ignoreMutation: () => true,
    }
  }

function describe({ type, attrs }: Node, choices: BlockChoices, library: Library): string {
  if (type.name === 'video') {
    const poster = library.get(attrs.photo)?.title
    return `Video: ${attrs.title || attrs.video}${poster ? `, with the poster “${poster}”` : ''}`
  }
  if (!isBlockName(type.name) || type.name === 'video') return ''
  const { label, attribute } = BLOCKS[type.name]
  const chosen = choices[type.name]?.find(({ value }) => value === attrs[attribute])
  return chosen
    ? `${label}: ${chosen.label}`
    : `${label}: not on the site right now, so this block isn’t shown.`
}
