import { data, redirect } from 'react-router'
import { giveUpUpload } from '~/domains/galleries/uploads/operations.server'
import { ArrivedPhotos } from '~/domains/galleries/uploads/ui/arrived-photos'
import { UploadPanel } from '~/domains/galleries/uploads/ui/upload-panel'
import { forgetRefused, watchUploads } from '~/domains/galleries/uploads/watching/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/ui/styles/studio-photos.css'
import '~/ui/styles/studio-uploads.css'
import type { Route } from './+types/gallery-upload'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  requireStudio(context, request)
  const found = await watchUploads(context.get(scope), params.gallery)
  if (!found) throw data(null, { status: 404 })
  return found
}

export async function action({ request, context, params }: Route.ActionArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const read = await readForm(request)
  if (!read.ok) return data({ sentence: read.sentence }, read.status)
  switch (read.form.get('intent')) {
    case 'give-up':
      for (const id of read.form.getAll('upload')) await giveUpUpload(at, { id, galleryId: params.gallery })
      break
    case 'forget-refused':
      await forgetRefused(at, params.gallery)
      break
    default:
      return data({ sentence: 'The form did not say what to do.' }, 422)
  }
  throw redirect(studioPaths.galleryUpload(params.gallery), 303)
}

export const meta: Route.MetaFunction = () => studioMeta('Upload')

export default function GalleryUpload({ loaderData: { gallery, progress } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title={gallery.title} />
      <UploadPanel galleryId={gallery.id} progress={progress} />
      <ArrivedPhotos progress={progress} />
    </>
  )
}
