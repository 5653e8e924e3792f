import { Html } from '~/ui/html'
import { later } from '~/ui/later'
import type { TextBlock } from '../blocks'

const Blocks = later(() => import('./blocks').then(({ TextBlocks }) => TextBlocks))

/** A text within a page. The code of photos and other blocks is loaded where there are some; words are one block. */
export const WrittenText = ({ blocks }: { blocks: TextBlock[] }) =>
  blocks[0]?.kind === 'html' && !blocks[1] ? (
    <Html className="prose" html={blocks[0].html} />
  ) : (
    <Blocks blocks={blocks} />
  )
