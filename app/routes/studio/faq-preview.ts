import { questionFields } from '~/domains/content/faqs'
import { addQuestion, listTopics, readQuestion, saveQuestion } from '~/domains/content/faqs.server'
import { sentFields } from '~/domains/content/rows/row-form'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { previewRefused } from '~/platform/http/preview.server'
import { showPreview } from '~/platform/http/preview-form.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/faq-preview'

const NOWHERE = 'No page shows this topic’s questions.'

/** Previews the question's saved page. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const chosen = new URL(request.url).searchParams.get('topic')
  const topic =
    (await readQuestion(at, params.faq))?.values.topic ?? chosen ?? (await listTopics(at))[0]?.name
  const path = await pathOf(at, topic)
  if (!path) return previewRefused([NOWHERE], 200)
  return await showPreview(context, path)
}

/** Previews the page with the form's values. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request)
  if (!form.ok) return previewRefused([form.sentence])
  const at = { ...context.get(scope), author }
  const sent = sentFields(questionFields([]), form.form)
  const path = await pathOf(at, sent.topic)
  if (!path) return previewRefused([NOWHERE])
  const version = Number(form.form.get('version'))
  return await showPreview(context, path, async (db) =>
    params.faq === 'new'
      ? await addQuestion({ ...at, db }, sent)
      : await saveQuestion({ ...at, db }, params.faq, { sent, version }),
  )
}

async function pathOf(at: RequestScope, topic: string | null | undefined): Promise<string | undefined> {
  const [first] = (await listTopics(at)).find(({ name }) => name === topic)?.pages ?? []
  return first && paths[first.page]()
}
