import { Form } from 'react-router'
import { type CleanupStop, stopSentence } from '../stopping/model'

/** Cleanups that took nothing because it would have been too much, and what the owner can do. */
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
