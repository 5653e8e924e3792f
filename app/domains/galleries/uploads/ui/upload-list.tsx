import { StudioIcon } from '~/ui/studio/studio-icon'
import { megabytes, timeLeft } from '../upload-labels'
import { FileThumb } from './file-thumb'
import type { QueuedFile, QueueSnapshot, UploadQueue } from './upload-queue'

/** Failed files are many when a site is away: the first tell enough. */
const FAILED_SHOWN = 20

interface UploadListProps {
  queue: UploadQueue
  shown: QueueSnapshot
}

/** All files together, then those that are on their way, then those that failed. */
export function UploadList({ queue, shown }: UploadListProps) {
  const { files, isPaused } = shown
  const sending = files.filter(({ state }) => state === 'sending')
  const failed = files.filter(({ state }) => state === 'failed')
  const isBusy = files.some(({ state }) => state === 'waiting' || state === 'sending')
  return (
    <>
      <Summary shown={shown}>
        {isBusy ? (
          <button
            type="button"
            className="btn btn--quiet"
            onClick={() => (isPaused ? queue.resume() : queue.pause())}
          >
            {isPaused ? 'Go on' : 'Pause'}
          </button>
        ) : null}
        {failed.length > 0 ? (
          <button type="button" className="btn btn--quiet" onClick={() => queue.retryAll()}>
            Try all again
          </button>
        ) : null}
        {!isBusy ? (
          <button type="button" className="btn btn--quiet" onClick={() => queue.clear()}>
            Hide
          </button>
        ) : null}
      </Summary>
      <ul className="upt__l">
        {[...sending, ...failed.slice(0, FAILED_SHOWN)].map((each) => (
          <FileRow key={each.id} queued={each} queue={queue} />
        ))}
      </ul>
    </>
  )
}

function Summary({ shown, children }: { shown: QueueSnapshot; children: React.ReactNode }) {
  const { files, isPaused, isOffline, speed } = shown
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  const sent = files.reduce((sum, each) => sum + each.sent, 0)
  const done = files.filter(({ state }) => state === 'sent' || state === 'there').length
  const there = files.filter(({ state }) => state === 'there').length
  const isBusy = files.some(({ state }) => state === 'waiting' || state === 'sending')
  return (
    <>
      <div className="upt__s">
        <strong role="status">{headline()}</strong>
        <span>
          {megabytes(sent)} of {megabytes(total)}
          {isBusy && !isPaused && !isOffline && speed > 0 ? `, ${timeLeft((total - sent) / speed)}` : ''}
          {there > 0 ? `; ${there} there already` : ''}
        </span>
        <span className="sp" />
        {children}
      </div>
      <div
        className="prog prog--mark"
        role="progressbar"
        aria-label="All files"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor((100 * sent) / Math.max(1, total))}
        style={{ '--v': `${(100 * sent) / Math.max(1, total)}%` } as React.CSSProperties}
      />
    </>
  )

  function headline(): string {
    if (!isBusy) return `${done} of ${files.length} uploaded`
    if (isPaused) return `Paused, ${done} of ${files.length} uploaded`
    if (isOffline) return 'The connection is lost. It goes on by itself.'
    return `Uploading ${Math.min(files.length, done + 1)} of ${files.length}`
  }
}

function FileRow({ queued, queue }: { queued: QueuedFile; queue: UploadQueue }) {
  const { id, file, name, folder, sent, state, sentence } = queued
  const percent = Math.floor((100 * sent) / Math.max(1, file.size))
  const isFailed = state === 'failed'
  return (
    <li className="upt__r">
      <FileThumb file={file} />
      <span className="mono" title={folder === '' ? name : `${folder}/${name}`}>
        {name}
      </span>
      <span
        className={isFailed ? 'prog prog--stop' : 'prog'}
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        style={{ '--v': isFailed ? '100%' : `${percent}%` } as React.CSSProperties}
      />
      <span className={isFailed ? 'upt__f' : undefined}>{isFailed ? 'Failed' : `${percent}%`}</span>
      <span className="upt__b">
        {isFailed ? (
          <button
            type="button"
            className="btn btn--quiet btn--icon"
            aria-label={`Try ${name} again`}
            onClick={() => queue.retry(id)}
          >
            <StudioIcon name="again" small />
          </button>
        ) : null}
        <button
          type="button"
          className="btn btn--quiet btn--icon"
          aria-label={`Leave ${name} out`}
          onClick={() => queue.cancel(id)}
        >
          <StudioIcon name="close" small />
        </button>
      </span>
      {sentence ? <p className="upt__w">{sentence}</p> : null}
    </li>
  )
}
