import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillIn } from '~/platform/template-fields'
import { refusePlaces, withoutDeposit } from './fields'
import { withoutReleaseWords, withReleaseWords } from './release-words'
import { asMarkdown, blocksOf } from './text.server'

describe('the text of a contract', () => {
  it('has headings, paragraphs, lists and places for initials', () => {
    const text = '# A\n\nOne\n**two** *three*\n{initials}\n1. Four\n2. Five\n   - Six\n\n{initials}\nEnd'
    expect(blocksOf(text)).toEqual([
      { kind: 'heading', level: 2, runs: [{ text: 'A' }] },
      {
        kind: 'paragraph',
        runs: [
          { text: 'One\n' },
          { text: 'two', bold: true },
          { text: ' ' },
          { text: 'three', italic: true },
        ],
      },
      { kind: 'initials', number: 0 },
      { kind: 'item', depth: 0, marker: '1.', runs: [{ text: 'Four' }] },
      { kind: 'item', depth: 0, marker: '2.', runs: [{ text: 'Five' }] },
      { kind: 'item', depth: 1, marker: '•', runs: [{ text: 'Six' }] },
      { kind: 'initials', number: 1 },
      { kind: 'paragraph', runs: [{ text: 'End' }] },
    ])
  })

  it('shows what it can’t format as it was typed', () => {
    const shown = (text: string) => JSON.stringify(blocksOf(text))
    expect(shown('<script>alert(1)</script>')).toContain('<script>alert(1)</script>')
    expect(shown('Before <b>this</b>')).toContain('<b>this</b>')
    expect(shown('![x](https://example.com/a.png)')).toContain('https://example.com/a.png')
    expect(shown('[terms](https://example.com/terms)')).toContain('terms (https://example.com/terms)')
  })

  it('keeps the order of an item’s parts, and the box of a task', () => {
    const item = (text: string, depth = 0) => ({ kind: 'item', depth, marker: '•', runs: [{ text }] })
    expect(blocksOf('- One\n\n  - Two\n\n  Three **four**\n- Five')).toEqual([
      ...[item('One'), item('Two', 1)],
      { kind: 'paragraph', runs: [{ text: 'Three ' }, { text: 'four', bold: true }] },
      item('Five'),
    ])
    expect(blocksOf('- [ ] Photos may be published\n- [x] They may not')).toEqual([
      item('[ ] Photos may be published'),
      item('[x] They may not'),
    ])
  })

  it('shows a value exactly as it is, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), (value) => {
        const shownValue = value.replace(/[{}]/g, '').replace(/\s+/g, ' ').trim()
        fc.pre(shownValue !== '' && !/https?:|www\.|@/i.test(shownValue))
        const { text } = fillIn('{client}', { client: asMarkdown(value.replace(/[{}]/g, '')) })
        expect(blocksOf(text)).toEqual([{ kind: 'paragraph', runs: [{ text: shownValue }] }])
      }),
      { numRuns: 500 },
    )
  })

  it('has places for initials on lines of their own', () => {
    expect(refusePlaces('One\n {initials} \nTwo')).toBeUndefined()
    expect(refusePlaces('One {initials}')).toContain('on a separate line')
    expect(refusePlaces('{initials}\n'.repeat(21))).toContain('at most 20')
  })

  it('says that there is no deposit where it names one', () => {
    expect(withoutDeposit('A deposit of {deposit} is due. You pay a deposit of {deposit} now.')).toBe(
      'No deposit is due. You pay no deposit now.',
    )
    expect(withoutDeposit('The extra deposit of {deposit} is due. Deposit: {deposit}')).toBe(
      'The extra deposit of {deposit} is due. Deposit: {deposit}',
    )
  })

  it('has the words of the model release before the place for the choice, once', () => {
    const body = 'One\n{initials}\n{modelRelease}\n{initials}\nTwo'
    expect(refusePlaces(body)).toBeUndefined()
    expect(refusePlaces('{modelRelease} please')).toContain('on a separate line')
    expect(refusePlaces('{modelRelease}\n\n{modelRelease}')).toContain('once')
    const text = withReleaseWords(body)
    expect(withoutReleaseWords(text)).toBe(body)
    const kinds = blocksOf(text).map((block) => block.kind)
    expect(kinds).toEqual([
      ...['paragraph', 'initials', 'heading', 'paragraph', 'item', 'item', 'item', 'item', 'paragraph'],
      ...['release', 'initials', 'paragraph'],
    ])
    expect(text).toContain('I am 18 or older.')
  })
})
