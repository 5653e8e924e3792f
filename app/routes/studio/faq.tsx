import { data, redirect } from 'react-router'
import { questionFields } from '~/domains/content/faqs'
import {
  addQuestion,
  listTopics,
  readQuestion,
  removeQuestion,
  saveQuestion,
} from '~/domains/content/faqs.server'
import { doneSentence, type RowOutcome } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { RowEditor } from '~/domains/content/ui/row-form'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import '~/ui/styles/preview.css'
import type { Route } from './+types/faq'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const isNew = params.faq === 'new'
  const found = isNew
    ? { values: { topic: query.get('topic') ?? '', question: '', answer: '' }, version: null }
    : await readQuestion(at, params.faq)
  if (!found) throw data(null, { status: 404 })
  const isOwner = role === 'owner' && !isNew
  return {
    ...found,
    id: params.faq,
    topics: await listTopics(at),
    mayRemove: isOwner,
    isRemoving: isOwner && query.has('remove'),
    done: doneSentence(request.url),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const at = { ...context.get(scope), author }
  const form = await readForm(request)
  if (!form.ok)
    return data<RowOutcome>({ intent: 'save', sentence: form.sentence, errors: {}, values: {} }, form.status)
  const intent = form.form.get('intent')
  const version = Number(form.form.get('version'))
  const sent = sentFields(questionFields([]), form.form)
  if (intent === 'remove') {
    requireStudio(context, request, { owner: true })
    const removed = await removeQuestion(at, params.faq, version)
    if (removed.ok) throw redirect(studioPaths.faqs({ done: 'removed' }), 303)
    return refuseRecord<RowOutcome>(removed, { intent, values: sent })
  }
  if (intent !== 'save') throw data(BROKEN_FORM, { status: 422 })
  if (params.faq === 'new') {
    const added = await addQuestion(at, sent)
    if (added.ok) throw redirect(studioPaths.faqs({ done: 'added' }), 303)
    return refuseRecord<RowOutcome>(added, { intent, values: sent })
  }
  const saved = await saveQuestion(at, params.faq, { sent, version })
  if (saved.ok) throw redirect(studioPaths.faq(params.faq, { done: 'saved' }), 303)
  return refuseRecord<RowOutcome>(saved, { intent, values: sent })
}

export const meta: Route.MetaFunction = () => studioMeta('Question')

export default function QuestionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, topics } = loaderData
  const back = studioPaths.faq(id)
  return (
    <>
      <StudioHead
        title={id === 'new' ? 'New question' : 'Question'}
        up={{ label: 'FAQ', to: studioPaths.faqs() }}
      />
      <RowEditor
        key={id}
        {...loaderData}
        fields={questionFields(topics)}
        name="this question"
        back={back}
        outcome={actionData}
        preview={{
          action: studioPaths.faqPreview(id, { topic: loaderData.values.topic ?? null }),
          page: 'The page',
        }}
      />
    </>
  )
}
