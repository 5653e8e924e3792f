import type { CSSProperties } from 'react'
import { Picture } from '~/domains/photos/ui/picture'
import { columns } from '~/domains/photos/ui/sizes'
import { WrittenText } from '~/domains/texts/ui/written-text'
import { Mark } from '~/ui/mark'
import { PageEnd } from '~/ui/page-end'
import { paths } from '~/ui/paths'
import { arrangeEssay, type EssayBlock, type EssayPhoto, shapeOf } from '../essay-layout'
import type { Story } from '../model'
import { StoryStrip, storyPhotoId } from './story-strip'

/** A story's texts and photos in order, laid out like a magazine. */
export function Essay({ parts }: { parts: Story['parts'] }) {
  return (
    <div className="essay wrap">
      {arrangeEssay(parts).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a story doesn't change
        <Block key={at} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: EssayBlock }) {
  switch (block.kind) {
    case 'text':
      return (
        <div className="essay__text">
          <WrittenText blocks={block.blocks} />
        </div>
      )
    case 'full':
      return <StoryFigure className="essay__full" photo={block.photos[0]} sizes={columns(12)} />
    case 'offset':
      return (
        <StoryFigure
          className={`essay__offset essay__offset--${block.side}`}
          photo={block.photos[0]}
          sizes={columns(9)}
        />
      )
    case 'pair':
      return <Pair photos={block.photos} />
    case 'upright':
      return (
        <div className={`essay__upright essay__upright--${block.side}`}>
          <WrittenText blocks={block.blocks} />
          <StoryFigure photo={block.photos[0]} sizes={columns(5, '(min-width:40rem) 44.4vw, 89.3vw')} />
        </div>
      )
  }
}

function Pair({ photos }: { photos: [EssayPhoto, EssayPhoto] }) {
  const together = shapeOf(photos[0]) + shapeOf(photos[1])
  const part = (photo: EssayPhoto, whole: number) => Math.round((whole * shapeOf(photo)) / together)
  return (
    <div className="essay__pair">
      {photos.map((photo) => (
        <StoryFigure
          key={photo.number}
          photo={photo}
          sizes={`(min-width:100rem) ${part(photo, 1428)}px, (min-width:40rem) ${part(photo, 90)}vw, 89.3vw`}
          style={{ '--share': shapeOf(photo).toFixed(4) } as CSSProperties}
        />
      ))}
    </div>
  )
}

interface StoryFigureProps {
  photo: EssayPhoto
  sizes: string
  className?: string
  style?: CSSProperties
}

function StoryFigure({ photo: { number, item }, sizes, className = '', style }: StoryFigureProps) {
  return (
    <figure className={`essay__frame ${className}`} id={storyPhotoId(number)} style={style}>
      <Picture photo={item.photo} sizes={sizes} priority={number === 1} eager={number === 2} />
      <figcaption>
        <span className={item.featured ? 'edge essay__no essay__no--featured' : 'edge essay__no'}>
          {item.featured ? <Mark kind="circle" /> : null}
          {number}
        </span>
        <span className="small ink2">
          {item.caption || item.photo.title}
          {item.featured ? <span className="vh"> (featured)</span> : null}
        </span>
      </figcaption>
    </figure>
  )
}

/** The next story as its strip, and the way on. */
export function NextStory({ next }: { next: Story['nextStory'] }) {
  return (
    <div className="nextroll">
      {next ? (
        <>
          <p className="wrap">
            <span className="edge pt">Next story</span>
          </p>
          <StoryStrip story={next} />
        </>
      ) : null}
      <PageEnd to={paths.portfolio()}>All stories</PageEnd>
    </div>
  )
}
