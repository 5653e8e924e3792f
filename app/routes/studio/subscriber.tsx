import { data, redirect } from 'react-router'
import {
  findSubscriber,
  liftBounce,
  saveSubscriber,
  unsubscribeOnRequest,
} from '~/domains/newsletter/subscribers/operations.server'
import { listTags } from '~/domains/newsletter/subscribers/tags.server'
import { SubscriberForm } from '~/domains/newsletter/ui/subscriber-form'
import { ConsentList, DeliverySection } from '~/domains/newsletter/ui/subscriber-record'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/newsletter/ui/subscribers.css'
import type { Route } from './+types/subscriber'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const [subscriber, tags] = await Promise.all([findSubscriber(at, params.subscriber), listTags(at)])
  if (!subscriber) throw data(null, { status: 404 })
  return { subscriber, tags, done: new URL(request.url).searchParams.get('done') ?? '' }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  const read = await readForm(request)
  if (!read.ok) return data<Outcome>({ sentence: read.sentence, errors: {}, values: {} }, read.status)
  const { form } = read
  const seen = { id: params.subscriber, version: Number(form.get('version')) }
  const intent = form.get('intent')
  const change = CHANGES[intent]
  if (!Object.hasOwn(CHANGES, intent) || !change)
    return data<Outcome>({ sentence: BROKEN_FORM, errors: {}, values: {} }, 422)
  const changed = await change(at, seen, form)
  if (changed.ok) throw redirect(studioPaths.subscriber(params.subscriber, { done: intent }), 303)
  const values = { name: form.get('name'), newTag: form.get('newTag') }
  return refuseRecord<Outcome>(changed, { values }, intent === 'save' ? undefined : JUST_CHANGED)
}

type Outcome = FormOutcome<string>

const CHANGES: Record<string, typeof saveSubscriber> = {
  save: saveSubscriber,
  unsubscribe: unsubscribeOnRequest,
  lift: liftBounce,
}

const DONE: Record<string, string> = {
  save: 'Saved.',
  added: 'Added.',
  unsubscribe: 'Unsubscribed.',
  lift: 'We’ll send this person your newsletter again.',
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData?.subscriber.email ?? 'Subscriber')

export default function SubscriberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { subscriber, tags, done } = loaderData
  const { id, email, version } = subscriber
  return (
    <>
      <StudioHead title={email} up={{ label: 'Subscribers', to: studioPaths.subscribers() }} />
      {Object.hasOwn(DONE, done) && !actionData ? <SavedNote>{DONE[done]}</SavedNote> : null}
      <div className="sbs-cut">
        {/* A new version resets the form to the stored values. */}
        <SubscriberForm key={`${id} ${version}`} {...{ subscriber, tags }} outcome={actionData} />
        <DeliverySection subscriber={subscriber} />
        <ConsentList consents={subscriber.consents} />
      </div>
    </>
  )
}
