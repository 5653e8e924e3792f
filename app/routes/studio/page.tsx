import { data, redirect } from 'react-router'
import { listChoices } from '~/domains/blog/teasers.server'
import { blankPlaceholders, factsOf } from '~/domains/content/facts'
import { DEFAULT_NAVIGATION } from '~/domains/content/navigation'
import { readSettings } from '~/domains/content/operations.server'
import { isEditablePage, PAGE_FORMS, versionsOf } from '~/domains/content/pages/fields'
import { sentPage, valuesOf } from '~/domains/content/pages/page-form'
import { readPageChoices, readPageText, savePage, savePageDraft } from '~/domains/content/pages.server'
import { moveRow, photosIn } from '~/domains/content/rows/fields'
import { editedTexts } from '~/domains/content/rows/texts.server'
import { PAGE_FORM_ID, PageForm, type PageOutcome, previewOf } from '~/domains/content/ui/page-form'
import { publicPath } from '~/domains/content/ui/page-paths'
import { listChoosablePhotos } from '~/domains/photos/library.server'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { newerVersion } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { PreviewFrame } from '~/ui/studio/preview-frame'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/page'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const { page } = params
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  const at = context.get(scope)
  const { values, version, isDraft } = await readPageText(at, page)
  const done = new URL(request.url).searchParams.get('saved') ?? 'no'
  const shown = photosIn(PAGE_FORMS[page].fields, values)
  return {
    page,
    values,
    version,
    isDraft,
    done: Object.hasOwn(DONE, done) ? (DONE[done] ?? null) : null,
    texts: editedTexts(PAGE_FORMS[page].fields, values),
    blocks: PAGE_FORMS[page].fields.some(({ kind }) => kind === 'document')
      ? await listChoices(at)
      : undefined,
    photos: shown.length > 0 ? await listChoosablePhotos(at, { shown }) : [],
    choices: await readPageChoices(at),
    blanks: blankPlaceholders(Object.values(values).join('\n'), factsOf(await readSettings(at))),
  }
}

const DONE: Record<string, string> = {
  '': 'Saved and published.',
  draft: 'Draft saved.',
  restored: 'Restored as the newest version.',
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const { page } = params
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  const form = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!form.ok) return answer(form.status, { sentence: form.sentence, errors: {}, values: {} })
  const given = sentPage(page, form.form)
  const { sent, version, isSeparate } = given
  const intent = form.form.get('intent')
  if (intent === 'defaults' && page === 'navigation')
    return answer(200, { values: { ...firstNames(), version }, errors: {}, focus: 'body.home' })
  const save = intent === 'save' ? savePageDraft : intent === '' ? savePage : undefined
  if (!save) {
    const moved = moveRow(PAGE_FORMS[page].fields, sent, intent)
    const values = { ...(moved?.values ?? sent), version, ...(isSeparate ? { separate: 'yes' } : {}) }
    return answer(200, { values, errors: {}, focus: moved?.focus ?? '' })
  }
  const saved = await save({ ...context.get(scope), author }, given)
  if (saved.ok)
    throw redirect(
      intent === '' ? `${studioPaths.page(page)}?saved` : studioPaths.page(page, { saved: 'draft' }),
      303,
    )
  if (saved.reason === 'refused') return answer(422, { values: sent, errors: saved.errors })
  const again = { version: saved.version, separate: 'yes' }
  return answer(409, { values: { ...sent, ...again }, errors: {}, sentence: newerVersion(saved) })
}

const answer = (status: number, outcome: PageOutcome) => data(outcome, status)

const firstNames = () => valuesOf('navigation', { title: '', description: '', body: DEFAULT_NAVIGATION })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `${PAGE_FORMS[loaderData.page].title}, website` : 'Website')

export default function EditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, version } = loaderData
  const { title } = PAGE_FORMS[page]
  // A reordered list is a new form, since its rows have different indexes. The version that is loaded after it, when
  // someone may already type, isn't another one.
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
        <PageForm key={`${page} ${moved || version}`} {...loaderData} outcome={actionData} />
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
