import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSchema } from '@tiptap/core'
import { DOMParser, DOMSerializer, type Node, type Schema } from '@tiptap/pm/model'
import fc from 'fast-check'
import { Window } from 'happy-dom'
import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { articleOf } from '~/platform/markdown.server'
import { blocks, docOf, documents, type Json, photo, row, texts } from '../../../test/support/documents'
import { articleFrom, provenDocument } from './article.server'
import { comparableText, documentFromMarkdown, markdownOfDocument } from './markdown-document'
import { readDocument, storedDocument } from './read-document'
import { schema } from './schema'
import { EXTENSIONS } from './ui/extensions'

const anything = documents(
  texts,
  photo(fc.constantFrom('', 'Two rings')),
  row(fc.constantFrom('', 'A jar')),
  blocks,
)
const inMarkdown = documents(texts, photo(fc.constant('')), row(fc.constant('')))

const editorSchema: Schema = getSchema(EXTENSIONS)
const { document: page } = new Window()
const parsedHtml = (html: string): Node => {
  const body = page.createElement('div')
  body.innerHTML = html
  return documentOf(DOMParser.fromSchema(editorSchema).parse(body as unknown as globalThis.Node))
}
/** The editor's document as the server stores it. */
const documentOf = (edited: Node): Node => {
  const read = readDocument(JSON.stringify({ version: 1, doc: edited.toJSON() }))
  if (!read.ok) throw new Error(read.sentence)
  return read.document
}

describe('a document', () => {
  it('has the same nodes and marks in the editor and at the server', () => {
    const partsOf = ({ nodes, marks }: Schema) => ({
      nodes: Object.fromEntries(
        Object.values(nodes).map(({ name, spec }) => [
          name,
          [spec.content ?? '', spec.group ?? '', spec.marks ?? '', spec.code ?? false],
        ]),
      ),
      marks: Object.values(marks).map(({ name, spec }) => [name, spec.excludes]),
    })
    expect(partsOf(editorSchema)).toEqual(partsOf(schema))
    for (const [name, { spec }] of Object.entries(schema.nodes))
      for (const attribute of Object.keys(spec.attrs ?? {}))
        expect(Object.keys(editorSchema.nodes[name]?.spec.attrs ?? {}), name).toContain(attribute)
  })

  it('comes back from its HTML', () => {
    fc.assert(
      fc.property(documents(texts), (document) => {
        const html = articleFrom(document).parts.map((part) => (part.kind === 'html' ? part.html : ''))
        expect(parsedHtml(html.join('')).toJSON()).toEqual(document.toJSON())
      }),
      { numRuns: 60 },
    )
  })

  it('is valid HTML on its page', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:standard'] })
    await fc.assert(
      fc.asyncProperty(documents(texts), async (document) => {
        const { parts } = articleFrom(document)
        const html = parts.map((part) => (part.kind === 'html' ? part.html : '')).join('')
        const { results } = await validator.validateString(html)
        expect(
          results.flatMap(({ messages }) => messages.map(({ message }) => message)),
          html,
        ).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('comes back from the clipboard, with its photos', () => {
    fc.assert(
      fc.property(anything, (document) => {
        const edited = editorSchema.nodeFromJSON(document.toJSON())
        const copied = page.createElement('div')
        copied.appendChild(
          DOMSerializer.fromSchema(editorSchema).serializeFragment(edited.content, {
            document: page as unknown as Document,
          }) as never,
        )
        expect(parsedHtml(copied.innerHTML).toJSON()).toEqual(document.toJSON())
      }),
      { numRuns: 60 },
    )
  })

  it('comes back from Markdown, for everything that Markdown can say', () => {
    fc.assert(
      fc.property(inMarkdown, (document) => {
        const { markdown, lost } = markdownOfDocument(document)
        expect(documentFromMarkdown(markdown).toJSON(), markdown).toEqual(document.toJSON())
        expect(lost).toEqual([])
      }),
      { numRuns: 250 },
    )
  })

  it('names what Markdown can’t say', () => {
    fc.assert(
      fc.property(anything, (document) => {
        const { markdown, lost } = markdownOfDocument(document)
        expect(lost.length > 0).toBe(!documentFromMarkdown(markdown).eq(document))
      }),
      { numRuns: 200 },
    )
    const jar = { photo: 'jar', caption: 'A jar', alt: 'Stone', wide: true }
    const paragraphs = (...texts: string[]): Json[] =>
      texts.map((text) => ({ type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text }] }))
    const list = { type: 'bulletList', content: [{ type: 'listItem', content: paragraphs('Scissors') }] }
    expect(markdownOfDocument(docOf([{ type: 'photo', attrs: jar }]))).toEqual({
      markdown: '![A jar](photo:jar "wide")',
      lost: ['Alt text that was changed here is left out for 1 photo.'],
    })
    const video = { service: 'vimeo', video: '76979871', title: 'A *film*', photo: 'jar' }
    const session = { type: 'sessionOffer', attrs: { session: 'portrait-session' } }
    expect(markdownOfDocument(docOf([...paragraphs('a'), session, { type: 'video', attrs: video }]))).toEqual(
      {
        markdown: 'a\n\n[![A \\*film\\*](photo:jar)](https://vimeo.com/76979871)',
        lost: [
          '1 block with a gallery, a session type, or a testimonial is left out.',
          '1 video becomes a link.',
        ],
      },
    )
    expect(markdownOfDocument(docOf([list, list, ...paragraphs('a', '', 'b')])).lost).toEqual([
      '1 blank line is left out.',
    ])
  })

  it('is stored with its version, and read again', () => {
    fc.assert(
      fc.property(anything, (document) => {
        const read = readDocument(storedDocument(document))
        expect(read.ok && read.document.eq(document)).toBe(true)
      }),
    )
  })
})

const refused = (doc: unknown, version: unknown = 1): string => {
  const read = readDocument(JSON.stringify({ version, doc }))
  return read.ok ? '' : read.sentence
}
const withText = (text: string, ...marks: Json[]) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text, marks }] }],
})
const nested = (depth: number): Json =>
  depth === 0 ? { type: 'paragraph' } : { type: 'blockquote', content: [nested(depth - 1)] }

