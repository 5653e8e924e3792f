import { Form } from 'react-router'
import { NextPage } from '~/ui/studio/next-page'
import { studioPaths } from '~/ui/studio/studio-paths'
import { type CleanupStop, type QuarantinedPhoto, type QuarantinePage, stopSentence } from '../model'

/** Photos without a row, each with its deletion day and a button to restore it. */
export function QuarantineList({ photos, total, next }: QuarantinePage) {
  if (total === 0)
    return (
      <div className="empty">
        <p>
          Nothing is in quarantine. Originals that no photo in your library uses, and uploads that never
          reached a gallery, show up here for 30 days.
        </p>
      </div>
    )
  return (
    <>
      <p className="ink2 pquar">
        {total === 1 ? '1 photo' : `${total.toLocaleString('en-US')} photos`} that your library doesn’t use.
        Restore the ones you want to keep. We’ll delete the others for good on the date shown.
      </p>
      <ul className="plib">
        {photos.map((photo) => (
          <QuarantinedFrame key={photo.photo} {...photo} />
        ))}
      </ul>
      <NextPage to={next === null ? null : studioPaths.quarantine({ page: String(next) })} />
    </>
  )
}

function QuarantinedFrame({ photo, name, files, moved, until }: QuarantinedPhoto) {
  return (
    <li>
      <img className="pquar__i" src={studioPaths.quarantinePreview(photo)} alt="" loading="lazy" />
      <span className="plib__t">{name}</span>
      <div className="plib__n">
        <span>{files}</span>
        <span>Moved on {moved}</span>
        <span className="plib__w">Deleted for good on {until}</span>
        <Form method="post">
          <input type="hidden" name="photo" value={photo} />
          <button type="submit" className="btn btn--line" name="intent" value="restore">
            Restore photo<span className="vh">: {name}</span>
          </button>
        </Form>
      </div>
    </li>
  )
}

/** Stopped cleanups, and what the owner can do. */
export function StoppedCleanups({ stops, isOwner }: { stops: CleanupStop[]; isOwner: boolean }) {
  return stops.map((stop) => (
    <section key={stop.prefix} className="note note--stop pnote" aria-label="Stopped cleanup">
      <div>
        <p>
          <strong>Cleanup stopped.</strong> {stopSentence(stop)}
        </p>
        {stop.what === 'quarantine' ? (
          <p>Restore the photos you want to keep first. You can’t undo deleting the rest.</p>
        ) : (
          <p>
            Did someone restore an older database, or replace the data folder? Put the right one back, then
            check again.{' '}
            {stop.what === 'uploads'
              ? 'If you don’t need these files, move them.'
              : 'If these photos were removed on purpose, move them.'}{' '}
            You can restore them for 30 days.
          </p>
        )}
        {stop.isAnswered ? <p>Cleanup will run again in a moment.</p> : null}
      </div>
      {isOwner && !stop.isAnswered ? (
        <Form method="post" className="st-act">
          <input type="hidden" name="files" value={stop.prefix} />
          <input type="hidden" name="found" value={stop.found} />
          {stop.what === 'quarantine' ? null : (
            <button type="submit" className="btn" name="intent" value="check-again">
              Check again
            </button>
          )}
          <button type="submit" className="btn btn--line" name="intent" value="allow">
            {stop.what === 'quarantine' ? 'Delete' : 'Move'} {stop.found.toLocaleString('en-US')} files
          </button>
        </Form>
      ) : null}
    </section>
  ))
}
