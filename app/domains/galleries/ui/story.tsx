import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { ButtonLink } from '~/ui/button-link'
import { Html } from '~/ui/html'
import { Mark } from '~/ui/mark'
import { paths } from '~/ui/paths'
import { arrangeEssay, type EssayBlock, type EssayPhoto, shapeOf } from '../essay-layout'
import type { Story } from '../model'

export const essayFrameId = (number: number): string => `frame-${number}`

/** A story's texts and photos in order, laid out like a magazine. */
export function Essay({ parts }: { parts: Story['parts'] }) {
  return (
    <div className="essay wrap">
      {arrangeEssay(parts).map((block, at) => (
        <Block key={keyOf(block)} block={block} first={at === 0} />
      ))}
    </div>
  )
}

const keyOf = (block: EssayBlock) => ('photos' in block ? `photo ${block.photos[0].number}` : block.html)

function Block({ block, first }: { block: EssayBlock; first: boolean }) {
  switch (block.kind) {
    case 'text':
      return (
        <div className="essay__text">
          <Html className="prose" html={block.html} />
        </div>
      )
    case 'full':
      return <Frame className="essay__full" photo={block.photos[0]} sizes="100vw" priority={first} />
    case 'offset':
      return (
        <Frame
          className={`essay__offset essay__offset--${block.side}`}
          photo={block.photos[0]}
          sizes="(min-width:64rem) 69vw, 92vw"
          priority={first}
        />
      )
    case 'pair':
      return <Pair photos={block.photos} first={first} />
    case 'upright':
      return (
        <div className={`essay__upright essay__upright--${block.side}`}>
          {block.html === null ? null : <Html className="prose" html={block.html} />}
          <Frame
            photo={block.photos[0]}
            sizes="(min-width:64rem) 38vw, (min-width:40rem) 46vw, 92vw"
            priority={first}
          />
        </div>
      )
  }
}

function Pair({ photos, first }: { photos: [EssayPhoto, EssayPhoto]; first: boolean }) {
  const together = shapeOf(photos[0]) + shapeOf(photos[1])
  return (
    <div className="essay__pair">
      {photos.map((photo) => (
        <Frame
          key={photo.number}
          photo={photo}
          sizes={`(min-width:40rem) ${Math.round((92 * shapeOf(photo)) / together)}vw, 92vw`}
          priority={first && photo === photos[0]}
          style={{ '--share': shapeOf(photo).toFixed(4) } as CSSProperties}
        />
      ))}
    </div>
  )
}

interface FrameProps {
  photo: EssayPhoto
  sizes: string
  priority: boolean
  className?: string
  style?: CSSProperties
}

function Frame({ photo: { number, frame }, sizes, priority, className = '', style }: FrameProps) {
  return (
    <figure className={`essay__frame ${className}`} id={essayFrameId(number)} style={style}>
      <Picture photo={frame.photo} sizes={sizes} priority={priority} />
      <figcaption>
        <span
          className={
            frame.featured ? 'edge edge--sm essay__no essay__no--featured' : 'edge edge--sm essay__no'
          }
        >
          {frame.featured ? <Mark kind="circle" /> : null}
          {number}
        </span>
        <span className="small ink2">
          {frame.caption || frame.photo.title}
          {frame.featured ? <span className="vh"> (featured)</span> : null}
        </span>
      </figcaption>
    </figure>
  )
}

export function NextStory({ next }: { next: Story['nextStory'] }) {
  return (
    <div className="wrap sec">
      <div className="cta">
        {next ? (
          <p className="nextroll">
            <span className="edge pt">Next story</span>
            <Link className="t1 tap" to={paths.story(next.slug)} prefetch="intent">
              {next.title}
            </Link>
          </p>
        ) : (
          <p>
            <Link className="lnk" to={paths.portfolio()} prefetch="intent">
              All stories
            </Link>
          </p>
        )}
        <ButtonLink go to={paths.bookSession()}>
          Book a session
        </ButtonLink>
      </div>
    </div>
  )
}
