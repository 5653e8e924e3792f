import { useEffect, useState, useSyncExternalStore } from 'react'
import { studioPaths } from '~/ui/studio/studio-paths'
import { type QueueSnapshot, queueOf, type UploadQueue } from './upload-queue'

const NOTHING: QueueSnapshot = { files: [], isPaused: false, isOffline: false, speed: 0 }

/** The files that this page is bringing to a gallery; no queue until the page is alive. */
export function useUploads(galleryId: string): { queue: UploadQueue | undefined; shown: QueueSnapshot } {
  const [queue, setQueue] = useState<UploadQueue>()
  useEffect(() => {
    setQueue(
      queueOf(galleryId, {
        uploads: studioPaths.galleryUploads(galleryId),
        known: studioPaths.galleryUploadsKnown(galleryId),
      }),
    )
  }, [galleryId])
  const shown = useSyncExternalStore(queue?.subscribe ?? never, queue?.snapshot ?? nothing, nothing)
  return { queue, shown }
}

const never = () => () => {}
const nothing = () => NOTHING
