import { Node } from '@tiptap/core'

/** An attribute that is copied and pasted as a data attribute. */
const kept = (name: string, fallback = '') => ({
  default: fallback,
  parseHTML: (element: HTMLElement) => element.dataset[name] ?? fallback,
  renderHTML: (attrs: Record<string, string>) => ({ [`data-${name}`]: attrs[name] }),
})

const recordNode = (name: string, attribute: string) =>
  Node.create({
    name,
    group: 'figure',
    draggable: true,
    addAttributes: () => ({ [attribute]: kept(attribute) }),
    parseHTML: () => [{ tag: `div[data-block="${name}"]` }],
    renderHTML: ({ HTMLAttributes }) => ['div', { ...HTMLAttributes, 'data-block': name }],
  })

/** A post in a newsletter, which shows it as it is when it is sent. */
export const PostTeaser = recordNode('postTeaser', 'post')

/** A gallery, a session type and a testimonial, which pages show as they are at that time, and a video. */
export const BLOCK_NODES = [
  recordNode('galleryTeaser', 'gallery'),
  recordNode('sessionOffer', 'session'),
  recordNode('testimonial', 'testimonial'),
  Node.create({
    name: 'video',
    group: 'figure',
    draggable: true,
    addAttributes: () => ({
      service: kept('service', 'youtube'),
      video: kept('video'),
      title: kept('title'),
      photo: kept('photo'),
    }),
    parseHTML: () => [{ tag: 'div[data-block="video"]' }],
    renderHTML: ({ HTMLAttributes }) => ['div', { ...HTMLAttributes, 'data-block': 'video' }],
  }),
]
