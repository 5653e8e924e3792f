import { Html } from '~/ui/html'
import { later } from '~/ui/later'
import type { TextBlock } from '../blocks'

const Blocks = later(async () => (await import('./blocks')).TextBlocks)

/** A text within a page. The code of photos and other blocks is loaded where there are some. */
export const WrittenText = ({ blocks }: { blocks: TextBlock[] }) =>
  blocks.every((block) => block.kind === 'html') ? (
    blocks.map(({ html }) => <Html key={html} className="prose" html={html} />)
  ) : (
    <Blocks blocks={blocks} />
  )
