import { data, redirect } from 'react-router'
import {
  addQuestion,
  listTopics,
  readQuestion,
  removeQuestion,
  saveQuestion,
} from '~/domains/content/questions/operations.server'
import { questionFields } from '~/domains/content/questions/question-fields'
import type { RowRefusal } from '~/domains/content/rows/outcome'
import { type RowOutcome, refusalOf } from '~/domains/content/rows/refusals'
import { sentFields } from '~/domains/content/rows/row-form'
import { doneSentence } from '~/domains/content/rows/sentences'
import { RowEditor } from '~/domains/content/ui/row-editor'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/ui/styles/catalogue.css'
import '~/ui/styles/preview.css'
import type { Route } from './+types/question'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const asked = new URL(request.url).searchParams
  const isNew = params.question === 'new'
  const found = isNew
    ? { values: { topic: asked.get('topic') ?? '', question: '', answer: '' }, version: null }
    : await readQuestion(at, params.question)
  if (!found) throw data(null, { status: 404 })
  const isOwner = role === 'owner' && !isNew
  return {
    ...found,
    id: params.question,
    topics: await listTopics(at),
    mayRemove: isOwner,
    isRemoving: isOwner && asked.has('remove'),
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
    const removed = await removeQuestion(at, params.question, version)
    if (removed.ok) throw redirect(studioPaths.questions({ done: 'removed' }), 303)
    return refuse(removed, intent, sent)
  }
  if (intent !== 'save') throw data(BROKEN_FORM, { status: 422 })
  if (params.question === 'new') {
    const added = await addQuestion(at, sent)
    if (added.ok) throw redirect(studioPaths.questions({ done: 'added' }), 303)
    return refuse(added, intent, sent)
  }
  const saved = await saveQuestion(at, params.question, { sent, version })
  if (saved.ok) throw redirect(studioPaths.question(params.question, { done: 'saved' }), 303)
  return refuse(saved, intent, sent)
}

function refuse(refusal: RowRefusal, intent: string, values: Record<string, string>) {
  const answer = refusalOf(refusal, { intent, values })
  if (!answer) throw data(null, { status: 404 })
  return data(answer.outcome, answer.status)
}

export const meta: Route.MetaFunction = () => studioMeta('Question')

export default function QuestionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, topics } = loaderData
  const back = studioPaths.question(id)
  return (
    <>
      <StudioHead
        title={id === 'new' ? 'New question' : 'Question'}
        up={{ label: 'FAQ', to: studioPaths.questions() }}
      />
      <RowEditor
        key={id}
        {...loaderData}
        fields={questionFields(topics)}
        name="this question"
        back={back}
        outcome={actionData}
        preview={{
          action: studioPaths.questionPreview(id, { topic: loaderData.values.topic ?? null }),
          page: 'The page',
        }}
      />
    </>
  )
}
