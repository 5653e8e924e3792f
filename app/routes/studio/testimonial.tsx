import { data, redirect } from 'react-router'
import { doneSentence } from '~/domains/content/rows/outcome'
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
import { answerRecord } from '~/platform/http/answer-record.server'
import type { FormFields, IntentOutcome } from '~/platform/http/forms.server'
import { requireStudio, type StudioScope } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
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
    done: doneSentence(request.url, (listed?.pages.length ?? 0) > 0),
  }
}

export async function action({ request, params: { testimonial: id }, context }: Route.ActionArgs) {
  return await answerRecord(
    { request, context },
    {
      isNew: id === 'new',
      sent: (form) => sentFields(TESTIMONIAL_FIELDS, form),
      add: addTestimonial,
      save: (at, change) => saveTestimonial(at, id, change),
      remove: (at, version) => removeTestimonial(at, id, version),
      after: {
        added: (made) => studioPaths.testimonial(made.id, { done: 'added' }),
        saved: () => studioPaths.testimonial(id, { done: 'saved' }),
        removed: () => studioPaths.testimonials({ done: 'removed' }),
      },
      other: async (at, form) => {
        const intent = form.get('intent')
        return intent === 'permit' || intent === 'withdraw' ? await record(at, id, form) : undefined
      },
    },
  )
}

async function record(at: StudioScope, id: string, form: FormFields) {
  const intent = form.get('intent')
  const isGiven = intent === 'permit'
  const sent = sentFields(isGiven ? PERMISSION_FIELDS : WITHDRAWAL_FIELDS, form)
  const change = { sent, version: Number(form.get('version')) }
  const done = isGiven ? await recordPermission(at, id, change) : await recordWithdrawal(at, id, change)
  if (done.ok) throw redirect(studioPaths.testimonial(id, { done: isGiven ? 'recorded' : 'withdrawn' }), 303)
  return refuseRecord<IntentOutcome>(done, { intent, values: sent })
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
