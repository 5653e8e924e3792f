import { openBooking } from '~/domains/booking/client/operations.server'
import { CLIENT_PHOTO_BYTES, CLIENT_PHOTOS_MAX } from '~/domains/photos/client-photos'
import type { RequestScope } from '~/platform/http/scope.server'

type Deps = Omit<Parameters<typeof openBooking>[0], 'actor'> & {
  actorOf: (request: Request) => Promise<RequestScope['actor']>
}

/** Who may send photos with the answers of a booking, and how many at once. */
export const takeAnswerPhotos = (deps: Deps) => ({
  maySend: async (request: Request): Promise<boolean> =>
    (await openBooking({ ...deps, actor: await deps.actorOf(request) }, request)).ok,
  limit: { files: CLIENT_PHOTOS_MAX, bytes: CLIENT_PHOTO_BYTES },
})
