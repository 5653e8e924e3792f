import { data, redirect } from 'react-router'
import { listQuestions, moveQuestion } from '~/domains/content/questions/operations.server'
import { readMove } from '~/domains/content/rows/order'
import { doneSentence, MOVED_MEANWHILE } from '~/domains/content/rows/sentences'
import { ListNotes } from '~/domains/content/ui/list-notes'
import { PagesTabs } from '~/domains/content/ui/pages-tabs'
import { QuestionList } from '~/domains/content/ui/question-list'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/ui/styles/catalogue.css'
import type { Route } from './+types/questions'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  return {
    isOwner: role === 'owner',
    topics: await listQuestions(context.get(scope)),
    done: doneSentence(request.url),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request)
  if (!form.ok) return data({ sentence: form.sentence }, form.status)
  const move = readMove(form.form.get('id'), form.form.get('move'))
  if (!move) return data({ sentence: 'The form did not say what to move.' }, 422)
  const done = await moveQuestion({ ...context.get(scope), author }, move)
  if (done.ok) throw redirect(studioPaths.questions({ done: 'moved' }), 303)
  return data({ sentence: MOVED_MEANWHILE }, 409)
}

export const meta: Route.MetaFunction = () => studioMeta('Questions')

export default function Questions({
  loaderData: { isOwner, topics, done },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Questions">
        <ButtonLink to={studioPaths.question('new')}>New question</ButtonLink>
      </StudioHead>
      <PagesTabs current="questions" isOwner={isOwner} />
      <ListNotes done={done} refusal={actionData?.sentence} />
      {topics.map((topic) => (
        <QuestionList key={topic.name} topic={topic} />
      ))}
    </>
  )
}
