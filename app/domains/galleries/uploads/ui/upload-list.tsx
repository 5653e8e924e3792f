import { useEffect, useState } from 'react'
import { StudioIcon } from '~/ui/studio/studio-icon'
import { megabytes, timeLeft } from '../upload-files'
import type { QueuedFile, QueueSnapshot, UploadQueue } from './upload-queue'

/** Maximum failed files listed, since an outage affects many. */
const FAILED_SHOWN = 20
/** Maximum waiting files listed. */
const WAITING_SHOWN = 3

interface UploadListProps {
  queue: UploadQueue
  shown: QueueSnapshot
}

/** The overall progress, then files being uploaded, failed ones, and the next ones. */
export function UploadList({ queue, shown }: UploadListProps) {
  const { files, isPaused } = shown
  const begun = files.filter(({ state, sent }) => state === 'sending' || (state === 'waiting' && sent > 0))
  const waiting = files.filter(({ state, sent }) => state === 'waiting' && sent === 0)
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
            {isPaused ? 'Resume' : 'Pause'}
          </button>
        ) : null}
        {failed.length > 0 ? (
          <button type="button" className="btn btn--quiet" onClick={() => queue.retryAll()}>
            Retry all
          </button>
        ) : null}
        {!isBusy ? (
          <button
            type="button"
            className="btn btn--quiet"
            onClick={(event) => {
              // The button disappears, so the focus moves to the button for selecting more.
              event.currentTarget.closest('.upt')?.querySelector<HTMLElement>('.updrop button')?.focus()
              queue.clear()
            }}
          >
            Hide
          </button>
        ) : null}
      </Summary>
      <ul className="upt__l">
        {[...begun, ...failed.slice(0, FAILED_SHOWN), ...waiting.slice(0, WAITING_SHOWN)].map((each) => (
          <FileRow key={each.id} queued={each} queue={queue} />
        ))}
      </ul>
      <Rest failed={failed.length - FAILED_SHOWN} waiting={waiting.length - WAITING_SHOWN} />
    </>
  )
}

/** The number of files that aren't listed. */
function Rest({ failed, waiting }: { failed: number; waiting: number }) {
  const parts = [
    ...(failed > 0 ? [`${failed} more failed`] : []),
    ...(waiting > 0 ? [`${waiting} more ${waiting === 1 ? 'waits' : 'wait'}`] : []),
  ]
  return parts.length > 0 ? <p className="upt__rest">And {parts.join(', ')}.</p> : null
}

function Summary({ shown, children }: { shown: QueueSnapshot; children: React.ReactNode }) {
  const { files, isPaused, isOffline, speed } = shown
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  const sent = files.reduce((sum, each) => sum + each.sent, 0)
  const done = files.filter(({ state }) => state === 'sent' || state === 'there').length
  const there = files.filter(({ state }) => state === 'there').length
  const failed = files.filter(({ state }) => state === 'failed').length
  const isBusy = files.some(({ state }) => state === 'waiting' || state === 'sending')
  return (
    <>
      <div className="upt__s">
        <strong role="status">{headline()}</strong>
        <span>
          {megabytes(sent)} of {megabytes(total)}
          {isBusy && !isPaused && !isOffline && speed > 0 ? `, ${timeLeft((total - sent) / speed)}` : ''}
          {there > 0 ? `; ${there} already there` : ''}
          {failed > 0 ? `; ${failed} failed` : ''}
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
    if (isOffline) return 'Connection lost. The upload resumes automatically.'
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
      <span className={isFailed ? 'upt__f' : undefined}>{standing()}</span>
      <span className="upt__b">
        {isFailed ? (
          <button
            type="button"
            className="btn btn--quiet btn--icon"
            aria-label={`Retry ${name}`}
            onClick={() => queue.retry(id)}
          >
            <StudioIcon name="again" small />
          </button>
        ) : null}
        <button
          type="button"
          className="btn btn--quiet btn--icon"
          aria-label={`Skip ${name}`}
          onClick={({ currentTarget }) => {
            const row = currentTarget.closest('li')
            const beside = row?.nextElementSibling ?? row?.previousElementSibling
            const place = beside ?? currentTarget.closest('.upt')?.querySelector('.updrop')
            place?.querySelector<HTMLElement>(beside ? '.upt__b > :last-child' : 'button')?.focus()
            queue.cancel(id)
          }}
        >
          <StudioIcon name="close" small />
        </button>
      </span>
      {sentence ? <p className="upt__w">{sentence}</p> : null}
    </li>
  )

  function standing(): string {
    if (isFailed) return 'Failed'
    return state === 'waiting' && sent === 0 ? 'Waiting' : `${percent}%`
  }
}

/** A thumbnail made in the browser from the file itself. */
export function FileThumb({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return <span className="upthumb">{address ? <img src={address} alt="" decoding="async" /> : null}</span>
}
