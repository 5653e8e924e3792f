import { findTestimonials } from '~/domains/content/operations.server'
import { mediaPath, renditionFor, THUMBNAIL_WIDTH } from '~/domains/photos/model'
import { photosBySlug } from '~/domains/photos/operations.server'
import { figureOf, type TextArticle } from '~/domains/texts/article.server'
import { wordsOfText } from '~/domains/texts/stored-text'
import { articleOfText } from '~/domains/texts/texts.server'
import { watchAddress } from '~/domains/texts/video'
import type { Db } from '~/platform/db/database.server'
import { listChoices } from '../teasers.server'

type Part = TextArticle['parts'][number]

/** A photo, a video or a record in a version of a post, in words and as a small picture. */
export interface Figure {
  words: string
  /** Address of a picture; null for none. */
  thumb: string | null
}

/** The figures of the given parts by the part; none for a text, and several for photos side by side. */
export async function describeFigures(db: Db, parts: readonly Part[]): Promise<(part: Part) => Figure[]> {
  const slugs = parts.flatMap((part) => {
    if (part.kind === 'row') return part.photos.map(({ slug }) => slug)
    return part.kind === 'photo' ? [part.slug] : part.kind === 'video' ? [part.poster] : []
  })
  const photos = await photosBySlug({ db }, slugs)
  const { galleryTeaser, sessionOffer } = await listChoices({ db })
  const testimonials = await findTestimonials({ db }, null)

  const thumbOf = (slug: string): string | null => {
    const photo = photos[slug]
    const width = photo && renditionFor(photo, THUMBNAIL_WIDTH)
    return photo && width ? mediaPath(photo, width, 'jpg') : null
  }
  const photoFigure = (
    { slug, caption, alt }: { slug: string; caption: string; alt?: string },
    isWide = false,
  ): Figure => {
    const description = alt || photos[slug]?.alt
    const words = [
      ...[caption, description ? `Alt text: ${description}` : `Photo: ${slug}`],
      isWide ? 'As wide as the page' : '',
    ]
    return { words: words.filter((each) => each !== '').join('\n'), thumb: thumbOf(slug) }
  }
  return (part) => {
    switch (part.kind) {
      case 'html':
        return []
      case 'photo':
        return [photoFigure(part, part.wide)]
      case 'row':
        return part.photos.map((photo) => photoFigure(photo))
      case 'video': {
        const name = part.video.title ? `Video: ${part.video.title}` : 'Video'
        return [{ words: `${name}\n${watchAddress(part.video)}`, thumb: thumbOf(part.poster) }]
      }
      case 'gallery':
        return [{ words: `Gallery: ${labelOf(part.name, galleryTeaser)}`, thumb: null }]
      case 'session':
        return [{ words: `Session type: ${labelOf(part.name, sessionOffer)}`, thumb: null }]
      case 'testimonial': {
        const found = testimonials.find(({ id }) => id === part.name)
        const words = found
          ? `Testimonial: ${found.quote}\n${found.name}`
          : 'Testimonial (no longer available)'
        return [{ words, thumb: null }]
      }
    }
  }
}

/** A text with its blocks for people who compare two versions and don't know Markdown. */
export async function readableText(db: Db, text: string): Promise<string> {
  const figuresOf = await describeFigures(db, articleOfText(text).parts)
  return wordsOfText(text, (block) => {
    const part = figureOf(block)
    return part
      ? figuresOf(part)
          .map(({ words }) => words)
          .join('\n')
      : ''
  })
}

/** Its value where two have the same label, and where it can't be chosen now. */
function labelOf(value: string, options: { value: string; label: string }[]): string {
  const label = options.find((option) => option.value === value)?.label
  return label && options.filter((option) => option.label === label).length === 1 ? label : value
}
