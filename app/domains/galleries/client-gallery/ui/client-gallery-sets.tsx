import { memo } from 'react'
import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import { countLabel } from '../../model'
import { FavoriteButton } from '../../proofing/ui/favorite-button'
import { useMayChoose } from '../../proofing/ui/favorites-provider'
import { useOpenOverGrid } from '../../ui/use-grid'
import { photoCount } from '../client-gallery-words'
import {
  CLIENT_GALLERY_PAGE_SIZE,
  type ClientGalleryPage,
  type ClientGalleryPhoto,
  type ClientGallerySet,
  pageOf,
} from '../model'
import { ClientGalleryGrid, labelOf } from './client-gallery-grid'
import type { MorePages } from './use-client-gallery'

export const PHOTOS_ID = 'photos'

const setId = (set: ClientGallerySet) => (set.id === null ? PHOTOS_ID : `set-${set.id}`)

/** The photos by set, with links to the sets. */
export const ClientGallerySets = memo(function Sets({
  clientGallery,
  more,
}: {
  clientGallery: ClientGalleryPage
  more: MorePages
}) {
  const { sets, gallery } = clientGallery
  const { photos } = more
  const mayChoose = useMayChoose()
  const open = useOpenOverGrid()
  const shown = sets.map((set) => ({
    set,
    batches: batchesOf(photos.filter(({ setId }) => setId === set.id)),
  }))
  const named = sets.filter(({ title }) => title !== '')
  return (
    <div className="wrap gal" id={PHOTOS_ID} tabIndex={-1}>
      {named.length > 1 ? (
        <nav className="gbar client-gallery__sets" aria-label="Sets">
          <ul className="fil">
            {named.map((set) => (
              <li key={set.id}>
                <SetLink clientGallery={clientGallery} set={set} photos={photos} />
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {shown.map(({ set, batches }) =>
        batches[0]?.[0] ? (
          <section key={set.id ?? ''} className="client-gallery__set" aria-labelledby={`${setId(set)}-title`}>
            <SetHead set={set} goesOn={batches[0][0].number > set.first} />
            {batches.map((batch) => (
              <ClientGalleryGrid
                key={batch[0]?.id}
                galleryId={gallery.id}
                photos={batch}
                goesOn={(batch.at(-1)?.number ?? 0) < set.first + set.count - 1}
                toolOf={mayChoose ? ringOf : undefined}
                onOpen={open}
              />
            ))}
          </section>
        ) : null,
      )}
    </div>
  )
})

function SetHead({ set, goesOn }: { set: ClientGallerySet; goesOn: boolean }) {
  if (set.title === '')
    return (
      <h2 className="vh" id={`${setId(set)}-title`}>
        Photos
      </h2>
    )
  return (
    <div className="client-gallery__sethead" id={setId(set)} tabIndex={-1}>
      <h2 className="t1" id={`${setId(set)}-title`}>
        {set.title}
      </h2>
      <p className="edge">{goesOn ? 'continued' : photoCount(set.count)}</p>
    </div>
  )
}

/** A link to the set on this page, or to the page on which it begins. */
function SetLink({
  clientGallery,
  set,
  photos,
}: {
  clientGallery: ClientGalleryPage
  set: ClientGallerySet
  photos: readonly ClientGalleryPhoto[]
}) {
  const isHere = photos.some(({ number }) => number === set.first)
  const label = (
    <>
      {set.title} <span className="ink3">{countLabel(set.count)}</span>
    </>
  )
  if (isHere) return <a href={`#${setId(set)}`}>{label}</a>
  return (
    <Link to={paths.clientGallery(clientGallery.gallery.id, { page: pageOf(set.first), set: setId(set) })}>
      {label}
    </Link>
  )
}

const ringOf = (photo: ClientGalleryPhoto) => (
  <FavoriteButton itemId={photo.id} label={labelOf(photo)} back="grid" />
)

/** Photos by the page with which they were loaded, so that loaded ones keep their layout. */
function batchesOf(photos: readonly ClientGalleryPhoto[]): ClientGalleryPhoto[][] {
  const batches = new Map<number, ClientGalleryPhoto[]>()
  for (const photo of photos) {
    const page = pageOf(photo.number)
    batches.set(page, [...(batches.get(page) ?? []), photo])
  }
  return [...batches.values()]
}

interface ClientGalleryEndProps {
  clientGallery: ClientGalleryPage
  more: MorePages
  studioName: string
  /** "June 30, 2027"; null: no expiration. */
  lastDay: string | null
}

/** Below the photos: a link to the next ones, or a closing note. */
export function ClientGalleryEnd({ clientGallery, more, studioName, lastDay }: ClientGalleryEndProps) {
  const { gallery, total } = clientGallery
  if (more.next !== null) {
    const following = Math.min(CLIENT_GALLERY_PAGE_SIZE, total - (more.next - 1) * CLIENT_GALLERY_PAGE_SIZE)
    return (
      <div className="wrap client-gallery__more">
        <Link
          className="btn btn--line"
          to={paths.clientGallery(gallery.id, { page: more.next })}
          ref={more.mark}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            more.ask()
          }}
        >
          {more.isComing ? 'Loading more…' : `Show the next ${following}`}
        </Link>
        <p className="small ink2" role="status">
          {more.isLost
            ? 'You’re offline. More photos will load when you reconnect.'
            : `Photo ${more.photos.at(-1)?.number ?? 0} of ${countLabel(total)}`}
        </p>
      </div>
    )
  }
  return (
    <div className="wrap client-gallery__end">
      {total === 0 ? null : (
        <p className="t2">{total === 1 ? 'That’s your photo.' : `That’s all ${photoCount(total)}.`}</p>
      )}
      <p className="ink2 measure">
        {lastDay ? `Your gallery is open until ${lastDay}. ` : null}
        {total === 0 ? 'Questions?' : 'Questions, or something missing?'}{' '}
        <Link className="txt" to={paths.contact({ subject: 'My gallery' })}>
          Contact {studioName}
        </Link>
        .
      </p>
    </div>
  )
}
