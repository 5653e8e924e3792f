import { type GalleryAccess, readDownloadSize } from '~/domains/galleries/access/model'
import { openGallery } from '~/domains/galleries/access/operations.server'
import { readArchiveName } from '~/domains/galleries/downloads/model'
import {
  type Download,
  isIntact,
  openDownload,
  prepareDownload,
} from '~/domains/galleries/downloads/operations.server'
import { sendDownload } from '~/domains/galleries/downloads/receipts.server'
import { answerDownload } from '~/platform/http/download.server'
import { requireOpened } from '~/platform/http/guard.server'
import { byteRange, requestedRange } from '~/platform/http/headers'
import { plainPage } from '~/platform/http/plain-page.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { sendBytes } from '~/platform/http/sent-body.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/fetch'

/**
 * A photo (`…/file/{item}/{size}`) or an archive (`…/archive/{everything, set-{id} or list-{id}}/{size}.zip`)
 * of a client gallery. Supports range requests.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const back = wayBack(params.gallery)
  const target = readTarget(params)
  if (!target) return nothing()
  const opened = await openGallery(at, request, params.gallery)
  if (!opened.ok)
    switch (opened.reason) {
      case 'none':
        return nothing()
      case 'signed-out':
        // A download manager that resumes a download would append the login page to the file.
        return isRangeRequest(request)
          ? plainPage(401, 'Sign in or open your link again to continue this download.')
          : requireOpened({ ok: false, reason: opened.reason }, context, request)
      case 'over':
        return plainPage(404, 'This gallery is closed. Ask us to reopen it.', {}, back)
      case 'needs-pin':
        return plainPage(
          403,
          'This gallery needs a PIN. Open the gallery first, then download again.',
          {},
          back,
        )
    }
  const prepared = await prepareDownload(at, opened.access, target)
  if (prepared.ok) return answer(at, request, opened.access, prepared.download)
  switch (prepared.reason) {
    case 'none':
      return nothing()
    case 'not-ready':
      return plainPage(
        503,
        `We’re getting these photos ready. ${prepared.ready} of ${prepared.photos} are done. Please try again in a few minutes.`,
        { 'Retry-After': '60' },
        back,
      )
  }
}

type Params = Route.LoaderArgs['params']

function readTarget(params: Params) {
  if (params.item !== undefined) {
    const size = readDownloadSize(params.size)
    return size && { wanted: { what: 'photo' as const, of: params.item }, size }
  }
  const wanted = readArchiveName(params.what)
  const size = params.file.endsWith('.zip')
    ? readDownloadSize(params.file.slice(0, -'.zip'.length))
    : undefined
  return wanted && size && { wanted, size }
}

const isRangeRequest = (request: Request) => request.headers.has('Range')

const wayBack = (galleryId: string) => [{ to: paths.clientGallery(galleryId), label: 'Back to gallery' }]

const nothing = () => plainPage(404, 'We can’t find that download.')

async function answer(at: RequestScope, request: Request, access: GalleryAccess, download: Download) {
  const range = byteRange(
    requestedRange(request.headers.get('Range'), request.headers.get('If-Range'), download.etag),
    download.bytes,
  )
  if (range === 'unsatisfiable') return answerDownload(at, request, download, range, () => async () => {})
  const span = range ?? { start: 0, end: download.bytes - 1 }
  const source = openDownload(at, download, span)
  let isSent = false
  let isBegun = false
  // The client may be gone before anything is sent.
  request.signal.addEventListener('abort', () => isBegun || void source.close())
  try {
    if (!(await isIntact(at, { galleryId: access.gallery.id, download, span, source })))
      return plainPage(
        503,
        'This download couldn’t be completed because a file is damaged. We’ve been notified. Please try again later.',
        {},
        wayBack(access.gallery.id),
      )
    return answerDownload(at, request, download, range, () => {
      isSent = request.method === 'GET'
      return async (outgoing) => {
        if (request.signal.aborted) return await source.close()
        isBegun = true
        await sendDownload(at, { access, download, span, source }, (onTaken) =>
          sendBytes(outgoing, source, onTaken),
        )
      }
    })
  } finally {
    if (!isSent || request.signal.aborted) await source.close()
  }
}
