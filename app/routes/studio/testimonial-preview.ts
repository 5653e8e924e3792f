import { sentFields } from '~/domains/content/rows/row-form'
import { QUOTING_PAGES, TESTIMONIAL_FIELDS } from '~/domains/content/testimonials'
import { addTestimonial, saveTestimonial } from '~/domains/content/testimonials.server'
import { requireStudio } from '~/platform/http/guard.server'
import { previewForm, showPreview } from '~/platform/http/preview-form.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/testimonial-preview'

/** A page with testimonials. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return await showPreview(context, pathOf(request))
}

/** The page with the form's values. A testimonial without permission isn't shown. */
export async function action({ request, params, context }: Route.ActionArgs) {
  return await previewForm({ request, context }, pathOf(request), (at, form) => {
    const sent = sentFields(TESTIMONIAL_FIELDS, form)
    const version = Number(form.get('version'))
    return params.testimonial === 'new'
      ? addTestimonial(at, sent)
      : saveTestimonial(at, params.testimonial, { sent, version })
  })
}

/** The home page, unless the query names another page with testimonials. */
function pathOf(request: Request): string {
  const chosen = new URL(request.url).searchParams.get('page')
  const { page } = QUOTING_PAGES.find((each) => each.page === chosen) ?? QUOTING_PAGES[0]
  return paths[page]()
}
