import type { PhotoView } from '~/domains/photos/model'
import type { Page } from './model'

type Home = Pick<Page<'home'>, 'body' | 'photos'>

/** The main photo alone is no strip. */
const LEAST_STRIP = 2
const MOST_STRIP = 12
/** Places of the selected work whose frames are higher than wide. */
const UPRIGHT_PLACES = new Set([1, 2, 5])

/**
 * Home with the gallery's photos in the places whose photos aren't published, so that a new studio's page shows
 * what there is. A place that no photo is left for is left out. The titles belong to the chosen photos, so a
 * photo that takes a place brings its own.
 * @param gallery published photos in the gallery's order
 */
export function withGalleryPhotos<Page extends Home>(
  page: Page,
  gallery: readonly (PhotoView & { category: string })[],
): Page {
  const { body } = page
  const isThere = (slug: string) => page.photos[slug] !== undefined
  const used = new Set([body.hero.photo, ...body.work.map(({ photo }) => photo)].filter(isThere))
  const spare = gallery.filter(({ slug }) => !used.has(slug))
  const hero = isThere(body.hero.photo) ? undefined : spare.shift()
  const strip = body.strip.filter(isThere)
  const filled =
    strip.length > 0 || gallery.length < LEAST_STRIP
      ? strip
      : gallery.slice(0, MOST_STRIP).map(({ slug }) => slug)
  const work = body.work.flatMap((each, place) => {
    if (isThere(each.photo)) return [each]
    const photo = takeFitting(spare, UPRIGHT_PLACES.has(place))
    return photo ? [{ photo: photo.slug, title: photo.title, kind: photo.category }] : []
  })
  const shown = [
    ...(hero ? [hero] : []),
    ...gallery.filter(({ slug }) => [...filled, ...work.map(({ photo }) => photo)].includes(slug)),
  ]
  return {
    ...page,
    photos: { ...Object.fromEntries(shown.map((photo) => [photo.slug, photo])), ...page.photos },
    body: {
      ...body,
      hero: hero ? { photo: hero.slug, caption: hero.title } : body.hero,
      strip: filled,
      work,
    },
  }
}

/** Takes the first photo of the frame's orientation from `spare`, or else the first, so that crops stay small. */
function takeFitting<Photo extends PhotoView>(spare: Photo[], isUpright: boolean): Photo | undefined {
  const at = spare.findIndex(({ width, height }) => height > width === isUpright)
  return spare.splice(Math.max(at, 0), 1)[0]
}
