import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { columns } from '~/domains/photos/ui/sizes'
import { playerAddress, watchAddress } from '~/domains/texts/video'
import { ButtonLink } from '~/ui/button-link'
import { Html } from '~/ui/html'
import { Quotation } from '~/ui/quotation'
import {
  bookingPath,
  type CaptionedPhoto,
  type GalleryTeaser,
  galleryPath,
  priceLabel,
  type SessionTeaser,
  type TestimonialTeaser,
  type TextBlock,
} from '../blocks'

/** `--cover` for each of `columns`. */
export const COVERS = [2, 2, 3 / 2]

/** The blocks of a text. @param isFirst a photo at their beginning is loaded at once */
export const TextBlocks = ({ blocks, isFirst = false }: { blocks: TextBlock[]; isFirst?: boolean }) =>
  blocks.map((block, at) => <Block key={keyOf(block)} block={block} first={isFirst && at === 0} />)

function keyOf(block: TextBlock): string {
  if (block.kind === 'html') return block.html
  if (block.kind === 'photo') return `photo ${block.photo.id}`
  if (block.kind === 'row') return `row ${block.photos[0]?.photo.id}`
  if (block.kind === 'video') return `video ${block.video.id}`
  return JSON.stringify(block)
}

function Block({ block, first }: { block: TextBlock; first: boolean }) {
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
      return <TextPhoto {...block} first={first} />
  }
}

function TextPhoto({ photo, caption, wide, first }: CaptionedPhoto & { wide: boolean; first: boolean }) {
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

function GalleryBlock({ gallery }: { gallery: GalleryTeaser }) {
  const { title, category, dateline, cover } = gallery
  return (
    <aside className="wide off post-tease">
      {cover ? <Picture photo={cover} ratio="3/2" sizes={columns(5)} alt="" /> : null}
      <div>
        <p className="edge">
          <span>{category || 'Gallery'}</span>
          {dateline ? <span>{dateline}</span> : null}
        </p>
        <p className="t1">
          <Link className="tap" to={galleryPath(gallery)} prefetch="intent" viewTransition>
            {title}
          </Link>
        </p>
      </div>
    </aside>
  )
}

function SessionBlock({ session }: { session: SessionTeaser }) {
  const { slug, title, summary, minutes, priceUnit } = session
  return (
    <aside className="post-offer">
      <p className="t1">{title}</p>
      <p className="edge">
        <span className="pt">{priceLabel(session)}</span>
        {priceUnit === '' ? <span>{minutes} minutes</span> : null}
      </p>
      {summary ? <p className="ink2">{summary}</p> : null}
      <ButtonLink go to={bookingPath(slug)}>
        Book this session
      </ButtonLink>
    </aside>
  )
}

const TestimonialBlock = ({ testimonial: { quote, name, kind } }: { testimonial: TestimonialTeaser }) => (
  <figure className="post-quote">
    <blockquote className="quote">
      <Quotation text={quote} />
    </blockquote>
    <figcaption className="small ink2">{kind ? `${name}, ${kind}` : name}</figcaption>
  </figure>
)

/** In `sessionStorage`: the video that was started on a page whose policy doesn't allow its player. */
const STARTED = 'video'

/**
 * A video's poster. Nothing is loaded from the other site before it is pressed, and without script it is a link. The
 * policy that allows the player comes with the page's document, so a page that was reached by a link within the site
 * loads again first.
 */
function VideoBlock({ video, poster }: Omit<Extract<TextBlock, { kind: 'video' }>, 'kind'>) {
  const [isPlaying, setPlaying] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const title = video.title || 'Video'
  useEffect(() => {
    if (takeStarted(video.id)) setPlaying(true)
  }, [video.id])
  useEffect(() => {
    if (isPlaying) frame.current?.focus()
  }, [isPlaying])
  if (isPlaying)
    return (
      <div className="wide off post-video">
        <iframe
          ref={frame}
          src={playerAddress(video)}
          title={title}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        />
      </div>
    )
  return (
    <a
      className="wide off post-video"
      href={watchAddress(video)}
      rel="noopener"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        const isAllowed = isOwnDocument()
        // Without storage, the link leads to the video.
        if (!isAllowed && !keepStarted(video.id)) return
        event.preventDefault()
        if (isAllowed) setPlaying(true)
        // A script's `reload` is prevented (`document-effects.tsx`), and an address with a hash wouldn't load.
        else location.replace(location.pathname + location.search)
      }}
    >
      {poster ? <Picture photo={poster} ratio="16/9" sizes={columns(10)} alt="" /> : null}
      <span className="post-video__play">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M7 4v16l13-8z" fill="currentColor" />
        </svg>
        <span>{video.title || 'Play video'}</span>
        <span className="small">Plays from {video.service === 'youtube' ? 'YouTube' : 'Vimeo'}</span>
      </span>
    </a>
  )
}

/** @returns whether the reloaded page can find it */
function keepStarted(id: string): boolean {
  try {
    sessionStorage.setItem(STARTED, id)
    return true
  } catch {
    return false
  }
}

/** Whether the video was started before the page was reloaded; true once. */
function takeStarted(id: string): boolean {
  try {
    if (sessionStorage.getItem(STARTED) !== id) return false
    sessionStorage.removeItem(STARTED)
    return true
  } catch {
    return false
  }
}

/** Whether the document was loaded at this address. */
function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded !== undefined && new URL(loaded.name).pathname === location.pathname
}
