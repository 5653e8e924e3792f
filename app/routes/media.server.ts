import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openGallery } from '~/domains/galleries/access/operations.server'
import { readClientGalleryMedia } from '~/domains/galleries/client-gallery/model'
import { openClientGalleryPicture } from '~/domains/galleries/client-gallery/operations.server'
import { type OpenRendition, openRendition } from '~/domains/photos/operations.server'
import { type Finished, finish } from '~/platform/http/finished.server'
import { isStudio } from '~/platform/http/guard.server'
import { byteRange, matchesEtag, requestedRange } from '~/platform/http/headers'
import { answerCached, type PageCache, type Rendered } from '~/platform/http/page-cache.server'
import type { RequestScope } from '~/platform/http/scope.server'
import { type HeaderConfig, missingHeaders } from '~/platform/http/security-headers.server'

const ADDRESS = /^\/media\/([0-9a-f]{20})\/([1-9][0-9]{0,4})\.(avif|jpg)$/
const TYPES = { avif: 'image/avif', jpg: 'image/jpeg' }

type Deps = Parameters<typeof openRendition>[0] & {
  actorOf: (request: Request) => Promise<RequestScope['actor']>
}

type PublicConfig = HeaderConfig & Pick<RequestScope['config'], 'mediaUrl'>

type PublicDeps = Deps & { config: PublicConfig; pageCache: PageCache | undefined }

/** Maximum size in bytes of a photo in the memory cache. A rendition of 1,800 pixels takes about half of it. */
const LARGEST_KEPT = 512 * 1024

/**
 * Serves `/media/{media}/{width}.{avif|jpg}`. The content at such an address never changes. Unpublished
 * photos are served to the Studio only. Clients get the photos of their galleries at the gallery's addresses.
 */
export async function serveMedia(deps: PublicDeps, request: Request, pathname: string): Promise<Response> {
  const [, media, width, format] = ADDRESS.exec(pathname) ?? []
  if (!media || !width || (format !== 'avif' && format !== 'jpg')) return notFound()
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed()
  const load = async (): Promise<Rendered> => {
    const rendition = await openRendition(deps, { media, width: Number(width), format })
    if (!rendition) return notFound()
    if (!rendition.isPublished && !isStudio(await deps.actorOf(request))) return notFound()
    if (!rendition.isPublished || rendition.bytes > LARGEST_KEPT)
      return await sendPicture(
        request,
        rendition,
        format,
        rendition.isPublished ? forEveryone(deps.config) : FOR_ONE,
      )
    const page = await readPicture(deps.config, pathname, rendition, format)
    return page ? { page, validUntil: Number.POSITIVE_INFINITY } : notFound()
  }
  return await answerCached(deps.pageCache, pathname, request, load)
}

async function readPicture(
  config: PublicConfig,
  path: string,
  picture: Picture,
  format: 'avif' | 'jpg',
): Promise<Finished | undefined> {
  const file = await picture.open()
  if (!file || file.size !== picture.bytes) return undefined
  const own = new Headers({ 'Content-Type': TYPES[format], ...forEveryone(config) })
  return finish({
    headers: [...own, ...missingHeaders(config, path, own)],
    tag: tagOf(picture),
    bodies: { identity: new Uint8Array(await buffer(file.stream())) },
    hasRanges: true,
  })
}

const tagOf = ({ sha256 }: Picture): string => sha256.slice(0, 32)

type GalleryDeps = Deps & Omit<Parameters<typeof openGallery>[0], 'actor'>

/**
 * Serves `/download/{gallery}/media/{item}/{width}.{avif|jpg}`, also below the name of a watermark: an image
 * of a client gallery, for people with access. Everyone else gets the same 404 as for an unknown address.
 */
export async function serveGalleryMedia(
  deps: GalleryDeps,
  request: Request,
  pathname: string,
): Promise<Response> {
  const target = readClientGalleryMedia(pathname)
  if (!target) return notFound()
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed()
  const opened = await openGallery({ ...deps, actor: await deps.actorOf(request) }, request, target.galleryId)
  if (!opened.ok) return notFound()
  const picture = await openClientGalleryPicture(deps, opened.access.gallery, target)
  return picture ? await sendPicture(request, picture, target.format, FOR_ONE) : notFound()
}

type Picture = Omit<OpenRendition, 'isPublished'>

async function sendPicture(
  request: Request,
  picture: Picture,
  format: 'avif' | 'jpg',
  caching: Record<string, string>,
): Promise<Response> {
  const etag = `"${tagOf(picture)}"`
  const headers = new Headers({
    'Content-Type': TYPES[format],
    ...caching,
    'Accept-Ranges': 'bytes',
    ETag: etag,
  })
  const { headers: received } = request
  if (matchesEtag(received.get('If-None-Match') ?? undefined, etag))
    return new Response(null, { status: 304, headers })

  const range = byteRange(
    requestedRange(received.get('Range'), received.get('If-Range'), etag),
    picture.bytes,
  )
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${picture.bytes}`)
    headers.set('Cache-Control', 'no-store')
    headers.delete('Content-Type')
    return new Response(null, { status: 416, headers })
  }
  const file = await picture.open(range)
  if (!file || file.size !== picture.bytes) return notFound()
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : file.size))
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
  const body = request.method === 'HEAD' ? null : (Readable.toWeb(file.stream()) as ReadableStream)
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** A CDN asks again every hour, since a photo can be unpublished. */
const forEveryone = ({ mediaUrl }: PublicConfig) => ({
  'Cache-Control': `public, max-age=31536000${mediaUrl ? ', s-maxage=3600' : ''}, immutable`,
})
const FOR_ONE = { 'Cache-Control': 'private, max-age=86400, immutable', Vary: 'Cookie' }

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

const notFound = () => new Response('We can’t find that photo.\n', { status: 404, headers: PLAIN })

const notAllowed = () =>
  new Response('Photos can only be read.\n', { status: 405, headers: { ...PLAIN, Allow: 'GET, HEAD' } })
