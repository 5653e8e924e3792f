import { randomUUID } from 'node:crypto'
import {
  FORM_WITH_FILES_BYTES,
  isPeopleAnswer,
  type PeopleAnswer,
  WEBSITE_GALLERY,
} from '~/domains/galleries/uploads/model'
import {
  beginUpload,
  bringFile,
  endsUploadsOf,
  findUpload,
  finishUpload,
  giveUpUpload,
  leaseUpload,
  MOST_BYTES,
  mayGiveUp,
  type UploadDeps,
  type UploadStarted,
  uploadedFiles,
} from '~/domains/galleries/uploads/operations.server'
import { websiteGallery } from '~/domains/galleries/uploads/website.server'
import { readBody } from '~/platform/http/body.server'
import { isStudio } from '~/platform/http/guard.server'
import { type Part, readParts } from '~/platform/http/multipart'
import { plainPage } from '~/platform/http/plain-page.server'
import { type Announced, resumableUploads } from '~/platform/http/resumable-uploads.server'
import type { RequestScope } from '~/platform/http/scope.server'
import { readUploadPath } from '~/platform/http/special-paths'
import { studioPaths } from '~/ui/studio/studio-paths'

type Actor = RequestScope['actor']
type Person = Extract<Actor, { kind: 'person' }>
type Deps = UploadDeps & { actorOf: (request: Request) => Promise<Actor> }

const STATUS = { 'no-gallery': 404, 'too-large': 413, 'too-many': 429, 'disk-full': 507 } as const

/**
 * Handles file uploads to a gallery: tus, and multipart forms where no script runs. All other requests at
 * these addresses go to React Router, including forms from people who may not upload.
 */
export function takeGalleryUploads(deps: Deps) {
  const resume = resumableUploads<{ path: string; galleryId: string; author: Person }>({
    files: uploadedFiles(deps),
    maxBytes: MOST_BYTES,
    announce: async ({ galleryId, author }, upload) =>
      announced(await beginUpload({ ...deps, author }, { galleryId, ...upload })),
    find: async (id) => {
      const found = await findUpload(deps, id)
      return found && { ...found, path: studioPaths.galleryUploads(found.galleryId) }
    },
    finish: (id) => finishUpload(deps, id),
    mayGiveUp: ({ author }, id) => mayGiveUp(deps, { id, author }),
    takeLease: (id, asked) => leaseUpload(deps, id, asked),
    giveUp: ({ galleryId, author }, id) => giveUpUpload(deps, { id, galleryId, by: endsUploadsOf(author) }),
    onError: (error, what) => deps.log.error({ err: error }, what),
  })

  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const address = readUploadPath(pathname)
    const isForm =
      request.method === 'POST' && /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')
    if (!address || (!isForm && !isOfProtocol(request))) return undefined
    const actor = await deps.actorOf(request)
    const author = actor.kind === 'person' && isStudio(actor) ? actor : undefined
    if (!author) return isForm ? undefined : refuseUpload(actor)
    const forWebsite = address.gallery === WEBSITE_GALLERY && request.method === 'POST'
    if (isForm) return await takeForm({ ...deps, author }, forWebsite ? null : address.gallery, request)
    const galleryId = forWebsite ? await websiteGallery({ ...deps, author }) : address.gallery
    return await resume(request, { path: studioPaths.galleryUploads(galleryId), galleryId, author })
  }
}

const isOfProtocol = ({ method, headers }: Request): boolean =>
  headers.has('tus-resumable') || method === 'PATCH' || method === 'DELETE' || method === 'OPTIONS'

/**
 * Answers an upload by someone who may not upload. Upload clients can't show a login page, so they get a status
 * only. The body isn't read.
 */
function refuseUpload(actor: Actor): Response {
  const isSignedIn = actor.kind === 'person'
  const sentence = isSignedIn ? 'There is nothing here.' : 'Sign in again to continue the upload.'
  return new Response(`${sentence}\n`, {
    status: isSignedIn ? 404 : 401,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
    },
  })
}

const announced = (begun: UploadStarted): Announced =>
  begun.ok ? begun : { ok: false, status: STATUS[begun.reason], sentence: begun.sentence }

/**
 * Handles files of a form without script, like any other upload. Problems with a file are shown on the next
 * page.
 * @param gallery null: the website's, for which the form has to say who can be recognized
 */
async function takeForm(
  deps: Deps & { author: Person },
  gallery: string | null,
  request: Request,
): Promise<Response> {
  const form = await readFiles(request)
  if (form instanceof Response) return form
  const { files, people } = form
  if (gallery === null && !people) return plainPage(422, NO_ANSWER)
  const galleryId = gallery ?? (await websiteGallery(deps))
  const batch = randomUUID()
  for (const [order, { fileName, content }] of files.entries()) {
    const metadata = { name: fileName, batch, order: String(order), people }
    const brought = await bringFile(deps, { galleryId, metadata, content })
    if (!brought.ok) return plainPage(STATUS[brought.reason], brought.sentence)
  }
  return new Response(null, { status: 303, headers: { Location: studioPaths.gallery(galleryId) } })
}

const TOO_LARGE = `Together, these files are over the ${FORM_WITH_FILES_BYTES / 1024 / 1024} MB limit. Go back and choose fewer.`

const NO_ANSWER = 'Say who can be recognized in these photos. Go back and choose one of the two answers.'

async function readFiles(
  request: Request,
): Promise<{ files: Part[]; people: PeopleAnswer | null } | Response> {
  const type = request.headers.get('content-type') ?? ''
  const boundary = /\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type)
  const body = await readBody(request, FORM_WITH_FILES_BYTES)
  if (body === 'too-large') return plainPage(413, TOO_LARGE, { Connection: 'close' })
  const parts =
    body !== 'broken-off' && boundary
      ? readParts(
          Buffer.from(body.buffer, body.byteOffset, body.byteLength),
          boundary[1] ?? boundary[2] ?? '',
        )
      : undefined
  if (!parts) return plainPage(400, 'Only part of the files arrived. Please upload them again.')
  const files = parts.filter(({ isFile, fileName }) => isFile && fileName !== '')
  if (files.length === 0) return plainPage(422, 'Choose photos first. Go back and choose at least one.')
  const people = parts.find(({ name }) => name === 'people')?.content.toString('utf8')
  return {
    files: files.toSorted((a, b) => byName.compare(a.fileName, b.fileName)),
    people: isPeopleAnswer(people) ? people : null,
  }
}

/** Natural order: img-2 before img-10. */
const byName = new Intl.Collator('en', { numeric: true })
