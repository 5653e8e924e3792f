import { data } from 'react-router'
import { questionFields } from '~/domains/content/faqs'
import {
  addQuestion,
  listTopics,
  readQuestion,
  removeQuestion,
  saveQuestion,
} from '~/domains/content/faqs.server'
import { doneSentence } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { RowEditor } from '~/domains/content/ui/row-form'
import { answerRecord } from '~/platform/http/answer-record.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
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

export async function action({ request, params: { faq: id }, context }: Route.ActionArgs) {
  return await answerRecord(
    { request, context },
    {
      isNew: id === 'new',
      sent: (form) => sentFields(questionFields([]), form),
      add: addQuestion,
      save: (at, change) => saveQuestion(at, id, change),
      remove: (at, version) => removeQuestion(at, id, version),
      after: {
        added: () => studioPaths.faqs({ done: 'added' }),
        saved: () => studioPaths.faq(id, { done: 'saved' }),
        removed: () => studioPaths.faqs({ done: 'removed' }),
      },
    },
  )
}

export const meta: Route.MetaFunction = () => studioMeta('Question')

export default function FaqPage({ loaderData, actionData }: Route.ComponentProps) {
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
