import { sentFields } from '~/domains/content/rows/row-form'
import { QUOTING_PAGES, TESTIMONIAL_FIELDS } from '~/domains/content/testimonials'
import { addTestimonial, saveTestimonial } from '~/domains/content/testimonials.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { previewPage, previewRefused } from '~/platform/http/preview.server'
import { refusalSentences } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/testimonial-preview'

/** A page with testimonials. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const preview = await previewPage(context, pathOf(request), async () => ({ ok: true }))
  return preview.ok ? preview.response : previewRefused([])
}

/** The page with the form's values. A testimonial without permission isn't shown. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request)
  if (!form.ok) return previewRefused([form.sentence])
  const { testimonial } = params
  const at = { ...context.get(scope), author }
  const sent = sentFields(TESTIMONIAL_FIELDS, form.form)
  const version = Number(form.form.get('version'))
  const preview = await previewPage(context, pathOf(request), async (db) =>
    testimonial === 'new'
      ? await addTestimonial({ ...at, db }, sent)
      : await saveTestimonial({ ...at, db }, testimonial, { sent, version }),
  )
  return preview.ok ? preview.response : previewRefused(refusalSentences(preview.result))
}

/** The home page, unless the query names another page with testimonials. */
function pathOf(request: Request): string {
  const chosen = new URL(request.url).searchParams.get('page')
  const { page } = QUOTING_PAGES.find((each) => each.page === chosen) ?? QUOTING_PAGES[0]
  return paths[page]()
}
