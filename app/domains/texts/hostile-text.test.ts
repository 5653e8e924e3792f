import { getSchema } from '@tiptap/core'
import { DOMParser, type Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { htmlOf } from '~/domains/blog/imports/markdown-folder.server'
import { MARKDOWN_BOMBS, SCRIPTS } from '../../../test/support/hostile-text'
import { articleFrom } from './article.server'
import { documentFromHtml } from './html-document.server'
import { documentFromMarkdown } from './markdown-document'
import { readDocument, storedDocument } from './read-document'
import { schema } from './schema'
import { EXTENSIONS } from './ui/extensions'
import { preparedPaste } from './ui/paste'

const window = new Window()
const editorSchema = getSchema(EXTENSIONS)

/** What the editor makes of the clipboard's HTML. */
function pasted(html: string): Node {
  const parse = (text: string) => new window.DOMParser().parseFromString(text, 'text/html')
  const prepared = preparedPaste(html, parse as unknown as (text: string) => Document)
  const body = window.document.createElement('div')
  body.innerHTML = prepared
  return DOMParser.fromSchema(editorSchema).parse(body as unknown as globalThis.Node)
}

/** Typed as text in the editor, with the same as the address of a link. */
const typed = (text: string): Node =>
  schema.node('doc', null, [
    schema.node('paragraph', null, [
      schema.text(text, [schema.mark('link', { href: `/${encodeURI(text)}`, title: text })]),
    ]),
  ])

/** Every way in. */
const WAYS: Record<string, (text: string) => Node> = {
  typed,
  pasted,
  'as Markdown': documentFromMarkdown,
  'imported as HTML': (html) => documentFromHtml(html).document,
  'imported as HTML of an old editor': (html) => documentFromHtml(html, { hasLines: true }).document,
  'imported as Markdown': (markdown) => documentFromHtml(htmlOf(markdown, (address) => address)).document,
}

const KEPT = 'P H2 H3 H4 UL OL LI BLOCKQUOTE PRE CODE HR BR A STRONG EM DEL'.split(' ')

/** Throws if the page of a document has anything but text, formats and links to web pages. */
function expectHarmless(document: Node, written: string): void {
  const read = readDocument(storedDocument(document))
  if (!read.ok) {
    expect(read.sentence).toMatch(/^[A-Z].*\.$/s)
    return
  }
  const page = window.document.createElement('div')
  for (const part of articleFrom(read.document).parts) if (part.kind === 'html') page.innerHTML += part.html
  for (const element of page.querySelectorAll('*')) {
    expect(KEPT, written).toContain(element.tagName)
    for (const { name, value } of element.attributes) {
      expect(['href', 'title', 'start', 'id', 'rel', 'target'], written).toContain(name)
      if (name === 'href') expect(value, written).toMatch(/^(https?:|mailto:|tel:|\/(?!\/)|#)/)
    }
  }
}

test.each(Object.entries(WAYS))('script and style in every spelling stay out of a post: %s', (_, arrive) => {
  for (const script of SCRIPTS) expectHarmless(arrive(script), script)
  const pieces = fc.constantFrom(
    ...SCRIPTS,
    '<p>',
    '</p>',
    '<ul><li>',
    '<pre>',
    'text ',
    '\n\n',
    '</ul>',
    '> ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), (parts) => {
      const written = parts.join('')
      expectHarmless(arrive(written), written)
    }),
    { numRuns: 60 },
  )
})

test.each(Object.entries(MARKDOWN_BOMBS))(
  'Markdown that takes others long to read is read: %s',
  (_, bomb) => {
    const read = readDocument(storedDocument(documentFromMarkdown(`Text.\n\n${bomb}`)))
    expect(read.ok || read.sentence).toEqual(read.ok || expect.stringMatching(/^[A-Z].*\.$/s))
  },
)

test('text that is nested too deeply is refused, never dropped', () => {
  for (const depth of [10, 22, 30, 90, 5_000]) {
    const document = documentFromMarkdown(`${'>'.repeat(depth)} Deep`)
    const read = readDocument(storedDocument(document))
    expect([depth, read.ok ? read.document.textContent : read.sentence]).toEqual([
      depth,
      expect.stringMatching(/^Deep$|nested too deeply/),
    ])
  }
})

test('code that is almost nothing but line breaks is imported at once', () => {
  const { document } = documentFromHtml(`<pre>\n\na${'\n'.repeat(100_000)}b\n\n</pre>`)
  expect(document.textContent).toBe(`\na${'\n'.repeat(100_000)}b`)
}, 15_000)
