import { data } from 'react-router'
import { takeKnownFiles, watchUploads } from '~/domains/galleries/uploads/operations.server'
import { readFilesToCheck } from '~/domains/galleries/uploads/upload-files'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/gallery-uploads-known'

/** Refuses GET. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  requireStudio(context, request)
  if (!(await watchUploads(context.get(scope), params.gallery))) throw new Response(null, { status: 404 })
  return { there: [] }
}

/** Which of the selected files need no upload. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  if (!read.ok) return data({ there: [], sentence: read.sentence }, read.status)
  const files = readFilesToCheck(read.form.get('files'))
  if (!files) return data({ there: [], sentence: 'We can’t read the list of files.' }, 422)
  const at = { ...context.get(scope), author }
  const there = await takeKnownFiles(at, {
    galleryId: params.gallery,
    files,
    batch: read.form.get('batch'),
  })
  return data({ there, sentence: '' })
}
