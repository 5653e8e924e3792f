import { data, redirect } from 'react-router'
import { doneSentence, type RowOutcome } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { PERMISSION_FIELDS, TESTIMONIAL_FIELDS, WITHDRAWAL_FIELDS } from '~/domains/content/testimonials'
import {
  addTestimonial,
  blankTestimonial,
  listAllTestimonials,
  readPermissions,
  readTestimonial,
  recordPermission,
  recordWithdrawal,
  removeTestimonial,
  saveTestimonial,
} from '~/domains/content/testimonials.server'
import { TestimonialEditor } from '~/domains/content/ui/testimonial-editor'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import '~/ui/styles/preview.css'
import type { Route } from './+types/testimonial'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const isNew = params.testimonial === 'new'
  const found = isNew
    ? { name: 'New testimonial', values: blankTestimonial(), version: null }
    : await readTestimonial(at, params.testimonial)
  if (!found) throw data(null, { status: 404 })
  const isOwner = role === 'owner' && !isNew
  const listed = (await listAllTestimonials(at)).find(({ id }) => id === params.testimonial)
  return {
    listed: listed ?? null,
    ...{ ...found, ...(await readPermissions(at, params.testimonial)) },
    id: params.testimonial,
    mayRemove: isOwner,
    isRemoving: isOwner && new URL(request.url).searchParams.has('remove'),
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
      return await save(at, params.testimonial, form.form)
    case 'permit':
    case 'withdraw':
      return await record(at, params.testimonial, form.form)
    case 'remove':
      requireStudio(context, request, { owner: true })
      return await remove(at, params.testimonial, form.form)
    default:
      throw data(BROKEN_FORM, { status: 422 })
  }
}

type WriteScope = RequestScope & { author: ReturnType<typeof requireStudio> }

async function save(at: WriteScope, id: string, form: FormFields) {
  const sent = sentFields(TESTIMONIAL_FIELDS, form)
  if (id === 'new') {
    const added = await addTestimonial(at, sent)
    if (added.ok) throw redirect(studioPaths.testimonial(added.id, { done: 'added' }), 303)
    return refuseRecord<RowOutcome>(added, { intent: 'save', values: sent })
  }
  const saved = await saveTestimonial(at, id, { sent, version: Number(form.get('version')) })
  if (saved.ok) throw redirect(studioPaths.testimonial(id, { done: 'saved' }), 303)
  return refuseRecord<RowOutcome>(saved, { intent: 'save', values: sent })
}

async function record(at: WriteScope, id: string, form: FormFields) {
  const isGiven = form.get('intent') === 'permit'
  const sent = sentFields(isGiven ? PERMISSION_FIELDS : WITHDRAWAL_FIELDS, form)
  const change = { sent, version: Number(form.get('version')) }
  const done = isGiven ? await recordPermission(at, id, change) : await recordWithdrawal(at, id, change)
  if (done.ok) throw redirect(studioPaths.testimonial(id, { done: isGiven ? 'recorded' : 'withdrawn' }), 303)
  return refuseRecord<RowOutcome>(done, { intent: form.get('intent'), values: sent })
}

async function remove(at: WriteScope, id: string, form: FormFields) {
  const removed = await removeTestimonial(at, id, Number(form.get('version')))
  if (removed.ok) throw redirect(studioPaths.testimonials({ done: 'removed' }), 303)
  return refuseRecord<RowOutcome>(removed, { intent: 'remove', values: {} })
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.name ?? 'Testimonial')

export default function TestimonialPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name } = loaderData
  return (
    <>
      <StudioHead title={name} up={{ label: 'Testimonials', to: studioPaths.testimonials() }} />
      <TestimonialEditor key={id} {...loaderData} outcome={actionData} />
    </>
  )
}
