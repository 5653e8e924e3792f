import { data, redirect } from 'react-router'
import { blankPlaceholders, factsOf } from '~/domains/content/facts'
import { DEFAULT_NAVIGATION } from '~/domains/content/navigation'
import { readSettings } from '~/domains/content/operations.server'
import { isEditablePage, PAGE_FORMS, versionsOf } from '~/domains/content/pages/fields'
import { sentPage, valuesOf } from '~/domains/content/pages/page-form'
import { readPageChoices, readPageText, savePage } from '~/domains/content/pages.server'
import { moveRow, photosIn } from '~/domains/content/rows/fields'
import { PAGE_FORM_ID, PageForm, type PageOutcome, previewOf } from '~/domains/content/ui/page-form'
import { publicPath } from '~/domains/content/ui/page-paths'
import { listChoosablePhotos } from '~/domains/photos/library.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { PreviewFrame } from '~/ui/studio/preview-frame'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/page-form.css'
import '~/ui/styles/preview.css'
import type { Route } from './+types/page'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const { page } = params
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  const at = context.get(scope)
  const { values, version } = await readPageText(at, page)
  const shown = photosIn(PAGE_FORMS[page].fields, values)
  return {
    page,
    values,
    version,
    saved: new URL(request.url).searchParams.has('saved'),
    photos: shown.length > 0 ? await listChoosablePhotos(at, { shown }) : [],
    choices: await readPageChoices(at),
    blanks: blankPlaceholders(Object.values(values).join('\n'), factsOf(await readSettings(at))),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const { page } = params
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  const form = await readForm(request)
  if (!form.ok) return answer(form.status, { sentence: form.sentence, errors: {}, values: {} })
  const { sent, version } = sentPage(page, form.form)
  const intent = form.form.get('intent')
  if (intent === 'defaults' && page === 'navigation')
    return answer(200, { values: firstNames(), errors: {}, focus: 'body.home' })
  if (intent !== '') {
    const moved = moveRow(PAGE_FORMS[page].fields, sent, intent)
    return answer(200, { values: moved?.values ?? sent, errors: {}, focus: moved?.focus ?? '' })
  }
  const saved = await savePage({ ...context.get(scope), author }, { page, sent, version })
  if (saved.ok) throw redirect(`${studioPaths.page(page)}?saved`, 303)
  return refuseRecord<PageOutcome>(saved, { values: sent })
}

const answer = (status: number, outcome: PageOutcome) => data(outcome, status)

const firstNames = () => valuesOf('navigation', { title: '', description: '', body: DEFAULT_NAVIGATION })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `${PAGE_FORMS[loaderData.page].title}, website` : 'Website')

export default function EditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, version } = loaderData
  const { title } = PAGE_FORMS[page]
  // A reordered list is a new form, since its rows have different indexes.
  const moved = actionData?.focus === undefined ? '' : JSON.stringify(actionData.values)
  return (
    <>
      <StudioHead title={title} up={{ label: 'Website', to: studioPaths.pages() }}>
        <a className="btn btn--line" href={publicPath(page)}>
          <span>
            View<span className="pg-wide"> on the site</span>
          </span>
        </a>
      </StudioHead>
      <div className="st-beside">
        <PageForm key={`${page} ${version} ${moved}`} {...loaderData} outcome={actionData} />
        <PreviewFrame
          form={PAGE_FORM_ID}
          action={previewOf(page)}
          versions={versionsOf(page).map(({ after, label }) => ({ label, action: previewOf(page, after) }))}
          title={`${title}, as it will look`}
          stamp={moved}
        />
      </div>
    </>
  )
}
