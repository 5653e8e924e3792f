import { type Node, Schema } from '@tiptap/pm/model'
import { HIDDEN, readDocument, UNREADABLE } from '~/domains/texts/read-document'
import { isLinkAddress, schema as postSchema } from '~/domains/texts/schema'
import { isSlug } from '~/platform/fields'
import { isCleanLine } from '~/platform/text'

const { nodes, marks } = postSchema

/**
 * What a newsletter can contain: the parts of a post that email programs show, buttons, and teasers of posts. Nodes
 * and marks have the names that Tiptap uses.
 */
export const newsletterSchema = new Schema({
  nodes: {
    doc: { content: '(block | figure)+' },
    paragraph: nodes.paragraph.spec,
    heading: nodes.heading.spec,
    bulletList: nodes.bulletList.spec,
    orderedList: nodes.orderedList.spec,
    listItem: nodes.listItem.spec,
    blockquote: nodes.blockquote.spec,
    horizontalRule: nodes.horizontalRule.spec,
    photo: {
      group: 'figure',
      attrs: { photo: { default: '' }, caption: { default: '' }, alt: { default: '' } },
    },
    button: { group: 'figure', attrs: { label: { default: '' }, href: { default: '' } } },
    postTeaser: { group: 'figure', attrs: { post: { default: '' } } },
    text: nodes.text.spec,
    hardBreak: nodes.hardBreak.spec,
  },
  marks: {
    link: marks.link.spec,
    bold: marks.bold.spec,
    italic: marks.italic.spec,
    strike: marks.strike.spec,
  },
})

/** Longest label of a button, in characters. */
export const BUTTON_MAX = 60

/** Reads a newsletter from its JSON, sent or stored, and checks it against the schema. */
export const readNewsletter = (json: string) =>
  readDocument(json, { schema: newsletterSchema, noun: 'newsletter', refusedNode })

function refusedNode({ type, attrs }: Node): string | undefined {
  if (type.name === 'button') return refusedButton(attrs)
  if (type.name === 'postTeaser') return isSlugText(attrs.post) ? undefined : UNREADABLE
  return undefined
}

const isSlugText = (text: unknown): boolean => typeof text === 'string' && text.length <= 200 && isSlug(text)

/** A button may be incomplete while someone writes. The check before sending finds it. */
function refusedButton({ label, href }: Record<string, unknown>): string | undefined {
  if (typeof label !== 'string' || typeof href !== 'string') return UNREADABLE
  if (label.length > BUTTON_MAX) return `Shorten the text of each button to ${BUTTON_MAX} characters.`
  if (!isCleanLine(label)) return HIDDEN
  return href === '' || isLinkAddress(href)
    ? undefined
    : 'The link of a button must begin with https://, mailto:, tel:, or /. Check the buttons, then save again.'
}
