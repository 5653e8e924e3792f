import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextBlock } from '~/domains/texts/blocks'
import { arrangeEssay, type EssayBlock } from './essay-layout'
import type { Story } from './model'

type Part = Story['parts'][number]

const photo = (number: number, shape: number): Part => ({
  kind: 'photo',
  number,
  item: {
    caption: `Photo ${number}`,
    featured: false,
    photo: {
      id: `p${number}`,
      slug: `photo-${number}`,
      title: `Photo ${number}`,
      alt: '',
      width: Math.round(shape * 1000),
      height: 1000,
      tone: '#888888',
      placeholder: '',
      focal: { x: 0.5, y: 0.5 },
      media: `m${number}`,
      widths: [480],
      exposure: null,
      creator: null,
      copyright: null,
    },
  },
})
const text = (html: string): Part => ({ kind: 'text', blocks: [{ kind: 'html', html }] })

const wordsOf = (blocks: TextBlock[]): string[] =>
  blocks.map((block) => (block.kind === 'html' ? block.html : block.kind))

/** The parts in the order in which they are read. */
const read = (blocks: EssayBlock[]): (string | number)[] =>
  blocks.flatMap((block) => [
    ...('blocks' in block ? wordsOf(block.blocks) : []),
    ...('photos' in block ? block.photos.map(({ number }) => number) : []),
  ])

const essays = fc
  .array(fc.oneof(fc.constant('text' as const), fc.constantFrom(0.5, 0.667, 0.8, 1, 1.5, 2.35)), {
    maxLength: 40,
  })
  .map((kinds) => kinds.map((kind, at) => (kind === 'text' ? text(`<p>${at}</p>`) : photo(at, kind))))

describe('an essay’s layout', () => {
  it('shows every part once and in order', () => {
    fc.assert(
      fc.property(essays, (parts) => {
        expect(read(arrangeEssay(parts))).toEqual(
          parts.flatMap((part): (string | number)[] =>
            part.kind === 'text' ? wordsOf(part.blocks) : [part.number],
          ),
        )
      }),
    )
  })

  it('never fills the page twice running, and never sets the same side twice running', () => {
    fc.assert(
      fc.property(essays, (parts) => {
        const blocks = arrangeEssay(parts)
        const wide = blocks.filter(({ kind }) => kind === 'full' || kind === 'offset')
        wide.forEach((block, at) => {
          if (block.kind === 'full') expect(wide[at + 1]?.kind).not.toBe('full')
        })
        const sides = blocks.flatMap((block) => ('side' in block ? [block.side] : []))
        sides.forEach((side, at) => {
          expect(sides[at + 1]).not.toBe(side)
        })
      }),
    )
  })

  it('puts a portrait photo beside the text before it', () => {
    const blocks = arrangeEssay([photo(1, 1.5), text('<p>Then.</p>'), photo(2, 0.667), photo(3, 1.5)])
    expect(blocks.map(({ kind }) => kind)).toEqual(['full', 'upright', 'offset'])
  })

  it('pairs upright photos', () => {
    const blocks = arrangeEssay([photo(1, 0.667), photo(2, 1.5), photo(3, 1.5), photo(4, 1.5)])
    expect(blocks.map(({ kind }) => kind)).toEqual(['pair', 'full', 'offset'])
  })
})
