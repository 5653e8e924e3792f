import { Fragment, type ReactNode } from 'react'
import { WithTimes } from '~/platform/with-times'
import type { Block, Run } from '../text'

interface ContractTextProps {
  blocks: Block[]
  /** What's shown in a place for initials. */
  initials: (number: number) => ReactNode
  /** What's shown where clients choose about the model release. */
  release: ReactNode
}

/** The text of a contract. Its title is a heading of the second level. */
export function ContractText({ blocks, ...places }: ContractTextProps) {
  return (
    <div className="ctr-text">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes
        <Fragment key={at}>{shown(block, at === 0, places)}</Fragment>
      ))}
    </div>
  )
}

function shown(
  block: Block,
  isTitle: boolean,
  { initials, release }: Omit<ContractTextProps, 'blocks'>,
): ReactNode {
  switch (block.kind) {
    case 'heading':
      return isTitle ? (
        <h2 className="t2">{runs(block.runs)}</h2>
      ) : block.level === 2 ? (
        <h3 className="t3">{runs(block.runs)}</h3>
      ) : (
        <h4>{runs(block.runs)}</h4>
      )
    case 'paragraph':
      return <p>{runs(block.runs)}</p>
    case 'item':
      return (
        <p className="ctr-item" style={{ marginLeft: `${block.depth * 1.5}em` }}>
          <span>{block.marker}</span>
          <span>{runs(block.runs)}</span>
        </p>
      )
    case 'initials':
      return initials(block.number)
    case 'release':
      return release
  }
}

const runs = (all: Run[]): ReactNode =>
  all.map(({ text, bold, italic }, at) => {
    const words = <WithTimes>{text}</WithTimes>
    const inner = italic ? <em>{words}</em> : words
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes
    return <Fragment key={at}>{bold ? <strong>{inner}</strong> : inner}</Fragment>
  })
