import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TermsDraft } from './terms'
import { differenceOf, moveIntent, moveSection, sectionId, termsChanges } from './terms'
import { effectiveOnError, parseTerms, typedTerms, withTermsDocuments } from './terms-form.server'

const draft: TermsDraft = {
  heading: 'Terms',
  lede: '',
  effectiveOn: '2026-11-21',
  sections: ['one', 'two', 'three'].map((id) => ({ id, title: id, body: `Text of ${id}.` })),
  doNotSell: { title: 'Do not sell', body: 'We do not.' },
}

const errorsOf = (terms: TermsDraft) => {
  const read = parseTerms(terms)
  return read.ok ? {} : read.errors
}

describe('the form of the terms', () => {
  it('is parsed section by section, without unknown fields', () => {
    const fields = {
      heading: ' A ',
      'sections.0.title': 'One',
      'sections.0.body': 'a\r\nb',
      'sections.2.title': 'x',
      role: 'owner',
    }
    expect(typedTerms(fields)).toEqual({
      heading: ' A ',
      lede: '',
      effectiveOn: '',
      sections: [{ id: '', title: 'One', body: 'a\nb' }],
      doNotSell: { title: '', body: '' },
    })
  })

  it('explains each invalid field', () => {
    expect(errorsOf({ ...draft, heading: ' Terms ' })).toEqual({})
    expect(parseTerms({ ...draft, heading: ' Terms ' })).toEqual({ ok: true, value: draft })
    const wrong = {
      ...draft,
      heading: 'A\u202eB',
      sections: [{ id: 'one', title: '', body: 'x'.repeat(20_001) }],
      doNotSell: { title: 'a\nb', body: '\u0007' },
    }
    expect(Object.keys(errorsOf(wrong)).toSorted()).toEqual([
      'doNotSell.body',
      'doNotSell.title',
      'heading',
      'sections.0.body',
      'sections.0.title',
    ])
    const [first] = withTermsDocuments(draft).sections
    const blank = first?.body.replace(/"text":"[^"]*"/, '"text":" "') ?? ''
    const photo = '{"version":1,"doc":{"type":"doc","content":[{"type":"photo","attrs":{"photo":"a"}}]}}'
    for (const [body, sentence] of [
      [blank, /“Text of section 1” is required/],
      [photo, /Photos and other blocks/],
      ['{"version":1,"doc":', /\.$/],
    ] as const)
      expect(errorsOf({ ...draft, sections: [{ id: 'one', title: 'One', body }] })).toEqual({
        'sections.0.body': expect.stringMatching(sentence),
      })
    expect(errorsOf({ ...draft, sections: [] }).heading).toContain('at least one section')
    const many = Array.from({ length: 41 }, (_, n) => ({ id: `s${n}`, title: 'a', body: 'b' }))
    expect(errorsOf({ ...draft, sections: many }).heading).toContain('40 sections')
  })

  it.each(['', 'soon', '2026-02-30', '2026-11-20', '2026-1-1', '+02026-11-28', '2026-11-21T00:00'])(
    'refuses a new version from %j on',
    (date) => {
      const earliest = { date: '2026-11-21', label: 'November 21, 2026' }
      expect(effectiveOnError(date, earliest)).toMatch(/\.$/)
      expect(effectiveOnError('2026-11-21', earliest)).toBeUndefined()
    },
  )
})

describe('moving sections', () => {
  const idsAfter = (intent: string) => moveSection(draft.sections, intent)?.sections.map(({ id }) => id)

  it('adds, removes and moves, and refuses impossible moves', () => {
    expect(idsAfter('add 0')).toEqual(['one', 'two', 'three', '+1'])
    expect(idsAfter('remove 1')).toEqual(['one', 'three'])
    expect(idsAfter('up 2')).toEqual(['one', 'three', 'two'])
    expect(idsAfter('down 0')).toEqual(['two', 'one', 'three'])
    for (const intent of ['up 0', 'down 2', 'remove 3', 'up', 'up -1', 'up 1.5', 'keep', ''])
      expect(idsAfter(intent)).toBeUndefined()
  })

  it('neither loses nor mixes up sections', () => {
    const moves = fc.array(fc.tuple(fc.constantFrom('up', 'down'), fc.nat(4)), { maxLength: 20 })
    fc.assert(
      fc.property(moves, (steps) => {
        let sections = draft.sections
        for (const [move, at] of steps)
          sections = moveSection(sections, moveIntent(move as 'up', at))?.sections ?? sections
        const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
        expect(sections.toSorted(byId)).toEqual(draft.sections.toSorted(byId))
      }),
    )
  })
})

describe('the anchor of a section', () => {
  it.each([
    ['Arriving late', [], 'arriving-late'],
    ['Arriving late', ['arriving-late'], 'arriving-late-2'],
    ['Do not sell', ['do-not-sell-2'], 'do-not-sell-3'],
    ['Booking title', ['booking'], 'booking-title-2'],
    ['Ça coûte “combien”?', [], 'ca-coute-combien'],
    ['條款', [], 'section'],
  ])('of %j beside %j is %s', (title, others, id) => expect(sectionId(title, others)).toBe(id))

  it('is one unique word, whatever the title', () => {
    const pieces = fc.constantFrom('A', 'é', ' ', '-', '’', '7', '條', '\ud800', '🦆', 'title', 'section')
    const title = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(title, { maxLength: 8 }), (titles) => {
        const ids: string[] = []
        for (const title of titles) ids.push(sectionId(title, ids))
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      }),
    )
  })
})

describe('the log of a change', () => {
  it('names the place and the differing text only', () => {
    const after = {
      ...draft,
      sections: [
        { id: 'two', title: 'two', body: 'Text of two.' },
        { id: 'one', title: 'one', body: 'Texts of one.' },
        { id: 'four', title: 'Four', body: 'New.' },
      ],
    }
    expect(termsChanges(draft, after)).toEqual([
      { field: 'Section “one”, text', from: 'Text of one.', to: 'Texts of one.' },
      { field: 'Section “three”, title', from: 'three', to: '' },
      { field: 'Section “three”, text', from: 'Text of three.', to: '' },
      { field: 'Section “Four”, title', from: '', to: 'Four' },
      { field: 'Section “Four”, text', from: '', to: 'New.' },
      { field: 'Order of the sections', from: 'one, two, three', to: 'two, one, four' },
    ])
    expect(termsChanges(draft, draft)).toEqual([])
  })

  it('cuts long texts around the difference', () => {
    const [before, after] = ['depsoit', 'deposit'].map(
      (word) => `${'a '.repeat(500)}${word}${' b'.repeat(500)}`,
    )
    const { from, to } = differenceOf(before ?? '', after ?? '')
    expect(from).toContain('depsoit')
    expect(to).toContain('deposit')
    expect(to.length).toBeLessThan(100)
  })
})
