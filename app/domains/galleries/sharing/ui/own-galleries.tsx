import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { ButtonLink } from '~/ui/button-link'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import type { OwnGallery } from '../model'

/** The signed-in client's galleries, each with some of its photos. */
export const OwnGalleries = ({ galleries }: { galleries: OwnGallery[] }) =>
  galleries.map((gallery, at) => (
    <article className="dlv" key={gallery.id} aria-labelledby={`gallery-${gallery.id}`}>
      <div className="dlv__h">
        {gallery.dateline ? <p className="edge pt">{gallery.dateline}</p> : null}
        <h3 className="t1" id={`gallery-${gallery.id}`}>
          {gallery.title}
        </h3>
        {gallery.asked ? <p className="lede">{gallery.asked}</p> : null}
        <p className="ui ink2">{gallery.about}</p>
        {gallery.submitted.map(({ list, label }) => (
          <p className="ui" key={list}>
            <Link className="txt" to={paths.favorites(gallery.id, { list })}>
              {label}
            </Link>
          </p>
        ))}
        <div className="dlv__a">
          {gallery.isOpen ? (
            <>
              <ButtonLink to={paths.clientGallery(gallery.id)} variant={at === 0 ? 'ink' : 'line'}>
                <span>
                  Open gallery<span className="vh">: {gallery.title}</span>
                </span>
              </ButtonLink>
              {gallery.canDownload ? (
                <ButtonLink to={paths.clientGalleryDownloads(gallery.id)} variant="line">
                  <Icon name="download" small />
                  <span>
                    Download<span className="vh">: {gallery.title}</span>
                  </span>
                </ButtonLink>
              ) : null}
            </>
          ) : (
            <ButtonLink to={paths.contact({ subject: 'Please reopen my gallery' })} variant="line">
              Ask to reopen it
            </ButtonLink>
          )}
        </div>
      </div>
      <Photos gallery={gallery} />
    </article>
  ))

/** The cover with some of the other photos below it, or beside it if it is upright. */
function Photos({ gallery }: { gallery: OwnGallery }) {
  const { cover, strip, isLocked } = gallery
  if (cover && isLocked) return <LockedCover cover={cover} />
  if (cover && isUpright(cover) && strip.length > 0) return <UprightCover cover={cover} strip={strip} />
  return (
    <ul className="dlv__g" aria-hidden="true">
      {cover ? (
        <li className={gallery.isProofing ? 'dlv__c dlv__c--whole' : 'dlv__c'}>
          <Picture photo={cover} ratio="3/2" sizes="(min-width: 64rem) 60vw, 90vw" alt="" />
        </li>
      ) : null}
      <Strip photos={strip} />
      {gallery.isUndeveloped
        ? UNDEVELOPED.map((ratio, before) => (
            <li key={ratio} className="dlv__u" style={{ '--ar': ratio } as CSSProperties}>
              <span className="edge pt">{before + 1}</span>
            </li>
          ))
        : null}
    </ul>
  )
}

/** A blur of the cover, since its photos need a PIN. */
const LockedCover = ({ cover }: { cover: PhotoView }) => (
  <div className="dlv__g dlv__locked" aria-hidden="true">
    <Picture photo={cover} ratio="3/2" sizes="90vw" alt="" />
  </div>
)

function UprightCover({ cover, strip }: { cover: PhotoView; strip: PhotoView[] }) {
  const column = 1 / strip.reduce((sum, photo) => sum + 1 / ratioOf(photo), 0)
  const shape = { '--ar': ratioOf(cover), '--column': column, '--gaps': strip.length - 1 } as CSSProperties
  return (
    <ul className="dlv__g dlv__g--tall" aria-hidden="true">
      <li className="dlv__c" style={shape}>
        <Picture photo={cover} sizes="(min-width: 64rem) 31vw, 66vw" alt="" isWhole />
      </li>
      <li className="dlv__beside">
        <ul>
          <Strip photos={strip} />
        </ul>
      </li>
    </ul>
  )
}

const Strip = ({ photos }: { photos: PhotoView[] }) =>
  photos.map((photo) => (
    <li key={photo.id} style={{ '--ar': ratioOf(photo) } as CSSProperties}>
      <Picture photo={photo} sizes="(min-width: 64rem) 15vw, 22vw" alt="" />
    </li>
  ))

const ratioOf = ({ width, height }: PhotoView): number => width / height

const isUpright = (photo: PhotoView): boolean => ratioOf(photo) < 1

/** Aspect ratios of placeholders for photos that aren't there yet. */
const UNDEVELOPED = [1.5, 0.8, 1, 1.49]
