import type { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { schema } from '~/domains/texts/schema'

const WORDS = [
  'rain',
  'a “good” jar',
  'Ünder 3 °C',
  'x < y & z',
  '*',
  'snake_case',
  '1. one',
  '- two',
  '#3',
  '[see]',
  '!',
]
/** Formatted texts have letters at both ends, since CommonMark knows no emphasis that begins with a space. */
const PLAIN = ['rain', 'a good jar', 'Ünder 3 °C', 'window']

export type Json = Record<string, unknown>

const word = fc.constantFrom(...WORDS)
const mark: fc.Arbitrary<Json[]> = fc.oneof(
  fc.constant<Json[]>([]),
  fc.constantFrom('bold', 'italic', 'strike', 'code').map((type): Json[] => [{ type }]),
  fc.constant<Json[]>([{ type: 'bold' }, { type: 'italic' }]),
  fc
    .constantFrom('https://example.com/a?b=1&c=%20', '/book-session', 'mailto:hello@example.com', '#top')
    .map((href): Json[] => [{ type: 'link', attrs: { href, title: null } }]),
)
/** Formatted words with plain ones between them. */
const inline = fc
  .array(fc.tuple(word, fc.constantFrom(...PLAIN), mark), { minLength: 1, maxLength: 4 })
  .map((runs) =>
    runs.flatMap(([before, text, marks], at): Json[] => [
      { type: 'text', text: `${at === 0 ? '' : ' '}${before} ` },
      { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) },
    ]),
  )
const paragraph = inline.map((content): Json => ({ type: 'paragraph', content }))
const broken = fc
  .tuple(inline, inline)
  .map(([one, two]): Json => ({ type: 'paragraph', content: [...one, { type: 'hardBreak' }, ...two] }))
const heading = fc
  .tuple(inline, fc.constantFrom(2, 3, 4))
  .map(([content, level]): Json => ({ type: 'heading', attrs: { level }, content }))
const code = fc
  .constantFrom('let a = `b`\n\n  c', '```\nfence', '<b>')
  .map((text): Json => ({ type: 'codeBlock', content: [{ type: 'text', text }] }))
const rule = fc.constant<Json>({ type: 'horizontalRule' })
const { list, quote } = fc.letrec<{ list: Json; quote: Json; item: Json }>((tie) => ({
  item: fc
    .tuple(paragraph, fc.option(tie('list'), { nil: undefined, depthSize: 'small' }))
    .map(([first, inner]) => ({ type: 'listItem', content: inner ? [first, inner] : [first] })),
  list: fc.oneof(
    { maxDepth: 2 },
    fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'bulletList', content })),
    fc
      .tuple(fc.array(tie('item'), { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 4, 9))
      .map(([content, start]) => ({ type: 'orderedList', attrs: { start }, content })),
  ),
  quote: fc
    .array(fc.oneof(paragraph, tie('list')), { minLength: 1, maxLength: 2 })
    .map((content) => ({ type: 'blockquote', content })),
}))
export const photo = (alt: fc.Arbitrary<string>) =>
  fc
    .record({
      photo: fc.constantFrom('rings-on-a-book', 'jar2'),
      caption: fc.oneof(fc.constant(''), word),
      alt,
      wide: fc.boolean(),
    })
    .map((attrs): Json => ({ type: 'photo', attrs }))
export const row = (alt: fc.Arbitrary<string>) =>
  fc.array(photo(alt), { minLength: 2, maxLength: 6 }).map(
    (content): Json => ({
      type: 'photoRow',
      content: content.map((each) => ({ ...each, attrs: { ...(each.attrs as Json), wide: false } })),
    }),
  )

export const blocks = fc.oneof(
  fc.constant<Json>({ type: 'galleryTeaser', attrs: { gallery: 'spring-light' } }),
  fc.constant<Json>({ type: 'sessionOffer', attrs: { session: 'portrait-session' } }),
  fc.constant<Json>({ type: 'testimonial', attrs: { testimonial: '0199f5a0-0000-7000-8000-000000000001' } }),
  fc
    .record({
      service: fc.constant('youtube'),
      video: fc.constantFrom('aqz-KE-bpKQ', '-_-_-_-_-_-'),
      title: fc.oneof(fc.constant(''), word),
      photo: fc.constantFrom('', 'jar2'),
    })
    .map((attrs): Json => ({ type: 'video', attrs })),
  fc.constant<Json>({
    type: 'video',
    attrs: { service: 'vimeo', video: '76979871', title: 'A film', photo: '' },
  }),
)

export const texts = fc.oneof(paragraph, broken, heading, code, rule, list, quote)

export const docOf = (blocks: Json[]): Node => {
  const node = schema.nodeFromJSON({ type: 'doc', content: blocks })
  node.check()
  return node
}
export const documents = (...blocks: fc.Arbitrary<Json>[]) =>
  fc.array(fc.oneof(...blocks), { minLength: 1, maxLength: 6 }).map((made) => docOf(made))