describe('an address in Markdown', () => {
  const textOf = (markdown: string) => JSON.stringify(documentFromMarkdown(markdown).toJSON())
  const long = `https://example.com/${'a'.repeat(600)}`

  it('becomes a link, unless it is longer than anyone writes', () => {
    expect(textOf('https://example.com/a_(b)')).toContain('"href":"https://example.com/a_(b)"')
    expect(textOf(long)).not.toContain('"href"')
    expect(textOf(`<${long}>`)).toContain('"href"')
  })

  it('with brackets that end far behind ends before them', () => {
    expect(textOf(`http://a.b/(${'c'.repeat(600)})`)).toContain('"href":"http://a.b/"')
  })
})

describe('what arrives', () => {
  it.each<[string, unknown]>([
    ['no document', 'text'],
    ['nothing', null],
    ['a part outside of the schema', { type: 'doc', content: [{ type: 'iframe', attrs: { src: '//x' } }] }],
    ['a part named like a property', { type: 'doc', content: [{ type: 'constructor' }] }],
    ['another mark', withText('x', { type: 'script' })],
    ['a script link', withText('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } })],
    ['a disguised script link', withText('x', { type: 'link', attrs: { href: 'java\tscript:alert(1)' } })],
    [
      'an SVG link',
      withText('x', { type: 'link', attrs: { href: 'data:image/svg+xml,<svg onload=alert(1)>' } }),
    ],
    [
      'a link to another host without a scheme',
      withText('x', { type: 'link', attrs: { href: '//evil.example' } }),
    ],
    ['the same with a backslash', withText('x', { type: 'link', attrs: { href: '/\\evil.example' } })],
    ['a link that is no text', withText('x', { type: 'link', attrs: { href: { toString: 'x' } } })],
    ['hidden characters', withText('a\u202eb')],
    [
      'a photo within a list',
      { type: 'doc', content: [{ type: 'blockquote', content: [{ type: 'photo', attrs: { photo: 'a' } }] }] },
    ],
    ['a photo without a name', { type: 'doc', content: [{ type: 'photo' }] }],
    [
      'a photo from another place',
      { type: 'doc', content: [{ type: 'photo', attrs: { photo: '../secret' } }] },
    ],
    [
      'a caption that is a list',
      { type: 'doc', content: [{ type: 'photo', attrs: { photo: 'a', caption: ['b'] } }] },
    ],
    ['a heading of level 1', { type: 'doc', content: [{ type: 'heading', attrs: { level: 1 } }] }],
    [
      'a heading of level “2 onclick”',
      { type: 'doc', content: [{ type: 'heading', attrs: { level: '2 onclick=x' } }] },
    ],
    [
      'a row of seven photos',
      {
        type: 'doc',
        content: [
          {
            type: 'photoRow',
            content: Array.from({ length: 7 }, () => ({ type: 'photo', attrs: { photo: 'a' } })),
          },
        ],
      },
    ],
    [
      'a video of another site',
      { type: 'doc', content: [{ type: 'video', attrs: { service: 'evil', video: 'aqz-KE-bpKQ' } }] },
    ],
    [
      'a video with an address instead of an id',
      { type: 'doc', content: [{ type: 'video', attrs: { service: 'vimeo', video: '1"onload=alert(1)' } }] },
    ],
    [
      'a gallery by its path',
      { type: 'doc', content: [{ type: 'galleryTeaser', attrs: { gallery: '../../download' } }] },
    ],
    ['deep nesting', { type: 'doc', content: [nested(30)] }],
    [
      'too many parts',
      { type: 'doc', content: Array.from({ length: 20_001 }, () => ({ type: 'paragraph' })) },
    ],
    ['no content', { type: 'doc', content: [] }],
    ['a part instead of a document', { type: 'paragraph' }],
  ])('is refused with a sentence: %s', (_, doc) => {
    expect(refused(doc)).toMatch(/^[A-Z].*\.$/s)
  })

  it('is refused in another version, when it is no JSON, and when it is too long', () => {
    expect(refused(withText('x'), 2)).toMatch(/^We couldn’t read/)
    for (const json of ['', '{', '['.repeat(100_000), '"x"'.padEnd(400_001)])
      expect(readDocument(json)).toMatchObject({ ok: false, sentence: expect.stringMatching(/\.$/) })
  })

  it('loses attributes that the schema doesn’t have', () => {
    const sent = {
      type: 'paragraph',
      attrs: { style: 'x', onclick: 'y' },
      content: [{ type: 'text', text: 'a' }],
    }
    const read = readDocument(JSON.stringify({ version: 1, doc: { type: 'doc', content: [sent] } }))
    expect(read.ok && articleFrom(read.document).parts).toEqual([{ kind: 'html', html: '<p>a</p>' }])
  })

  it('is escaped, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('<', '>', '"', "'", '&', '\\', '`', 'script', '/', ' ', 'onload=', 'é'),
        }),
        (words) => {
          if (words.trim() === '') return
          const read = readDocument(JSON.stringify({ version: 1, doc: withText(words) }))
          const [part] = read.ok ? articleFrom(read.document).parts : []
          expect(part?.kind === 'html' && part.html.replaceAll(/<\/?p>/g, '')).not.toContain('<')
        },
      ),
    )
  })
})

describe('the posts of the demo', () => {
  const folder = join(import.meta.dirname, '../../../content/posts')
  const texts = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const)

  it.each(texts)('are the same page as their Markdown: %s', (_, file) => {
    const markdown = file.replace(/^---\n.*?\n---\n/s, '').trim()
    const document = documentFromMarkdown(markdown)
    expect(articleFrom(document)).toEqual(articleOf(markdown))
    expect(provenDocument(markdown)).toBe(storedDocument(document))
    expect(markdownOfDocument(document).lost).toEqual([])
  })
})

describe('a text that is compared with another one', () => {
  it('says in words what Markdown says in signs', () => {
    const markdown =
      '## What to *wear*\n\nSee [the **guide**](https://example.com/a) and **gloves** now.\n\n> Cold\n\n3. Hat\n   - Wool\n4. Coat\n\n---\n\n```\na < b\n```'
    expect(comparableText(documentFromMarkdown(markdown), () => '').split('\n\n')).toEqual([
      'Heading: What to wear (italic)',
      'See the guide (bold) (link to https://example.com/a) and gloves (bold) now.',
      'Quote: Cold',
      '3. Hat\n   • Wool\n4. Coat',
      'Divider',
      'Code: a < b',
    ])
  })
})
