import { redirect } from 'react-router'
import { readDownloadSize } from '~/domains/galleries/access/model'
import { readArchiveName } from '~/domains/galleries/downloads/model'
import { plainPage } from '~/platform/http/plain-page.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/choose'

/** Target of the download panel's form: redirects to the chosen archive. */
export function loader({ request, params }: Route.LoaderArgs) {
  const chosen = new URL(request.url).searchParams
  const what = chosen.get('what') ?? ''
  const size = readDownloadSize(chosen.get('size') ?? '')
  if (!size || !readArchiveName(what))
    return plainPage(422, 'Choose photos and a size, then download again.', {}, [
      { to: paths.clientGalleryDownloads(params.gallery), label: 'Back to gallery' },
    ])
  return redirect(paths.archive(params.gallery, what, size))
}
