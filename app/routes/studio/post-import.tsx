import { data, redirect } from 'react-router'
import { discardImport, readImport, startImport } from '~/domains/blog/imports/operations.server'
import { ImportForm, ImportLines, ImportProgress } from '~/domains/blog/imports/ui/import-report'
import { isPeopleAnswer, PEOPLE_ANSWERS } from '~/domains/galleries/uploads/model'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useLastAnswer, useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/blog/ui/editor/editor.css'
import '~/domains/galleries/uploads/ui/upload-panel.css'
import type { Route } from './+types/post-import'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const after = new URL(request.url).searchParams.get('after')
  const report = await readImport(context.get(scope), params.former, after)
  if (!report) throw data(null, { status: 404 })
  return { report }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return data<Outcome>({ sentence: read.sentence }, read.status)
  const { form } = read
  const change = { id: params.former, version: Number(form.get('version')) }
  switch (form.get('intent')) {
    case 'import': {
      const people = form.get('people')
      const choices = {
        keepsPublished: form.get('state') === 'published',
        people: isPeopleAnswer(people) ? people : null,
      }
      const started = await startImport(at, { ...change, choices })
      if (!started.ok) return refuseRecord<Outcome>(started, {}, JUST_CHANGED)
      throw redirect(studioPaths.postImport(params.former), 303)
    }
    case 'discard': {
      const discarded = await discardImport(at, change)
      if (!discarded.ok) return refuseRecord<Outcome>(discarded, {}, JUST_CHANGED)
      throw redirect(studioPaths.postImports(), 303)
    }
    default:
      return data<Outcome>({ sentence: BROKEN_FORM }, 422)
  }
}

interface Outcome {
  sentence?: string
}

export const meta: Route.MetaFunction = () => studioMeta('Import posts, blog')

export default function PostImport({ loaderData: { report }, actionData: latest }: Route.ComponentProps) {
  const sentence = useLastAnswer(latest)?.sentence
  useRefresh(report.state === 'importing')
  return (
    <>
      <StudioHead title={report.fileName} up={{ label: 'Import posts', to: studioPaths.postImports() }} />
      <div className="st-sheet st-form">
        <ImportProgress report={report} />
        {sentence ? (
          <p className="err" role="alert">
            {sentence}
          </p>
        ) : null}
        {report.state === 'importing' ? null : <ImportForm report={report} people={PEOPLE_ANSWERS} />}
      </div>
      <ImportLines lines={report.lines} />
      {report.next ? (
        <div className="st-next">
          <ButtonLink to={studioPaths.postImport(report.id, { after: report.next })} variant="line">
            More lines
          </ButtonLink>
        </div>
      ) : null}
    </>
  )
}
