import { Schema } from '@tiptap/pm/model'
import type { Video } from './video'

/**
 * What a text can contain. Nodes and marks have the names that Tiptap uses; `ui/extensions.ts` gives them
 * their behavior in the editor, and a test compares both. Photos stand between blocks, never within a list or a
 * quote.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: '(block | figure)+' },
    paragraph: { content: 'inline*', group: 'block' },
    heading: { content: 'inline*', group: 'block', attrs: { level: { default: 2 } } },
    bulletList: { content: 'listItem+', group: 'block list' },
    orderedList: { content: 'listItem+', group: 'block list', attrs: { start: { default: 1 } } },
    listItem: { content: 'paragraph block*' },
    blockquote: { content: 'block+', group: 'block' },
    codeBlock: { content: 'text*', group: 'block', marks: '', code: true },
    horizontalRule: { group: 'block' },
    photo: {
      group: 'figure',
      attrs: {
        photo: { default: '' },
        caption: { default: '' },
        alt: { default: '' },
        wide: { default: false },
      },
    },
    photoRow: { content: 'photo+', group: 'figure' },
    galleryTeaser: { group: 'figure', attrs: { gallery: { default: '' } } },
    sessionOffer: { group: 'figure', attrs: { session: { default: '' } } },
    testimonial: { group: 'figure', attrs: { testimonial: { default: '' } } },
    video: {
      group: 'figure',
      attrs: {
        service: { default: 'youtube' },
        video: { default: '' },
        title: { default: '' },
        /** Its poster. */
        photo: { default: '' },
      },
    },
    text: { group: 'inline' },
    hardBreak: { inline: true, group: 'inline' },
  },
  marks: {
    link: { attrs: { href: {}, title: { default: null } }, inclusive: false },
    bold: {},
    code: { excludes: '_' },
    italic: {},
    strike: {},
  },
})

/** Attributes of a photo in a text. */
export interface PhotoAttrs {
  /** Slug in the library. */
  photo: string
  caption: string
  /** Replaces the alt text of the library; '' for that one. */
  alt: string
  /** As wide as the page. */
  wide: boolean
}

/** Attributes of a video in a text. */
export interface VideoAttrs {
  service: Video['service']
  video: string
  title: string
  /** Slug of its poster in the library; '' for none. */
  photo: string
}

/** Most photos side by side. */
export const MOST_IN_ROW = 6
export const HEADING_LEVELS = [2, 3, 4] as const
/** Longest caption and alt text, in characters. */
export const CAPTION_MAX = 500
const HREF_MAX = 2_000

/** A web, email or phone address, or one on this site: `/book-session`, `#prices`. */
export const isLinkAddress = (href: string): boolean =>
  href.length <= HREF_MAX && /^(?:(?:https?:\/\/|mailto:|tel:)[^\s\\]+|\/(?![/\\])\S*|#\S+)$/i.test(href)
