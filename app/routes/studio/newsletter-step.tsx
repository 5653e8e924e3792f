import { data, Form, redirect } from 'react-router'
import { doneSentence } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { RemoveForm, RemoveLink, ROW_FORM_ID, RowForm, useDirty } from '~/domains/content/ui/row-form'
import { sequenceFields, WELCOME } from '~/domains/newsletter/sequence/model'
import {
  addStep,
  readStep,
  removeStep,
  restoreWelcome,
  saveStep,
  testStep,
} from '~/domains/newsletter/sequence/operations.server'
import { answerRecord } from '~/platform/http/answer-record.server'
import type { IntentOutcome } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { FieldError } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { NoMailServer } from '~/ui/studio/no-mail-server'
import { PreviewFrame } from '~/ui/studio/preview-frame'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/newsletter-step'

export async function loader({ request, params: { email: id }, context }: Route.LoaderArgs) {
  const { email } = requireStudio(context, request, { owner: true })
  const query = new URL(request.url).searchParams
  const step = id === 'new' ? undefined : await readStep(context.get(scope), id)
  if (id !== 'new' && !step) throw data(null, { status: 404 })
  const mayRemove = step !== undefined && !step.isOurs
  return {
    id,
    title: titleOf(id, step?.subject),
    values: {
      subject: step?.subject ?? '',
      text: step?.text ?? '',
      delayDays: String(step?.delayDays ?? 3),
      isOn: step?.isOn === false ? '' : 'yes',
    },
    version: step?.version ?? null,
    former: step?.former ?? null,
    problem: step?.problem ?? '',
    mayRemove,
    isRemoving: mayRemove && query.has('remove'),
    testTo: step ? email : null,
    done: query.get('done') === 'tested' ? `A test is on its way to ${email}.` : doneSentence(request.url),
  }
}

const titleOf = (id: string, subject: string | undefined) =>
  id === 'new' ? 'New email' : id === WELCOME ? 'Welcome email' : (subject ?? '')

export async function action({ request, params: { email: id }, context }: Route.ActionArgs) {
  return await answerRecord(
    { request, context },
    {
      isNew: id === 'new',
      owner: true,
      sent: (form) => sentFields(sequenceFields(id), form),
      add: addStep,
      save: (at, change) => saveStep(at, id, change),
      remove: (at, version) => removeStep(at, id, version),
      after: {
        added: () => studioPaths.newsletterWelcome({ done: 'added' }),
        saved: () => studioPaths.newsletterStep(id, { done: 'kept' }),
        removed: () =>
          id === WELCOME
            ? studioPaths.newsletterStep(id, { done: 'kept' })
            : studioPaths.newsletterWelcome({ done: 'removed' }),
      },
      other: async (at, form) => {
        if (form.get('intent') === 'restore') {
          const restored = await restoreWelcome(at, Number(form.get('version')))
          if (!restored.ok)
            return refuseRecord<IntentOutcome>(restored, { intent: 'restore', values: {} }, JUST_CHANGED)
          throw redirect(studioPaths.newsletterStep(id, { done: 'kept' }), 303)
        }
        if (form.get('intent') !== 'test') return undefined
        const { email } = requireStudio(context, request, { owner: true })
        if (!(await testStep(at, id, email))) throw data(null, { status: 404 })
        throw redirect(studioPaths.newsletterStep(id, { done: 'tested' }), 303)
      },
    },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.title ?? 'Email')

export default function NewsletterStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, values, version, former, problem, mayRemove, isRemoving, testTo, done } = loaderData
  const saving = actionData?.intent === 'save' ? actionData : undefined
  const dirty = useDirty(saving)
  const back = studioPaths.newsletterStep(id)
  const preview = studioPaths.newsletterStepPreview(id)
  return (
    <>
      <StudioHead title={title} up={{ label: 'Welcome emails', to: studioPaths.newsletterWelcome() }} />
      <NoMailServer />
      <div className="st-beside">
        <div className="cat-page">
          {isRemoving && version !== null ? (
            <RemoveForm title={id === WELCOME ? 'your text' : `“${title}”`} version={version} back={back}>
              <p>
                {id === WELCOME
                  ? 'New subscribers get the default text again. Your text stays on this page, and you can use it again.'
                  : 'No one gets this email from now on, and we no longer know who got it. You can’t undo this.'}
              </p>
            </RemoveForm>
          ) : null}
          {actionData && !saving ? <FormRefusal outcome={actionData} /> : null}
          {actionData || problem === '' ? null : (
            <FieldError>
              {id === WELCOME
                ? 'We send the default text until you fix yours.'
                : 'This email isn’t sent until you fix it.'}{' '}
              {problem}
            </FieldError>
          )}
          <RowForm
            key={JSON.stringify(values)}
            fields={sequenceFields(id)}
            {...{ values, version, dirty }}
            outcome={saving}
            previews={[{ action: preview }]}
          >
            {actionData ? null : <SavedNote>{done}</SavedNote>}
          </RowForm>
          {former && version !== null ? (
            <Form method="post" className="cat-form" aria-labelledby="former">
              <h2 className="st-h2" id="former">
                Your text
              </h2>
              <p className="ink2">It’s kept until you save another one.</p>
              <details>
                <summary>{former.subject}</summary>
                <p style={{ whiteSpace: 'pre-line' }}>{former.text}</p>
              </details>
              <input type="hidden" name="version" value={version} />
              <div className="st-act">
                <button type="submit" className="btn btn--line" name="intent" value="restore">
                  Use your text again
                </button>
              </div>
            </Form>
          ) : null}
          {testTo === null ? null : (
            <Form method="post" className="cat-form">
              <p className="ink2">A test shows the email as it was last saved. It goes to {testTo}.</p>
              <div className="st-act">
                <button type="submit" className="btn btn--line" name="intent" value="test">
                  Send a test
                </button>
              </div>
            </Form>
          )}
          {mayRemove && !isRemoving ? (
            <RemoveLink to={studioPaths.newsletterStep(id, { remove: 'ask' })}>
              {id === WELCOME ? 'Use the default text' : 'Delete'}
            </RemoveLink>
          ) : null}
          <LeaveGuard isDirty={dirty.isDirty} />
        </div>
        <PreviewFrame form={ROW_FORM_ID} action={preview} title={`${title}, as it will look`} />
      </div>
    </>
  )
}
