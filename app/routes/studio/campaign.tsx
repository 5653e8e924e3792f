import { useEffect, useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { listChoosablePosts } from '~/domains/blog/operations.server'
import { listFilterChoices } from '~/domains/booking/manage/list.server'
import { RemoveForm, RemoveLink } from '~/domains/content/ui/row-form'
import {
  type CampaignNotSaved,
  duplicateCampaign,
  readCampaign,
  removeCampaign,
  saveCampaign,
} from '~/domains/newsletter/campaigns/drafts.server'
import { readersSentence, sentCampaign, subjectOf } from '~/domains/newsletter/campaigns/model'
import { countReadersOf } from '~/domains/newsletter/campaigns/progress.server'
import { changeCampaign, sendTestCampaign } from '~/domains/newsletter/campaigns/sending.server'
import { isEveryone } from '~/domains/newsletter/segments/segment'
import { listTags } from '~/domains/newsletter/subscribers/tags.server'
import { CampaignTag, SendingFields, SubjectFields } from '~/domains/newsletter/ui/campaign-fields'
import { SegmentFields } from '~/domains/newsletter/ui/segment-fields'
import { listChoosablePhotos } from '~/domains/photos/library.server'
import { photosInText, postsInDocument } from '~/domains/texts/model'
import { useEditor } from '~/domains/texts/ui/use-editor'
import { answerIntent } from '~/platform/http/answer-record.server'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { FieldError, fieldId } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { useHydrated } from '~/ui/hydrated'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { NoMailServer } from '~/ui/studio/no-mail-server'
import { PreviewFrame } from '~/ui/studio/preview-frame'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { ConflictNote, SavingNote, useWrittenForm, versionToSend } from '~/ui/studio/written-form'
import '~/domains/blog/ui/editor/editor.css'
import '~/domains/content/ui/content-lists.css'
import '~/domains/newsletter/ui/campaigns.css'
import '~/domains/newsletter/ui/subscribers.css'
import type { Route } from './+types/campaign'

const FORM_ID = 'newsletter-form'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const campaign = await readCampaign(at, params.campaign)
  if (!campaign) throw data(null, { status: 404 })
  if (campaign.state !== 'draft' && campaign.state !== 'scheduled')
    throw redirect(studioPaths.campaignProgress(campaign.id), 303)
  const { searchParams } = new URL(request.url)
  const done = searchParams.get('done') ?? ''
  return {
    ...campaign,
    readers: await countReadersOf(at, campaign.id),
    goesToAll: isEveryone(campaign.segment),
    photos: await listChoosablePhotos(at, { shown: photosInText(campaign.document) }),
    posts: await listChoosablePosts(at, { shown: postsInDocument(campaign.document) }),
    sessionTypes: (await listFilterChoices(at)).types,
    tags: (await listTags(at)).map(({ id: tag, name }) => ({ id: tag, title: name })),
    isRemoving: searchParams.has('remove') && campaign.state === 'draft',
    done: Object.hasOwn(DONE, done) ? (DONE[done] ?? null) : null,
  }
}

const DONE: Record<string, string> = {
  saved: 'Draft saved.',
  duplicated: 'Added as a new draft.',
  unscheduled: 'Unscheduled. The newsletter is a draft again.',
}

