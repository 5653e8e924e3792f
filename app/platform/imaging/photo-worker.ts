/**
 * A process of its own that decodes what strangers and cameras made: when a decoder crashes, hangs or
 * takes too much memory, this process ends and the server goes on. Node runs this file as it stands.
 */
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { inspectPhoto } from './inspect-photo.ts'
import { OUT_OF_MEMORY_EXIT } from './limits.ts'
import type { WorkerReply, WorkerRequest } from './protocol.ts'
import { renderPhoto } from './render-photo.ts'

const MEMORY_CHECK_MS = 100

// Visitors' pages go before photographs, also on a server with one core.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// As many processes run as there are cores: threads within one would only contend.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadTiffFile',
  ],
})

process.on('message', async (request: WorkerRequest) => {
  const watch = setInterval(() => endAbove(request.memoryLimitMb), MEMORY_CHECK_MS)
  const reply = await answer(request)
  clearInterval(watch)
  process.send?.(reply)
})

// The server is gone: nobody waits for the answer.
process.on('disconnect', () => process.exit(0))

function endAbove(limitMb: number): void {
  if (process.memoryUsage.rss() > limitMb * 1024 * 1024) process.exit(OUT_OF_MEMORY_EXIT)
}

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    const { id } = request
    if (request.kind === 'inspect') return { id, outcome: await inspectPhoto(request.file) }
    return { id, outcome: await renderPhoto(request.file, request.widths, request.credit) }
  } catch (error) {
    return { id: request.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
