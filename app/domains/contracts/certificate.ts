import type { PdfBlock, PdfSpan } from '~/platform/pdf/pdf'
import { DRAWING } from './drawing'
import type { ReleaseChoice, Signature, SignedDetail } from './model'
import type { Block, Run } from './text'

/** A contract's version and what its log says, for its PDF. */
export interface SignedContract {
  contractId: string
  number: number
  title: string
  sha256: string
  blocks: Block[]
  signed: (SignedDetail & { at: string; place: string })[]
  log: { seq: number; at: string; what: string; place: string; hash: string }[]
  lastHash: string
  siteUrl: string
}

/** What a signature here proves, in the words of its certificate. */
const PROVES =
  'Each signer read this text at a link that was emailed to them, agreed to sign electronically, and entered a code that was emailed to the same address. This proves who could read that mailbox, not who they are by law. Every event below is part of a chain: each one’s SHA-256 covers the one before it, so none can be changed or removed unseen.'

/** The text, initials and signatures of a contract, and on a new page the certificate. */
export const pdfBlocksOf = (contract: SignedContract): PdfBlock[] => [
  ...textBlocks(contract),
  { kind: 'heading', level: 2, text: 'Signatures' },
  ...contract.signed.flatMap(signatureBlocks),
  { kind: 'page-break' },
  ...certificateBlocks(contract),
]

function textBlocks({ blocks, signed }: SignedContract): PdfBlock[] {
  const result: PdfBlock[] = []
  for (const [at, block] of blocks.entries()) {
    switch (block.kind) {
      case 'heading':
        result.push({ kind: 'heading', level: at === 0 ? 1 : block.level, text: plainText(block.runs) })
        break
      case 'paragraph':
        result.push({ kind: 'paragraph', text: block.runs.map(spanOf) })
        break
      case 'item':
        addItem(result, block)
        break
      case 'initials':
        result.push({ kind: 'paragraph', text: `Initials: ${initialsOf(signed, block.number)}` })
        break
      case 'release':
        result.push({ kind: 'paragraph', text: `Model release: ${releasesIn(signed)}` })
    }
  }
  return result
}

/** Items in a row are one list. */
function addItem(result: PdfBlock[], { depth, marker, runs }: Extract<Block, { kind: 'item' }>): void {
  const number = Number.parseInt(marker, 10)
  const ordered = !Number.isNaN(number)
  const last = result.at(-1)
  const text = plainText(runs)
  if (last?.kind === 'list' && last.depth === depth && last.ordered === ordered) {
    const follows = !ordered || number === (last.start ?? 1) + last.items.length
    if (follows) {
      result[result.length - 1] = { ...last, items: [...last.items, text] }
      return
    }
  }
  result.push({ kind: 'list', ordered, items: [text], depth, ...(ordered && { start: number }) })
}

export const plainText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

const spanOf = ({ text, bold }: Run): PdfSpan => ({ text, strong: bold === true })

const initialsOf = (signed: SignedContract['signed'], number: number): string =>
  signed
    .filter(({ initials }) => initials.length > 0)
    .map(({ name, initials }) => `${initials[number] ?? ''} (${name})`)
    .join(', ')

/** "Ann Lee agreed, Bo Lee declined" */
const releasesIn = (signed: SignedContract['signed']): string =>
  signed.flatMap(({ name, release }) => (release ? [`${name} ${CHOSEN[release]}`] : [])).join(', ')

export const CHOSEN: Record<ReleaseChoice, string> = { yes: 'agreed', no: 'declined' }

function signatureBlocks({ name, signature, at }: SignedContract['signed'][number]): PdfBlock[] {
  const line: PdfBlock = { kind: 'paragraph', text: `${name}, signed ${at}`, quiet: true }
  return signature.kind === 'typed'
    ? [{ kind: 'paragraph', text: signature.name, hand: true }, line]
    : [
        {
          ...{ kind: 'drawing', path: signature.path, alt: `Signature of ${name}` },
          ...{ width: DRAWING.width, height: Math.min(DRAWING.height, lowestOf(signature.path) + 15) },
        },
        line,
      ]
}

/** The name is set below the drawing, not below the field that it was drawn in. */
const lowestOf = (path: string): number =>
  Math.max(...Array.from(path.matchAll(/ (\d+)/g), ([, y]) => Number(y)))

function certificateBlocks(contract: SignedContract): PdfBlock[] {
  const [first] = contract.signed
  return [
    { kind: 'heading', level: 1, text: 'Certificate of signing' },
    { kind: 'paragraph', text: PROVES },
    {
      kind: 'facts',
      rows: [
        ['Contract', contract.title],
        ['Number', `${contract.contractId}, version ${contract.number}`],
        ['Text’s SHA-256', contract.sha256],
        ['Last event', contract.lastHash],
        ['Check this file', `${contract.siteUrl}/verify`],
      ],
    },
    ...contract.signed.flatMap((signer): PdfBlock[] => [
      {
        kind: 'heading',
        level: 2,
        text: `${signer.name}, ${signer.role === 'studio' ? 'studio' : 'client'}`,
      },
      {
        kind: 'facts',
        rows: [
          ['Email', signer.email],
          ['Signed', signer.at],
          ['Signature', HOW[signer.signature.kind]],
          ['From', signer.place],
          ...(signer.initials.length > 0
            ? [['Initials', signer.initials.join(', ')] as [string, string]]
            : []),
          ...(signer.release
            ? [['Model release', `${signer.name} ${CHOSEN[signer.release]}`] as [string, string]]
            : []),
        ],
      },
    ]),
    { kind: 'paragraph', text: `Everyone agreed to these words: “${first?.consent ?? ''}”`, quiet: true },
    { kind: 'heading', level: 2, text: 'Events' },
    {
      kind: 'table',
      columns: [
        { label: 'No.', share: 2 },
        { label: 'Time', share: 13.2 },
        { label: 'Event', share: 9.8 },
        { label: 'From', share: 9.5 },
        { label: 'SHA-256 begins', share: 10.1 },
      ],
      rows: contract.log.map(({ seq, at, what, place, hash }) => [
        ...[String(seq), at, what, place, hash.slice(0, 16)],
      ]),
    },
  ]
}

const HOW: Record<Signature['kind'], string> = { typed: 'Typed', drawn: 'Drawn' }

/** What anyone learns about a PDF that was signed here. `holder`: only for people who have the file. */
export interface VerifiedPdf {
  signed: string
  signers: number
  number: number
  isNewest: boolean
  isIntact: boolean
  holder: { title: string; names: string[] } | null
}
