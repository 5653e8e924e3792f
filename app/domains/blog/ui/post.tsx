import { useState } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { columns } from '~/domains/photos/ui/sizes'
import type { TextBlock } from '~/domains/texts/blocks'
import { COVERS, TextBlocks } from '~/domains/texts/ui/blocks'
import { useHydrated } from '~/ui/hydrated'
import { paths } from '~/ui/paths'
import type { PostPage } from '../model'
import { blogPath } from './blog-paths'

/** The text in a column, wider photos, and the headings beside it. */
export function Article({ post }: { post: PostPage }) {
  const { cover, headings } = post
  // A cover that is also in the text is shown once, at the top with its caption.
  const isCover = (block: TextBlock) => block.kind === 'photo' && block.photo.id === cover?.id
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
      <TextBlocks blocks={blocks} isFirst={!cover} />
    </div>
  )
}

/** Date, length, tags and author of a post. */
export function PostFacts({ post, isDated = true }: { post: PostPage; isDated?: boolean }) {
  return (
    <p className="edge">
      {isDated ? (
        <time className="pt" dateTime={post.publishedAt}>
          {post.date}
        </time>
      ) : null}
      <span>{post.minutes === 1 ? '1 minute' : `${post.minutes} minutes`}</span>
      {post.tags.map(({ slug, name }) => (
        <Link key={slug} className="tap" to={blogPath({ tag: slug })} prefetch="intent" viewTransition>
          {name}
        </Link>
      ))}
      <span>{post.author}</span>
    </p>
  )
}

/** Shares the page by the system's sheet, or copies its link. Needs script. */
export function SharePost({ title }: { title: string }) {
  const isAlive = useHydrated()
  const [said, setSaid] = useState('')
  // Its place is kept, so that nothing moves.
  if (!isAlive) return <div className="art__share" />
  const url = () => location.origin + location.pathname
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(url()).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'Link copied' : 'We couldn’t copy the link. Copy it from the address bar.')
  }
  return (
    <div className="art__share">
      {'share' in navigator ? (
        // Closing the sheet rejects.
        <button
          type="button"
          className="btn btn--line"
          onClick={() => navigator.share({ title, url: url() }).catch(() => {})}
        >
          Share
        </button>
      ) : null}
      {'clipboard' in navigator ? (
        <button type="button" className="btn btn--line" onClick={copy}>
          Copy link
        </button>
      ) : null}
      <span role="status">{said}</span>
    </div>
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
      <Link className="t2 tap" to={paths.post(post.slug)} prefetch="intent" viewTransition>
        {post.title}
      </Link>
    </p>
  )
}
