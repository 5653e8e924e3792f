import { Node, type NodeViewRenderer } from '@tiptap/core'
import { BUTTON_MAX } from '../document/schema'

/** A button with its text and its link, edited in place. */
export const Button = Node.create({
  name: 'button',
  group: 'figure',
  draggable: true,
  addAttributes: () => ({ label: attribute('label'), href: attribute('href') }),
  parseHTML: () => [{ tag: 'div[data-button]' }],
  renderHTML: ({ node: { attrs } }) => [
    'div',
    { 'data-button': '', 'data-label': attrs.label, 'data-href': attrs.href },
  ],
  addNodeView: () =>
    fieldsView('Button', [
      { name: 'label', label: 'Button text', maxLength: BUTTON_MAX },
      { name: 'href', label: 'Link, such as /book-session', maxLength: 2_000 },
    ]),
})

const attribute = (name: string) => ({
  default: '',
  parseHTML: (element: HTMLElement) => element.dataset[name] ?? '',
  renderHTML: () => ({}),
})

interface PartField {
  name: string
  label: string
  maxLength: number
}

/** A part with a field for each attribute. */
const fieldsView =
  (title: string, fields: PartField[]): NodeViewRenderer =>
  ({ node: first, editor, getPos }) => {
    let node = first
    const dom = document.createElement('div')
    dom.className = 'editor-part'
    const name = document.createElement('p')
    name.className = 'label'
    name.textContent = title
    name.dataset.dragHandle = ''
    const inputs = fields.map((field) => {
      const input = document.createElement('input')
      input.className = 'in'
      input.placeholder = field.label
      input.maxLength = field.maxLength
      input.setAttribute('aria-label', field.label)
      input.value = String(node.attrs[field.name])
      input.addEventListener('input', () => {
        const at = getPos()
        if (at === undefined) return
        const attrs = { ...node.attrs, [field.name]: input.value.trim() }
        editor.view.dispatch(editor.state.tr.setNodeMarkup(at, undefined, attrs))
      })
      input.addEventListener('keydown', (event) => {
        // It would submit the form.
        if (event.key === 'Enter') event.preventDefault()
      })
      return input
    })
    const remove = document.createElement('button')
    remove.type = 'button'
    remove.textContent = 'Remove'
    remove.addEventListener('click', () => {
      const at = getPos()
      if (at !== undefined)
        editor
          .chain()
          .deleteRange({ from: at, to: at + node.nodeSize })
          .focus()
          .run()
    })
    const tools = document.createElement('div')
    tools.className = 'ped-photo__tools'
    tools.append(remove)
    dom.append(name, ...inputs, tools)
    return {
      dom,
      update(next) {
        if (next.type !== node.type) return false
        node = next
        for (const [at, input] of inputs.entries()) {
          const value = String(node.attrs[fields[at]?.name ?? ''])
          if (input.value.trim() !== value) input.value = value
        }
        return true
      },
      stopEvent: (event) => event.target instanceof HTMLInputElement,
      ignoreMutation: () => true,
    }
  }
