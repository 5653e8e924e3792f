import { type CSSProperties, Fragment, useState } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { columns } from '~/domains/photos/ui/sizes'
import { Html } from '~/ui/html'
import { useHydrated } from '~/ui/hydrated'
import { paths } from '~/ui/paths'
import type { CaptionedPhoto, PostBlock, PostPage } from '../model'
import { blogPath } from './blog-paths'
import { GalleryBlock, SessionBlock, TestimonialBlock, VideoBlock } from './post-blocks'

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

/** `--cover` for each of `columns`. */
const COVERS = [2, 2, 3 / 2]

function keyOf(block: PostBlock): string {
  if (block.kind === 'html') return block.html
  if (block.kind === 'photo') return `photo ${block.photo.id}`
  if (block.kind === 'row') return `row ${block.photos[0]?.photo.id}`
  if (block.kind === 'video') return `video ${block.video.id}`
  return JSON.stringify(block)
}

function Block({ block, first }: { block: PostBlock; first: boolean }) {
  switch (block.kind) {
    case 'html':
      return <Html className="prose" html={block.html} />
    case 'row':
      return <PhotoRow photos={block.photos} />
    case 'gallery':
      return <GalleryBlock gallery={block.gallery} />
    case 'session':
      return <SessionBlock session={block.session} />
    case 'testimonial':
      return <TestimonialBlock testimonial={block.testimonial} />
    case 'video':
      return <VideoBlock video={block.video} poster={block.poster} />
    case 'photo':
      return <PostPhoto {...block} first={first} />
  }
}

function PostPhoto({ photo, caption, wide, first }: CaptionedPhoto & { wide: boolean; first: boolean }) {
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

/** Photos of one height side by side, as wide as the page. */
function PhotoRow({ photos }: { photos: CaptionedPhoto[] }) {
  const ratioOf = ({ photo }: CaptionedPhoto) => photo.width / photo.height
  const span = photos.reduce((sum, each) => sum + ratioOf(each), 0)
  return (
    <div className="wide pho-row">
      {photos.map((each) => (
        <figure key={each.photo.id} style={{ '--grow': ratioOf(each) } as CSSProperties}>
          <Picture photo={each.photo} sizes={columns((12 * ratioOf(each)) / span)} />
          {each.caption ? <figcaption className="small ink2">{each.caption}</figcaption> : null}
        </figure>
      ))}
    </div>
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