export async function action({ request, params: { campaign: id }, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  const read = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!read.ok)
    return answerIntent({ intent: 'save', sentence: read.sentence, errors: {}, values: {} }, read.status)
  const { form } = read
  const intent = form.get('intent')
  const values = sentCampaign(form)
  switch (intent) {
    case 'save':
    case 'review':
    case 'test': {
      const saved = await saveCampaign(at, id, {
        fields: form,
        document: form.get('document'),
        version: form.get('version'),
        isSeparate: form.get('separate') === 'yes',
      })
      if (!saved.ok) return refused(saved)
      if (intent === 'review') throw redirect(studioPaths.campaignReview(id), 303)
      if (intent === 'save') throw redirect(studioPaths.campaign(id, { done: 'saved' }), 303)
      const to = at.author.email
      const delivery = await at.aside(() => sendTestCampaign(at, id, to))
      const isAccepted = typeof delivery === 'object' && delivery.ok
      return answerIntent(
        {
          ...{ intent: isAccepted ? ACCEPTED : intent, errors: {}, values },
          sentence: testSentence(delivery, to),
        },
        200,
      )
    }
    case 'unschedule':
      await changeCampaign(at, id, 'unschedule')
      throw redirect(studioPaths.campaign(id, { done: 'unscheduled' }), 303)
    case 'duplicate': {
      const copy = await duplicateCampaign(at, id)
      if (copy === undefined) throw data(null, { status: 404 })
      throw redirect(studioPaths.campaign(copy, { done: 'duplicated' }), 303)
    }
    case 'remove': {
      const removed = await removeCampaign(at, id, form.get('version'))
      if (!removed.ok) return refused(removed)
      throw redirect(studioPaths.campaigns({ done: 'removed' }), 303)
    }
    default:
      throw data(BROKEN_FORM, { status: 422 })
  }

  function refused(saved: CampaignNotSaved) {
    switch (saved.reason) {
      case 'missing':
        throw data(null, { status: 404 })
      case 'sent':
        throw redirect(studioPaths.campaignProgress(id), 303)
      case 'refused':
        return answerIntent({ intent, errors: saved.errors, values }, 422)
      case 'changed-since': {
        if (intent === 'remove')
          return answerIntent({ intent, sentence: JUST_CHANGED, errors: {}, values: {} }, 409)
        const sentence = `${saved.by} saved a newer version ${saved.saved}. Your text is still here. Save again to keep both: theirs becomes another draft.`
        const again = { version: saved.version, separate: 'yes' }
        return answerIntent({ intent, sentence, errors: {}, values: { ...values, ...again } }, 409)
      }
    }
  }
}

/** The intent of an answer that confirms a test. */
const ACCEPTED = 'test-accepted'

function testSentence(delivery: Awaited<ReturnType<typeof sendTestCampaign>>, to: string): string {
  if (delivery === 'no-server') return 'This site can’t send email yet. Set up a mail server first.'
  if (delivery === 'missing') throw data(null, { status: 404 })
  if (delivery.ok)
    return `The mail server accepted the test to ${to}${delivery.answer ? `: ${delivery.answer}` : '.'}`
  return delivery.isReached
    ? `The mail server refused the test to ${to}: ${delivery.detail}`
    : `We couldn’t reach the mail server: ${delivery.detail}`
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? subjectOf(loaderData.values) : 'Newsletter')

export default function Campaign({ loaderData, actionData }: Route.ComponentProps) {
  const { id, state, values, version, when, trouble, isRemoving } = loaderData
  const name = subjectOf(values)
  return (
    <>
      <StudioHead title={name} up={{ label: 'Newsletter', to: studioPaths.campaigns() }}>
        <Form method="post">
          <button type="submit" className="btn btn--line" name="intent" value="duplicate">
            Duplicate
          </button>
        </Form>
      </StudioHead>
      <NoMailServer />
      {trouble ? <p className="note note--stop">{trouble}</p> : null}
      <div className="st-beside">
        <div>
          {isRemoving ? (
            <RemoveForm title={`“${name}”`} version={Number(version)} back={studioPaths.campaign(id)}>
              <ul className="note__list">
                <li>This deletes the draft. Photos stay in your library. You can’t undo this.</li>
              </ul>
            </RemoveForm>
          ) : null}
          {state === 'scheduled' ? (
            <Form method="post" className="note note--dev">
              <span>
                <CampaignTag state={state} /> It will be sent {when}, with the changes that you save before.{' '}
                <button type="submit" className="btn btn--line" name="intent" value="unschedule">
                  Unschedule
                </button>
              </span>
            </Form>
          ) : null}
          <Composer key={`${id} ${version}`} {...loaderData} outcome={actionData} />
          {state === 'draft' && !isRemoving ? (
            <div className="ped-remove">
              <RemoveLink to={studioPaths.campaign(id, { remove: 'ask' })}>Delete draft</RemoveLink>
            </div>
          ) : null}
        </div>
        <PreviewFrame
          form={FORM_ID}
          action={studioPaths.campaignPreview(id)}
          title={`${name}, as it will look`}
        />
      </div>
    </>
  )
}

interface ComposerProps extends Omit<Route.ComponentProps['loaderData'], 'isRemoving' | 'when' | 'trouble'> {
  outcome: Route.ComponentProps['actionData']
}

