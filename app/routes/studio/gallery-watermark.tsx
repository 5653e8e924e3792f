import { data } from 'react-router'
import { WatermarkForm } from '~/domains/galleries/editor/ui/watermark-form'
import { readGalleryWatermark, saveWatermark } from '~/domains/galleries/watermarks/operations.server'
import {
  WATERMARK_FIELDS,
  type WatermarkField,
  watermarkValues,
} from '~/domains/galleries/watermarks/watermark-form'
import { readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useLastAnswer, useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/galleries/editor/ui/editor.css'
import '~/domains/galleries/proofing/ui/client-favorites.css'
import type { Route } from './+types/gallery-watermark'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const view = await readGalleryWatermark(context.get(scope), params.gallery)
  if (!view) throw data(null, { status: 404 })
  return { ...view, saved: new URL(request.url).searchParams.has('saved') }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const { form } = read
  const saved = await saveWatermark({ ...context.get(scope), author }, params.gallery, {
    version: Number(form.get('version')),
    sent: (name) => form.get(name),
  })
  if (saved.ok) return seeOther(studioPaths.galleryWatermark(params.gallery, { saved: 'yes' }))
  const values = sentValues(WATERMARK_FIELDS, form)
  return refuseRecord<FormOutcome<WatermarkField>>(saved, { values })
}

const refuse = (status: number, outcome: FormOutcome<WatermarkField>) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `Watermark: ${loaderData.gallery.title}` : 'Watermark')

export default function GalleryWatermark({ loaderData, actionData: latest }: Route.ComponentProps) {
  const actionData = useLastAnswer(latest)
  const { gallery, watermark, made, total, canPreview, saved } = loaderData
  useRefresh(gallery.proofing && made < total)
  return (
    <WatermarkForm
      key={gallery.version}
      {...{ gallery, made, total, canPreview }}
      saved={saved && !actionData}
      values={{ ...watermarkValues(watermark), ...actionData?.values }}
      outcome={actionData}
    />
  )
}
