import { data, redirect } from 'react-router'
import { listPackages, movePackage } from '~/domains/content/packages.server'
import { doneSentence, type RowOutcome } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { SERVICE_FIELDS } from '~/domains/content/services'
import {
  addService,
  blankService,
  readService,
  readServiceDependents,
  removeService,
  saveService,
} from '~/domains/content/services.server'
import { ServiceEditor } from '~/domains/content/ui/service-editor'
import { listPhotoTitles } from '~/domains/photos/library.server'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, ORDER_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { moveOf } from '~/platform/http/reorder.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import '~/ui/styles/preview.css'
import type { Route } from './+types/service'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const photos = await listPhotoTitles(at)
  const isOwner = role === 'owner'
  if (params.service === 'new')
    return { title: 'New service', slug: null, values: blankService(), version: null, photos, isOwner }
  const service = await readService(at, params.service)
  if (!service) throw data(null, { status: 404 })
  const isRemoving = isOwner && new URL(request.url).searchParams.has('remove')
  return {
    ...{ ...service, photos, isOwner },
    packages: await listPackages(at, service.slug),
    dependents: isRemoving ? await readServiceDependents(at, service.slug) : null,
    done: doneSentence(request.url),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const at = { ...context.get(scope), author }
  const form = await readForm(request)
  if (!form.ok)
    return data<RowOutcome>({ intent: 'save', sentence: form.sentence, errors: {}, values: {} }, form.status)
  switch (form.form.get('intent')) {
    case 'save':
      return await save(at, params.service, form.form)
    case 'move':
      return await movePackages(at, params.service, form.form)
    case 'remove':
      requireStudio(context, request, { owner: true })
      return await remove(at, params.service, form.form)
    default:
      throw data(BROKEN_FORM, { status: 422 })
  }
}

type WriteScope = RequestScope & { author: ReturnType<typeof requireStudio> }

async function save(at: WriteScope, slug: string, form: FormFields) {
  const sent = sentFields(SERVICE_FIELDS, form)
  if (slug === 'new') {
    const added = await addService(at, sent)
    if (added.ok) throw redirect(studioPaths.service(added.slug, { done: 'added' }), 303)
    return refuseRecord<RowOutcome>(added, { intent: 'save', values: sent })
  }
  const saved = await saveService(at, slug, { sent, version: Number(form.get('version')) })
  if (saved.ok) throw redirect(studioPaths.service(slug, { done: 'saved' }), 303)
  return refuseRecord<RowOutcome>(saved, { intent: 'save', values: sent })
}

async function movePackages(at: WriteScope, slug: string, form: FormFields) {
  const move = moveOf(form)
  if (!move) throw data(BROKEN_FORM, { status: 422 })
  const done = await movePackage(at, slug, move)
  if (done.ok) throw redirect(studioPaths.service(slug, { done: 'moved' }), 303)
  return data<RowOutcome>({ intent: 'move', sentence: ORDER_CHANGED, errors: {}, values: {} }, 409)
}

async function remove(at: WriteScope, slug: string, form: FormFields) {
  const removed = await removeService(at, slug, Number(form.get('version')))
  if (removed.ok) throw redirect(studioPaths.services({ done: 'removed' }), 303)
  return refuseRecord<RowOutcome>(removed, { intent: 'remove', values: {} })
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.title ?? 'Service')

export default function Service({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title={loaderData.title} up={{ label: 'Services & prices', to: studioPaths.services() }} />
      <ServiceEditor key={loaderData.slug} {...loaderData} outcome={actionData} />
    </>
  )
}
