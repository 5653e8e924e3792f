import type { Node } from '@tiptap/pm/model'
import { type PhotoAttrs, schema, type VideoAttrs } from '~/domains/texts/schema'
import { watchAddress } from '~/domains/texts/video'
import type { ExportedPicture, ExportForm } from './model'

export const FORM_NAMES: Record<ExportForm, string> = {
  ghost: 'Ghost',
  wordpress: 'WordPress',
  markdown: 'Markdown',
}

/**
 * A text with what a form can say, and a sentence for each thing that it can’t.
 * @param pictures the photos that exist
 */
export function sayable(
  document: Node,
  form: ExportForm,
  pictures: ReadonlyMap<string, ExportedPicture>,
): { document: Node; notes: string[] } {
  const counts = {
    records: 0,
    posters: 0,
    videos: 0,
    widths: 0,
    captions: 0,
    missing: 0,
    closed: 0,
    blanks: 0,
  }
  const photo = (node: Node): Node[] => {
    const attrs = node.attrs as PhotoAttrs
    const known = pictures.get(attrs.photo)
    if (!known) counts.missing += 1
    else if (known.address === '') counts.closed += 1
    if (!known || known.address === '') return []
    if (attrs.wide && form === 'markdown') counts.widths += 1
    return [schema.node('photo', { ...attrs, alt: '', wide: attrs.wide && form !== 'markdown' })]
  }
  const said = (node: Node): Node[] => {
    switch (node.type.name) {
      case 'galleryTeaser':
      case 'sessionOffer':
      case 'testimonial':
        counts.records += 1
        return []
      case 'photo':
        return photo(node)
      case 'photoRow': {
        const photos = node.children.flatMap(photo)
        if (photos.length < 2) return photos
        const lasts = form === 'ghost' ? withOneCaption(photos) : photos
        if (lasts.some((each, at) => !each.eq(photos[at] as Node))) counts.captions += 1
        return [schema.node('photoRow', null, lasts)]
      }
      case 'video': {
        const { photo: poster, title, service, video } = node.attrs as VideoAttrs
        if (poster !== '') counts.posters += 1
        if (form !== 'markdown' || title === '')
          return [schema.node('video', { service, video, title, photo: '' })]
        counts.videos += 1
        const href = watchAddress({ service, id: video, title })
        return [schema.node('paragraph', null, [schema.text(title, [schema.mark('link', { href })])])]
      }
      case 'paragraph':
      case 'heading':
        if (node.textContent.trim() !== '') return [node]
        counts.blanks += 1
        return []
      default:
        return [node]
    }
  }
  const nodes = document.children.flatMap(said)
  const { records, posters, videos, widths, captions, missing, closed, blanks } = counts
  const name = FORM_NAMES[form]
  const notes = [
    records > 0 &&
      `${many(records, 'block')} with a gallery, a session type, or a testimonial ${isAre(records)} left out.`,
    missing > 0 && `${many(missing, 'photo')} ${isAre(missing)} no longer in your library.`,
    closed > 0 &&
      `${many(closed, 'photo')} ${isAre(closed)} private, so ${name} can’t download ${closed === 1 ? 'it' : 'them'}.`,
    widths > 0 && `${many(widths, 'wide photo')} ${widths === 1 ? 'has' : 'have'} the usual width.`,
    captions > 0 && 'Captions of photos side by side become one caption.',
    videos > 0 && `${many(videos, 'video')} ${videos === 1 ? 'becomes a link' : 'become links'}.`,
    posters > 0 &&
      `The ${posters === 1 ? 'poster of 1 video is' : `posters of ${posters} videos are`} left out.`,
    blanks > 0 && `${many(blanks, 'blank line')} ${isAre(blanks)} left out.`,
  ].filter((note) => note !== false)
  return {
    document: schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')]),
    notes,
  }
}

/** All captions as the one of the last photo. */
function withOneCaption(photos: Node[]): Node[] {
  const caption = photos
    .map(({ attrs }) => attrs.caption)
    .filter((each) => each !== '')
    .join(' · ')
  return photos.map((each, at) =>
    schema.node('photo', { ...each.attrs, caption: at === photos.length - 1 ? caption : '' }),
  )
}

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
const isAre = (count: number): string => (count === 1 ? 'is' : 'are')
