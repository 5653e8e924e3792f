import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documents, type Json, texts } from '../../../test/support/documents'
import { MARKDOWN_BOMBS, SCRIPTS } from '../../../test/support/hostile-text'
import { markdownOfDocument } from './markdown-document'
import { photosInText, TEXT_MAX } from './model'
import { readDocument, storedDocument } from './read-document'
import { checkedText, columnsOfText, editedText, markdownOfText, textOf, wordsOfText } from './stored-text'
import { articleOfText, documentOrMarkdown, htmlOfText } from './texts.server'

const stored = (...content: Json[]): string => JSON.stringify({ version: 1, doc: { type: 'doc', content } })
const paragraph = (text: string): Json => ({ type: 'paragraph', content: [{ type: 'text', text }] })

const PROSE = { hasBlocks: false }
const WHOLE = { hasBlocks: true }

const prose = documents(texts).map(storedDocument)
const read = (text: string) => {
  const checked = checkedText(text, PROSE)
  if (!checked.ok) throw new Error(checked.sentence)
  return checked.text
}

describe('a text', () => {
  it('is the same after it was stored, as a document beside its Markdown', () => {
    fc.assert(
      fc.property(prose, (sent) => {
        const text = read(sent)
        const columns = columnsOfText(text)
        expect(textOf(columns)).toBe(text)
        expect(columns.body).toBe(markdownOfText(text))
        expect(read(text)).toBe(text)
      }),
    )
  })

  it('is the same after a form without script sent its Markdown', () => {
    fc.assert(
      fc.property(prose, (sent) => {
        const text = read(sent)
        const known = readDocument(text)
        // Markdown can't say everything, such as a blank line.
        fc.pre(known.ok && markdownOfDocument(known.document).lost.length === 0)
        expect(documentOrMarkdown(markdownOfText(text), PROSE)).toBe(text)
      }),
    )
  })

  it('stays Markdown if a document can’t say it', () => {
    const table = '| Size | Price |\n| --- | --- |\n| 8 × 10 | $85 |'
    expect(documentOrMarkdown(table, PROSE)).toBe(table)
    expect(columnsOfText(table)).toEqual({ body: table, document: null })
    expect(htmlOfText(table)).toContain('<table>')
    expect(documentOrMarkdown('A photo: ![jar](photo:jar)', PROSE)).toMatch(/^\{"version":1/)
    expect(documentOrMarkdown('![jar](photo:jar)', PROSE)).toBe('![jar](photo:jar)')
  })

  it('can have photos and other blocks, which its unchanged Markdown keeps', () => {
    const photo = { type: 'photo', attrs: { photo: 'jar', caption: '', alt: 'A jar', wide: false } }
    const offer = { type: 'sessionOffer', attrs: { session: 'portraits' } }
    const checked = checkedText(stored(paragraph('One.'), photo, offer), WHOLE)
    if (!checked.ok) throw new Error(checked.sentence)
    const { text } = checked
    expect(articleOfText(text).parts).toEqual([
      { kind: 'html', html: '<p>One.</p>' },
      { kind: 'photo', slug: 'jar', caption: '', alt: 'A jar', wide: false },
      { kind: 'session', name: 'portraits' },
    ])
    const { markdown, lost } = editedText(text)
    expect(lost).toHaveLength(2)
    expect(documentOrMarkdown(`${markdown}\n`, WHOLE, text)).toBe(text)
    expect(articleOfText(documentOrMarkdown(`${markdown} Two.`, WHOLE, text)).parts).not.toContainEqual({
      ...{ kind: 'session', name: 'portraits' },
    })
    expect(checkedText(stored(photo), WHOLE)).toMatchObject({
      ok: true,
      text: expect.stringContaining('jar'),
    })
    expect(photosInText(text)).toEqual(['jar'])
  })

  it('keeps blocks without words, also in a form without script, and isn’t blank for a former version', () => {
    const text = stored({ type: 'sessionOffer', attrs: { session: 'portraits' } })
    expect(checkedText(text, WHOLE)).toEqual({ ok: true, text })
    expect(columnsOfText(text)).toEqual({ body: '&nbsp;', document: text })
    expect(documentOrMarkdown('', WHOLE, text)).toBe(text)
    expect(documentOrMarkdown('Words', WHOLE, text)).not.toContain('sessionOffer')
    expect(wordsOfText(text)).toBe('[Session type: portraits]')
  })

  it('shows the photos of Markdown, which count as used', () => {
    const markdown = '| a | b |\n| --- | --- |\n\n![Jar](photo:jar "wide")'
    expect(documentOrMarkdown(markdown, WHOLE)).toBe(markdown)
    expect(articleOfText(markdown).parts).toContainEqual(expect.objectContaining({ slug: 'jar' }))
    expect(photosInText(markdown)).toEqual(['jar'])
  })

  it('is blank if it contains nothing', () => {
    for (const empty of ['', stored({ type: 'paragraph' }), stored(paragraph('  '), { type: 'paragraph' })])
      expect(checkedText(empty, PROSE)).toEqual({ ok: true, text: '' })
    expect(documentOrMarkdown('', PROSE)).toBe('')
  })

  it('is in words for people who compare versions, whichever way it is stored', () => {
    const text = documentOrMarkdown('## Prints\n\nOn **cotton** paper.\n\n- Matte\n- Glossy', PROSE)
    expect(wordsOfText(text)).toBe('Heading: Prints\n\nOn cotton (bold) paper.\n\n• Matte\n• Glossy')
    expect(wordsOfText('## Prints\n\nOn **cotton** paper.\n\n- Matte\n- Glossy')).toBe(wordsOfText(text))
  })
})

describe('a text that can’t be stored', () => {
  it('is refused with a sentence', () => {
    const photo = { type: 'photo', attrs: { photo: 'jar', caption: '', alt: '', wide: false } }
    expect(checkedText(stored(paragraph('One.'), photo), PROSE)).toEqual({
      ok: false,
      sentence: 'Photos and other blocks can’t be part of this text. Remove them.',
    })
    expect(checkedText(stored(paragraph('long '.repeat(TEXT_MAX / 5 + 1))), PROSE)).toEqual({
      ok: false,
      sentence: 'Shorten this text to 20,000 characters.',
    })
    expect(checkedText('x'.repeat(TEXT_MAX + 1), PROSE)).toMatchObject({ ok: false })
    for (const broken of ['{"version":1', '{"version":2,"doc":{}}', '{"version":1,"doc":null}'])
      expect(checkedText(broken, PROSE)).toMatchObject({ ok: false, sentence: expect.stringMatching(/\.$/) })
  })

  it('is never script or style, whichever way it comes', () => {
    for (const script of SCRIPTS)
      for (const text of [documentOrMarkdown(script, PROSE), stored(paragraph(script))]) {
        const html = htmlOfText(text)
        expect(html).not.toMatch(/<(?!\/?(?:p|a|br|em|strong|del|code|pre|ul|ol|li|h[2-4]|blockquote)\b)/)
        expect(html).not.toMatch(/<[^>]*(?:href|src)="\s*(?:javascript|vbscript|data)/i)
      }
  })

  it.each(Object.entries(MARKDOWN_BOMBS))('answers to a bomb of %s', (_, bomb) => {
    const text = documentOrMarkdown(bomb, PROSE)
    expect(checkedText(text, PROSE).ok).toBe(bomb.length <= TEXT_MAX)
    expect(checkedText(documentOrMarkdown(bomb.slice(0, TEXT_MAX), PROSE), PROSE)).toHaveProperty('ok')
  })
})
