import { data } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { retryFaults } from '~/domains/galleries/downloads/files.server'
import { listDownloadActivity } from '~/domains/galleries/downloads/receipts.server'
import {
  DownloadedNote,
  DownloadList,
  FaultList,
  PositionNote,
} from '~/domains/galleries/downloads/ui/download-activity'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import '~/domains/galleries/editor/ui/editor.css'
import '~/domains/galleries/downloads/ui/download-activity.css'
import { NextPage } from '~/ui/studio/next-page'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/gallery-downloads'

/** Records of what was downloaded. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  const before = new URL(request.url).searchParams.get('before')
  const listed = await listDownloadActivity(at, params.gallery, { before, zone: studio.timeZone })
  if (!listed) throw data(null, { status: 404 })
  return { ...listed, isFirst: before === null }
}

/** Retries failed renditions. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const retried = await retryFaults({ ...context.get(scope), author }, params.gallery)
  if (!retried.ok) throw data(null, { status: 404 })
  throw seeOther(studioPaths.galleryDownloads(params.gallery))
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `Downloads: ${loaderData.gallery.title}` : 'Downloads')

export default function GalleryDownloads({ loaderData }: Route.ComponentProps) {
  const { gallery, attempts, next, coverage, faults, withPosition, isFirst } = loaderData
  return (
    <>
      {isFirst ? (
        <div className="dlvs">
          <FaultList faults={faults} />
          <PositionNote count={withPosition} />
          <DownloadedNote gallery={gallery.id} coverage={coverage} />
        </div>
      ) : null}
      <DownloadList attempts={attempts} receiptOf={(id) => studioPaths.downloadReceipt(gallery.id, id)} />
      <NextPage to={next && studioPaths.galleryDownloads(gallery.id, { before: next })} />
    </>
  )
}
