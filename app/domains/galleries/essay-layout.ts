import type { Story } from './model'

type Part = Story['parts'][number]
export type EssayPhoto = Extract<Part, { kind: 'photo' }>
type Side = 'left' | 'right'

/** The blocks of an essay in order. */
export type EssayBlock =
  | { kind: 'text'; html: string }
  /** Across the page. */
  | { kind: 'full'; photos: [EssayPhoto] }
  /** Most of the page, set off to one side. */
  | { kind: 'offset'; side: Side; photos: [EssayPhoto] }
  /** Two of one height, each in its own width. */
  | { kind: 'pair'; photos: [EssayPhoto, EssayPhoto] }
  /** An upright photo, with a text at its side when one comes right before it. */
  | { kind: 'upright'; side: Side; photos: [EssayPhoto]; html: string | null }

/**
 * Lays out an essay like a magazine: the first landscape photo fills the page, a portrait one goes beside the
 * text before it or pairs up with its neighbor, and further landscape ones alternate sides. The order never
 * changes, so it reads the same on a phone.
 */
export function arrangeEssay(parts: readonly Part[]): EssayBlock[] {
  const blocks: EssayBlock[] = []
  let side: Side = 'right'
  const turn = (): Side => {
    side = side === 'right' ? 'left' : 'right'
    return side
  }

  for (let at = 0; at < parts.length; ) {
    const [part, next] = [parts[at], parts[at + 1]]
    if (part === undefined) break
    if (part.kind === 'text') {
      if (next?.kind === 'photo' && isUpright(next)) {
        blocks.push({ kind: 'upright', side: turn(), photos: [next], html: part.html })
        at += 2
      } else {
        blocks.push({ kind: 'text', html: part.html })
        at += 1
      }
    } else if (next?.kind === 'photo' && makePair(part, next)) {
      blocks.push({ kind: 'pair', photos: [part, next] })
      at += 2
    } else {
      blocks.push(alone(part, blocks, turn))
      at += 1
    }
  }
  return blocks
}

function alone(photo: EssayPhoto, before: EssayBlock[], turn: () => Side): EssayBlock {
  if (isUpright(photo)) return { kind: 'upright', side: turn(), photos: [photo], html: null }
  const lastWide = before.findLast(({ kind }) => kind === 'full' || kind === 'offset')
  if (lastWide?.kind !== 'full') return { kind: 'full', photos: [photo] }
  return { kind: 'offset', side: turn(), photos: [photo] }
}

export const shapeOf = ({ frame }: EssayPhoto): number => frame.photo.width / frame.photo.height

/** Square ones too: across the page they would be higher than the window. */
const isUpright = (photo: EssayPhoto): boolean => shapeOf(photo) < 1.2

/** With an upright one among them, two keep a fair size side by side. */
const makePair = (one: EssayPhoto, other: EssayPhoto): boolean => isUpright(one) || isUpright(other)
