import { createHash } from 'node:crypto'
import { readSettings } from '~/domains/content/operations.server'
import { withheldFrom } from '~/domains/galleries/releases/publication.server'
import { type PhotoView, renditionFor } from '~/domains/photos/model'
import { CARD_WIDTH, drawSocialCard } from '~/domains/photos/renditions.server'
import { accentColors, DEFAULT_ACCENT } from '~/platform/accent'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { Imaging } from '~/platform/imaging/imaging.server'
import type { Storage } from '~/platform/storage/storage.server'
import { findPublished } from './operations.server'

/** Raised with every change of how the pictures look, since they are cached for a year. */
const RECIPE = '2'

interface Shown {
  title: string
  studioName: string
  cover: PhotoView | null
}

/** The name of the picture that shared links to a post show. It changes with what the picture shows. */
export const socialPictureOf = async ({ db }: { db: Db }, shown: Shown): Promise<string> => {
  const cover = await shownCover({ db }, shown.cover)
  const { studio } = await readSettings({ db })
  const facts = JSON.stringify([
    RECIPE,
    shown.title,
    shown.studioName,
    cover ? [cover.media, renditionFor(cover, CARD_WIDTH)] : null,
    ...Object.values(accentOf(studio.accent)),
  ])
  return `${createHash('sha256').update(facts).digest('hex').slice(0, 20)}.jpg`
}

/** The studio's color for the picture; none for the red pencil. */
const accentOf = (accent: string) => (accent === DEFAULT_ACCENT ? {} : { accent: accentColors(accent).dark })

/** A cover that may be shown on social media. One without renditions yet is left out until it has them. */
const shownCover = async ({ db }: { db: Db }, cover: PhotoView | null): Promise<PhotoView | null> =>
  cover &&
  renditionFor(cover, CARD_WIDTH) !== undefined &&
  !(await withheldFrom('social', { db }, [cover.id])).has(cover.id)
    ? cover
    : null

/** Drawn pictures, the most recently used last. About 100 KB each. */
const drawn = new Map<string, Promise<Uint8Array | undefined>>()
const MOST_DRAWN = 60

/**
 * The picture of a shared link to a post, as JPEG.
 * @param name from `socialPictureOf`
 * @returns undefined: no such post, or it has another picture now
 */
export async function readSocialPicture(
  deps: { db: Db; clock: Clock; imaging: Imaging; storage: Storage },
  { slug, name }: { slug: string; name: string },
): Promise<Uint8Array | undefined> {
  const post = await findPublished(deps, slug)
  if (!post) return undefined
  const { studio } = await readSettings(deps)
  const shown = { title: post.searchTitle || post.title, studioName: studio.name, cover: post.cover }
  if ((await socialPictureOf(deps, shown)) !== name) return undefined
  const known = drawn.get(name)
  const drawing =
    known ??
    drawSocialCard(deps, {
      photo: await shownCover(deps, post.cover),
      card: { title: shown.title, name: studio.name, ...accentOf(studio.accent) },
    })
  drawn.delete(name)
  drawn.set(name, drawing)
  const [oldest] = drawn.keys()
  if (drawn.size > MOST_DRAWN && oldest !== undefined) drawn.delete(oldest)
  const picture = await drawing.catch(() => undefined)
  if (!picture) drawn.delete(name)
  return picture
}
