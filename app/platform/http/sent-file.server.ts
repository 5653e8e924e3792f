import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { StoredFile } from '../storage/storage.server'
import { attachment } from './download.server'

/** A file that is sent while it is made, so that memory use stays small. */
export function sentFile(
  pieces: AsyncGenerator<string | Uint8Array>,
  { fileName, type }: { fileName: string; type: string },
): Response {
  const encoder = new TextEncoder()
  const bytes = new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
  return new Response(bytes, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

export const csvResponse = (pieces: AsyncGenerator<string>, fileName: string): Response =>
  sentFile(pieces, { fileName, type: 'text/csv; charset=utf-8' })

/** A PDF for one person. */
export const pdfResponse = (pdf: Uint8Array, fileName: string): Response =>
  new Response(Buffer.from(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(pdf.length),
      'Content-Disposition': attachment(fileName),
      'Cache-Control': 'private, no-store',
    },
  })

/** A stored file for one person, as a download. */
export const storedFile = ({
  file,
  name,
  type,
}: {
  file: StoredFile
  name: string
  type: string
}): Response =>
  new Response(Readable.toWeb(file.stream()) as NodeStream as BodyInit, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(file.size),
      'Content-Disposition': attachment(name),
      'Cache-Control': 'private, no-store',
    },
  })
