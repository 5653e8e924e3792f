import { data, redirect } from 'react-router'
import { isGalleryKind } from '~/domains/galleries/editor/model'
import { createGallery, type NewGalleryField } from '~/domains/galleries/editor/settings.server'
import { NewGalleryForm } from '~/domains/galleries/editor/ui/new-gallery-form'
import { listPresets } from '~/domains/galleries/presets/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/galleries/editor/ui/editor.css'
import type { Route } from './+types/gallery-new'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const kind = new URL(request.url).searchParams.get('kind')
  const presets = await listPresets(context.get(scope))
  return { kind: isGalleryKind(kind) ? kind : ('client' as const), presets }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request)
  if (!form.ok) return refuse(form.status, { sentence: form.sentence, errors: {}, values: {} })
  const { get } = form.form
  const sent = { title: get('title'), kind: get('kind'), category: get('category'), preset: get('preset') }
  const made = await createGallery({ ...context.get(scope), author }, sent)
  if (made.ok) throw redirect(studioPaths.gallery(made.id), 303)
  return refuse(422, { errors: made.errors, values: sent })
}

const refuse = (status: number, outcome: FormOutcome<NewGalleryField>) => data(outcome, status)

export const meta: Route.MetaFunction = () => studioMeta('New gallery')

export default function NewGallery({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="New gallery" up={{ label: 'Galleries', to: studioPaths.galleries() }} />
      <NewGalleryForm {...loaderData} outcome={actionData} />
    </>
  )
}