/** The form. The text is edited once the editor has loaded. */
function Composer(props: ComposerProps) {
  const { id, document, photos, posts, values, segment, tags, sessionTypes, readers, done, outcome } = props
  const { goesToAll } = props
  const written = useWrittenForm({ action: studioPaths.campaignAutosave(id), version: props.version })
  const { editor, isMissing } = useEditor(loadEditor)
  const isAlive = useHydrated()
  const { formData } = useNavigation()
  const { saving } = written
  const [problems, setProblems] = useState(props.problems)
  const [readersNote, setReadersNote] = useState(readersSentence(readers))
  useEffect(() => {
    if (saving.kind !== 'saved') return
    setProblems(saving.problems ?? [])
    if (saving.note) setReadersNote(saving.note)
  }, [saving])
  const given = { shown: { ...values, ...outcome?.values }, errors: outcome?.errors ?? {} }
  return (
    <Form method="post" id={FORM_ID} className="st-sheet st-form" noValidate {...written.props}>
      {outcome?.intent === ACCEPTED ? (
        <SavedNote>{outcome.sentence}</SavedNote>
      ) : (
        <FormRefusal outcome={outcome} order={['subject', 'preheader', 'document', 'rate']} />
      )}
      {outcome ? null : <SavedNote>{done}</SavedNote>}
      {saving.kind === 'conflict' ? (
        <ConflictNote {...saving.conflict} noun="newsletter" onKeep={written.keepMine}>
          <p>Then both stay: theirs becomes another draft.</p>
        </ConflictNote>
      ) : null}
      <input type="hidden" name="version" value={versionToSend(written.version, outcome)} />
      {outcome?.values.separate ? <input type="hidden" name="separate" value="yes" /> : null}
      <SubjectFields {...given} />
      <div className="field">
        <span className="label" id="newsletter-text">
          Text
        </span>
        {editor ? (
          <editor.Editor
            extensions={editor.extensions}
            name="document"
            id={fieldId('document')}
            labelledBy="newsletter-text"
            isWrong={given.errors.document !== undefined}
            document={document}
            photos={photos}
            choices={{ postTeaser: posts }}
          />
        ) : (
          <>
            <input type="hidden" name="document" value={document} />
            {isAlive && !isMissing ? <p className="ink2">Loading the editor…</p> : null}
            <noscript>
              <p>To write the text, turn on JavaScript in your browser, then reload this page.</p>
            </noscript>
            <div role="alert">
              {isMissing ? (
                <FieldError>
                  We couldn’t load the editor. Check your connection, then reload this page.
                </FieldError>
              ) : null}
            </div>
          </>
        )}
        {given.errors.document ? (
          <FieldError id={`${fieldId('document')}-error`}>{given.errors.document}</FieldError>
        ) : null}
        <div role="status">
          {problems.map((problem) => (
            <FieldError key={problem}>{problem}</FieldError>
          ))}
        </div>
      </div>
      <details className="cmp-who" open={!goesToAll}>
        <summary>
          <h2 className="st-h2">Recipients</h2> <span className="ink2">{readersNote}</span>
        </summary>
        <div className="cmp-who__in">
          <p className="ink2">
            Everyone who meets all of these conditions. Leave them blank for all subscribers.
          </p>
          <SegmentFields segment={segment} tags={tags} sessionTypes={sessionTypes} />
        </div>
      </details>
      <SendingFields {...given} />
      <div className="st-act pg-act">
        <SavingNote saving={saving} />
        <button type="submit" className="btn" name="intent" value="review">
          Review and send
        </button>
        <button type="submit" className="btn btn--line" name="intent" value="save">
          Save draft
        </button>
        <button
          type="submit"
          className="btn btn--line"
          name="intent"
          value="test"
          aria-busy={formData?.get('intent') === 'test' || undefined}
        >
          Email me a test
        </button>
      </div>
      <LeaveGuard isDirty={written.isUnsaved && !formData} />
    </Form>
  )
}

const loadEditor = async () => {
  const [{ TextEditor: Editor }, { Photo, textExtensions }, { PostTeaser }, { Button }] = await Promise.all([
    import('~/domains/texts/ui/text-editor'),
    import('~/domains/texts/ui/extensions'),
    import('~/domains/texts/ui/block-nodes'),
    import('~/domains/newsletter/ui/parts'),
  ])
  const text = textExtensions({ code: false, codeBlock: false })
  return { Editor, extensions: [...text, Photo, Button, PostTeaser] }
}
