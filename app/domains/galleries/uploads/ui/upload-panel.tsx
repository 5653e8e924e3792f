import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import type { UploadProgress } from '../model'
import { DropPlace } from './drop-place'
import { RefusedFiles } from './refused-files'
import { UnfinishedFiles } from './unfinished-files'
import { UploadForm } from './upload-form'
import { UploadList } from './upload-list'
import { useUploads } from './use-uploads'

/** How often the page looks for what has arrived, in milliseconds. */
const LOOK_EVERY = 1_200

interface UploadPanelProps {
  galleryId: string
  progress: UploadProgress
  /** Clients see what arrives at once. */
  isOpenToClients?: boolean
}

/** Brings photographs into a gallery: dropped or chosen, in folders or alone; without script through a form. */
export function UploadPanel({ galleryId, progress, isOpenToClients = false }: UploadPanelProps) {
  const isAlive = useHydrated()
  const { queue, shown } = useUploads(galleryId)
  const { files, isPaused } = shown
  const isComing = !isPaused && files.some(({ state }) => state === 'waiting' || state === 'sending')
  const isDeveloping = progress.developed + progress.failed < progress.total
  useRefresh(isComing || progress.arrived > 0 || isDeveloping, LOOK_EVERY)
  useRefreshAfter(files.filter(({ state }) => state === 'there' || state === 'sent').length)
  return (
    <section className="upt" aria-label="Upload">
      {isAlive && queue ? (
        <DropPlace queue={queue} isOpenToClients={isOpenToClients} />
      ) : (
        <UploadForm action={studioPaths.galleryUploads(galleryId)} />
      )}
      {queue && files.length > 0 ? <UploadList queue={queue} shown={shown} /> : null}
      <UnfinishedFiles galleryId={galleryId} progress={progress} files={files} />
      <RefusedFiles galleryId={galleryId} refused={progress.refused} />
      <Developing progress={progress} />
    </section>
  )
}

/** The last file of a drop may be in the gallery already when the queue hears of it: the page looks once more. */
function useRefreshAfter(done: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (done > 0) void revalidate()
  }, [done, revalidate])
}

/** How many photographs have all their sizes. */
function Developing({ progress: { total, developed, failed, arrived } }: { progress: UploadProgress }) {
  const waiting = total - developed - failed
  if (waiting === 0 && arrived === 0) return null
  return (
    <div className="updev" role="status">
      <span>
        {developed} of {total + arrived} processed
      </span>
      <span
        className="prog"
        style={{ '--v': `${(100 * developed) / Math.max(1, total + arrived)}%` } as React.CSSProperties}
        aria-hidden="true"
      />
    </div>
  )
}
