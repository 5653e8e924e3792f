import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { choosablePhotosById } from '~/domains/photos/library.server'
import { markNoRecognizablePeople } from '~/domains/photos/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { slugCandidates } from '~/platform/slug'
import {
  lockToPlace,
  lockToPublish,
  mayPublish,
  publishFromOutside,
  publishWithReleases,
  unpublishUnpermitted,
} from '../releases/publication.server'
import { refusalSentence } from '../releases/release-rules'
import { placePhoto } from './import.server'
import { type PeopleAnswer, WEBSITE_SLUG, type WebsiteUpload } from './model'
import {
  hideIfPublished,
  insertWebsiteGallery,
  selectConfirmed,
  selectLastPosition,
  selectWebsiteGallery,
  type UploadRow,
} from './store.server'

const TITLE = 'Website photos'

/** The gallery of photos uploaded for the website, a draft. Created when there is none. @returns its id */
export async function websiteGallery({
  db,
  clock,
  author,
}: {
  db: Db
  clock: Clock
  author: Author
}): Promise<string> {
  const known = await selectWebsiteGallery(db)
  if (known) return known.id
  return await transact(db, async (tx) => {
    for (const slug of slugCandidates(WEBSITE_SLUG, newId())) {
      const made = await insertWebsiteGallery(tx, { slug, title: TITLE }, clock.now())
      if (made) {
        const action = { action: 'gallery-added' as const, subject: `“${TITLE}”` }
        await recordAction({ db: tx, clock, author }, action)
        return made
      }
      // Several files are announced at once, and only the first adds the gallery.
      const other = await selectWebsiteGallery(tx)
      if (other) return other.id
    }
    throw new Error('No slug is free for the gallery of the website')
  })
}

/**
 * Publishes a photo whose uploader confirmed who can be recognized, in the transaction that adds it to the
 * gallery. A photo that a recorded person doesn't permit stays private, whatever was confirmed. If the gallery is
 * published, a photo that is new in it is hidden there until someone shows it.
 */
export async function publishConfirmed(
  { db: tx, clock }: { db: Tx; clock: Clock },
  { people, confirmed_by, gallery_id: galleryId }: Pick<UploadRow, 'people' | 'confirmed_by' | 'gallery_id'>,
  { photoId, isNew }: { photoId: string; isNew: boolean },
): Promise<void> {
  if (!people) return
  const photoIds = [photoId]
  if (isNew) await hideIfPublished(tx, { galleryId, photoId, at: clock.now() })
  const [refused] = await mayPublish({ db: tx }, { photoIds })
  if (refused && refused.objections.length > 0) return
  if (people === 'none') {
    await markNoRecognizablePeople({ db: tx }, photoIds, true)
    await publishWithReleases({ db: tx, clock }, { photoIds })
    return
  }
  const basis = `${confirmed_by} confirmed when uploading for the website that everyone agreed to be on it`
  await publishFromOutside({ db: tx, clock }, { galleryId, photoIds, basis, uses: ['portfolio', 'blog'] })
}

/**
 * Adds a photo to the website's gallery, and publishes it if someone confirmed who can be recognized, in the
 * transaction that imports it.
 * @param people null: it stays private
 */
export async function placeOnWebsite(
  { db: tx, clock, author }: { db: Tx; clock: Clock; author: Author },
  placed: { galleryId: string; photoId: string; fileName: string; people: PeopleAnswer | null },
): Promise<void> {
  const { galleryId, photoId, fileName, people } = placed
  const placing = { galleryId, photoIds: [photoId] }
  await (people ? lockToPublish(tx, placing) : lockToPlace(tx, placing))
  const photo = { photoId, folder: '', fileName }
  const isNew = await placePhoto(tx, {
    ...{ galleryId, photo },
    position: (await selectLastPosition(tx, galleryId)) + 1,
  })
  await unpublishUnpermitted({ db: tx, clock, author }, [photoId])
  const confirmed = { people, confirmed_by: author.name, gallery_id: galleryId }
  await publishConfirmed({ db: tx, clock }, confirmed, { photoId, isNew })
}

/** What became of files that were uploaded for the website. Unknown ids are absent. */
export async function readWebsiteUploads({ db }: { db: Db }, ids: string[]): Promise<WebsiteUpload[]> {
  if (ids.length === 0) return []
  const rows = await selectConfirmed(db, ids)
  const photoIds = rows.flatMap(({ photoId }) => photoId ?? [])
  const photos = await choosablePhotosById({ db }, photoIds)
  const refused = new Map((await mayPublish({ db }, { photoIds })).map((each) => [each.photoId, each]))
  return rows.map(({ id, state, refusal, photoId }) => {
    if (state === 'refused') return { id, photo: null, sentence: refusal }
    const photo = photos.get(photoId ?? '') ?? null
    const objection = refused.get(photoId ?? '')
    const isPrivate = state === 'taken' && !photo
    return {
      id,
      photo,
      sentence: isPrivate
        ? `It’s in your library, but stays private. ${objection ? refusalSentence(objection, 'portfolio') : ''}`.trim()
        : null,
    }
  })
}
