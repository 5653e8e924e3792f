/**
 * A separate process that decodes untrusted files: when a decoder crashes, hangs or uses too much memory,
 * only this process ends. Node runs the TypeScript file directly.
 */

import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import sharp from 'sharp'
import { cutTiles } from './cut-tiles.ts'
import { makeDownloadSizes } from './download-sizes.ts'
import { examinePhoto } from './examine-photo.ts'
import { inspectPhoto } from './inspect-photo.ts'
import type { WorkerReply, WorkerRequest } from './protocol.ts'
import { renderCard } from './render-card.ts'
import { drawInitialsIcons, renderLogo } from './render-logo.ts'
import { renderPhoto } from './render-photo.ts'

/** In milliseconds. A decoder can take two gigabytes in a second. */
const MEMORY_CHECK_MS = 25
const PATIENCE_MS = 500

lowerPriority()
// There are as many processes as cores, so threads within one would only compete.
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
    // SVG is only loaded if generated here, never from files.
    'VipsForeignLoadSvgBuffer',
    'VipsForeignLoadPngBuffer',
  ],
})

process.on('message', async (request: WorkerRequest) => {
  const limit = request.memoryLimitMb * 1024 * 1024
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() <= limit) return
    clearInterval(watch)
    // The server ends this process. If it is too busy, the process ends itself.
    process.send?.({ id: request.id, outOfMemory: true } satisfies WorkerReply)
    setTimeout(endNow, PATIENCE_MS)
  }, MEMORY_CHECK_MS)
  const reply = await answer(request)
  clearInterval(watch)
  process.send?.(reply)
})

// The server has exited.
process.on('disconnect', endNow)

/** `process.exit` would wait for the decoder, which keeps taking memory. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    const { id } = request
    if (request.kind === 'inspect') return { id, outcome: await inspectPhoto(request.file, request) }
    if (request.kind === 'examine') return { id, outcome: await examinePhoto(request.file) }
    if (request.kind === 'logo') return { id, outcome: await renderLogo(request.file, request.logo) }
    if (request.kind === 'letters') return { id, outcome: await drawInitialsIcons(request.letters) }
    if (request.kind === 'card') return { id, outcome: await renderCard(request.file, request.card) }
    if (request.kind === 'tiles') return { id, outcome: await cutTiles(request.file, request.folder) }
    if (request.kind === 'download-sizes')
      return { id, outcome: await makeDownloadSizes(request.file, request.sizes, request.credit) }
    return { id, outcome: await renderPhoto(request.file, request.widths, request.credit, request.overlay) }
  } catch (error) {
    return { id: request.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/**
 * Lowers the priority of photo work, so that pages are faster, also on one core. On Linux each thread has its
 * own priority, inherited from its creator, so existing ones are changed one by one.
 */
function lowerPriority(): void {
  const lowest = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
  setPriority(lowest)
  for (const thread of ownThreads())
    try {
      setPriority(thread, lowest)
    } catch {
      // The process has ended.
    }
}

function ownThreads(): number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : []
}
