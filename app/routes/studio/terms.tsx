import { data, redirect } from 'react-router'
import { moveSection } from '~/domains/content/terms'
import {
  listTermsVersions,
  readTermsForm,
  saveTerms,
  type TermsSaved,
  typedTermsForm,
} from '~/domains/content/terms.server'
import { TermsForm, type TermsOutcome } from '~/domains/content/ui/terms-form'
import { TermsVersions } from '~/domains/content/ui/terms-versions'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { PreviewFrame } from '~/ui/studio/preview-frame'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/terms-form.css'
import type { Route } from './+types/terms'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const saved = new URL(request.url).searchParams.get('saved')
  return {
    ...(await readTermsForm(at)),
    versions: await listTermsVersions(at),
    saved: saved === 'published' || saved === 'corrected' ? (saved as 'published' | 'corrected') : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const read = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!read.ok) return answer(read.status, { sentence: read.sentence })
  const typed = await typedTermsForm(at, read.form)
  const intent = read.form.get('intent')
  const version = Number(read.form.get('version'))
  switch (intent) {
    case 'publish':
    case 'correct': {
      const as = intent === 'publish' ? 'new-version' : 'correction'
      const saved = await saveTerms({ ...at, author }, { sent: read.form, version, as })
      if (!saved.ok) return refuse(saved, typed)
      throw redirect(`${studioPaths.terms()}?saved=${intent === 'publish' ? 'published' : 'corrected'}`, 303)
    }
    default: {
      const { draft, texts } = typed
      const moved = moveSection(draft.sections, intent)
      // Nothing is saved yet: returns the form with its current values.
      return answer(200, {
        draft: { ...draft, sections: moved?.sections ?? draft.sections },
        texts,
        at: moved?.at,
      })
    }
  }
}

function refuse(saved: Extract<TermsSaved, { ok: false }>, typed: Pick<TermsOutcome, 'draft' | 'texts'>) {
  switch (saved.reason) {
    case 'unchanged':
      return answer(422, { sentence: `Nothing has changed since version ${saved.number}.`, ...typed })
    case 'agreed-to':
      return answer(409, {
        sentence: `Someone has agreed to version ${saved.number}, so its text can’t change. Publish your change as a new version.`,
        ...typed,
      })
    default:
      return refuseRecord<TermsOutcome>(saved, typed)
  }
}

const answer = (status: number, outcome: TermsOutcome) => data(outcome, status)

export const meta: Route.MetaFunction = () => studioMeta('Terms')

export default function Terms({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, texts, version, earliest, versions, saved } = loaderData
  const [current] = versions
  return (
    <>
      <StudioHead title="Terms" />
      <SectionTabs />
      <div className="st-beside">
        <div className="trm">
          {/* A new version resets the form to the stored values. */}
          <TermsForm
            key={version}
            {...{ draft, texts, version, earliest, saved }}
            current={{ number: current?.number ?? 1, agreements: current?.agreements ?? 0 }}
            outcome={actionData}
          />
          <TermsVersions versions={versions} />
        </div>
        <PreviewFrame
          form="terms"
          action={studioPaths.termsPreview()}
          title="Terms preview"
          stamp={actionData?.draft?.sections.map(({ id }) => id).join(' ') ?? ''}
        />
      </div>
    </>
  )
}
