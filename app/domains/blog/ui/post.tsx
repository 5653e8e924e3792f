import { Fragment } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { columns } from '~/domains/photos/ui/sizes'
import { Html } from '~/ui/html'
import { paths } from '~/ui/paths'
import type { PostBlock, PostPage } from '../model'

/** The text in a column, wider photos, and the headings beside it. */
export function Article({ post }: { post: PostPage }) {
  const { cover, headings } = post
  // A cover that is also in the text is shown once, at the top with its caption.
  const isCover = (block: PostBlock) => block.kind === 'photo' && block.photo.id === cover?.id
  const caption = post.blocks.find(isCover)
  const blocks = post.blocks.filter((block) => !isCover(block))
  return (
    <div className="art">
      {cover ? (
        <figure className="wide art__cover">
          <Picture photo={cover} ratio="var(--cover)" sizes={columns(12)} shapes={COVERS} priority />
          {caption?.kind === 'photo' && caption.caption ? (
            <figcaption className="small ink2">{caption.caption}</figcaption>
          ) : null}
        </figure>
      ) : null}
      {headings.length > 1 ? (
        <nav className="tocc" aria-label="In this post">
          <ul className="toc">
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {blocks.map((block, at) => (
        <Fragment key={keyOf(block)}>
          <Block block={block} first={at === 0 && !cover} />
        </Fragment>
      ))}
    </div>
  )
}

/** `--cover` for each of `columns`. */
const COVERS = [2, 2, 3 / 2]

const keyOf = (block: PostBlock) => (block.kind === 'photo' ? `photo ${block.photo.id}` : block.html)

function Block({ block, first }: { block: PostBlock; first: boolean }) {
  if (block.kind === 'html') return <Html className="prose" html={block.html} />
  const { photo, caption, wide } = block
  const upright = photo.height > photo.width
  return (
    <figure className={upright ? 'wide upr' : wide ? 'wide' : 'wide off'}>
      <Picture
        photo={photo}
        sizes={upright ? columns(5, '(min-width:40rem) 544px, 89.3vw') : columns(wide ? 12 : 10)}
        {...(wide && !upright ? { ratio: 'var(--cover)', shapes: COVERS } : {})}
        priority={first}
      />
      {caption ? <figcaption className="small ink2">{caption}</figcaption> : null}
    </figure>
  )
}

/** The posts before and after this one. */
export function OtherPosts({ newer, older }: Pick<PostPage, 'newer' | 'older'>) {
  if (!newer && !older) return null
  return (
    <nav className="turn" aria-label="Other posts">
      {newer ? <Turn label="Newer" post={newer} /> : <span />}
      {older ? <Turn label="Older" post={older} /> : null}
    </nav>
  )
}

function Turn({ label, post }: { label: string; post: { slug: string; title: string } }) {
  return (
    <p>
      <span className="edge ink3">{label}</span>
      <Link className="t2 tap" to={paths.post(post.slug)} prefetch="intent">
        {post.title}
      </Link>
    </p>
  )
}
