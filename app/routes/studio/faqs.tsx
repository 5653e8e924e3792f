import { listQuestions, moveQuestion } from '~/domains/content/faqs.server'
import { doneSentence } from '~/domains/content/rows/outcome'
import { QuestionList } from '~/domains/content/ui/faq-list'
import { requireStudio } from '~/platform/http/guard.server'
import { answerMove } from '~/platform/http/reorder.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { ListNotes } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/faqs'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return {
    topics: await listQuestions(context.get(scope)),
    done: doneSentence(request.url),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  return await answerMove(request, {
    carryOut: (move) => moveQuestion(at, move),
    back: studioPaths.faqs({ done: 'moved' }),
  })
}

export const meta: Route.MetaFunction = () => studioMeta('FAQ')

export default function Faqs({ loaderData: { topics, done }, actionData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="FAQ">
        <ButtonLink to={studioPaths.faq('new')}>New question</ButtonLink>
      </StudioHead>
      <SectionTabs />
      <ListNotes done={done} refusal={actionData?.sentence} />
      {topics.map((topic) => (
        <QuestionList key={topic.name} topic={topic} />
      ))}
    </>
  )
}
