import { type Extensions, Node } from '@tiptap/core'
import { StarterKit, type StarterKitOptions } from '@tiptap/starter-kit'
import { HEADING_LEVELS, isLinkAddress, schema } from '../schema'
import { BLOCK_NODES } from './block-nodes'

const contentOf = (name: string): string => schema.nodes[name]?.spec.content ?? ''

const Doc = Node.create({ name: 'doc', topNode: true, content: contentOf('doc') })

/** A photo of the library. Copied and pasted as a figure, so that its caption and alt text stay with it. */
export const Photo = Node.create({
  name: 'photo',
  group: 'figure',
  draggable: true,
  addAttributes() {
    return {
      photo: { default: '', parseHTML: (figure) => figure.dataset.photo ?? '', renderHTML: () => ({}) },
      caption: {
        default: '',
        parseHTML: (figure) => figure.querySelector('figcaption')?.textContent ?? '',
        renderHTML: () => ({}),
      },
      alt: {
        default: '',
        parseHTML: (figure) => figure.querySelector('img')?.getAttribute('alt') ?? '',
        renderHTML: () => ({}),
      },
      wide: {
        default: false,
        parseHTML: (figure) => figure.dataset.wide === 'true',
        renderHTML: () => ({}),
      },
    }
  },
  parseHTML: () => [{ tag: 'figure[data-photo]' }],
  renderHTML: ({ node: { attrs } }) => [
    'figure',
    { 'data-photo': attrs.photo, 'data-wide': String(attrs.wide) },
    ['img', { alt: attrs.alt }],
    ['figcaption', {}, attrs.caption],
  ],
})

/** Photos side by side. */
export const PhotoRow = Node.create({
  name: 'photoRow',
  group: 'figure',
  content: contentOf('photoRow'),
  draggable: true,
  parseHTML: () => [{ tag: 'div[data-photo-row]' }],
  renderHTML: () => ['div', { 'data-photo-row': '' }, 0],
})

/**
 * Text with its behavior in the editor: shortcuts, input rules, and how pasted HTML becomes a part of it. Other
 * elements of pasted HTML are left out, and their text stays.
 * @param left parts that a text can't contain
 */
export const textExtensions = (
  left: Partial<Pick<StarterKitOptions, 'code' | 'codeBlock'>> = {},
): Extensions => [
  Doc,
  StarterKit.configure({
    ...left,
    document: false,
    underline: false,
    heading: { levels: [...HEADING_LEVELS] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: isLinkAddress,
    },
  }),
]

/** A text within a page, without photos and other blocks. */
export const PROSE: Extensions = [
  Doc.extend({ content: 'block+' }),
  ...textExtensions().filter(({ name }) => name !== 'doc'),
]

/** The schema of a post. */
export const EXTENSIONS: Extensions = [...textExtensions(), Photo, PhotoRow, ...BLOCK_NODES]
