import { beforeEach } from 'vitest'
import { recordRelease } from '~/domains/galleries/releases/operations.server'
import { publishWithReleases } from '~/domains/galleries/releases/publication.server'
import { photosById } from '~/domains/photos/operations.server'
import { fixedClock } from '~/platform/clock'
import { type Db, type Engine, transact } from '~/platform/db/database.server'
import { describeOnBothEngines } from './database'
import { makeGalleryItem, makePhoto } from './factories'
import { putTestSettings } from './settings'

type Releases = ReturnType<typeof releasesOf>

/** Runs tests of releases on both engines, as a team member. */
export function describeReleases(name: string, define: (releases: Releases, engine: Engine) => void): void {
  describeOnBothEngines(name, (open, engine) => {
    const releases = releasesOf()
    beforeEach(async () => {
      const { db } = await open()
      await putTestSettings(db)
      const author = { uid: 'u', name: 'Dana' }
      Object.assign(releases, { db, deps: { db, clock: fixedClock('2026-06-12T16:00:00Z'), author } })
    })
    define(releases, engine)
  })
}

type Sent = Parameters<typeof recordRelease>[2]['sent']

/** The fields of a release for the portfolio. */
export const sentRelease = (given: Partial<Sent> = {}): Sent => ({
  ...{ name: 'Ann Lee', email: 'ann@example.com', bornOn: '', guardian: '', uses: ['portfolio'] },
  everywhere: false,
  ...{ givenOn: '2026-06-11', basis: 'Signed on paper' },
  ...given,
})

/** An imported photo, as imports pass it on. */
export const arrived = ({ id }: { id: string }) => ({ photoId: id, folder: '', fileName: 'rose.jpg' })

interface WithId {
  id: string
}

function releasesOf() {
  const releases = {} as { db: Db; deps: Parameters<typeof recordRelease>[0] }

  /** Adds an unpublished photo to the gallery. */
  const held = async (gallery: WithId, given: Parameters<typeof makePhoto>[1] = {}) => {
    const photo = await makePhoto(releases.db, { published_at: null, ...given })
    await makeGalleryItem(releases.db, { gallery_id: gallery.id, photo_id: photo.id })
    return photo
  }

  /** Adds a release to the gallery. @returns where it is found */
  const recorded = async (gallery: WithId, given: Partial<Sent> = {}) => {
    const made = await recordRelease(releases.deps, gallery.id, { sent: sentRelease(given), seen: 0 })
    if (!made.ok) throw new Error(made.reason)
    return { galleryId: gallery.id, id: made.id }
  }

  const publish = (...photos: WithId[]) =>
    transact(releases.db, (tx) =>
      publishWithReleases({ ...releases.deps, db: tx }, { photoIds: photos.map(({ id }) => id) }),
    )

  const isPublic = async (photo: WithId) => (await photosById(releases, [photo.id])).has(photo.id)

  const version = async () =>
    (await releases.db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()).version

  return Object.assign(releases, { held, recorded, publish, isPublic, version })
}
