import { useMemo } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { ChoosablePhoto } from '~/domains/photos/model'
import type { EditorChoices } from '~/domains/texts/blocks'
import { loadWhole, MarkdownArea } from '~/domains/texts/ui/text-field'
import { useEditor } from '~/domains/texts/ui/use-editor'
import type { FieldValues, IntentOutcome } from '~/platform/forms'
import { Field, FieldError, fieldId } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { NewerVersion } from '~/ui/studio/newer-version'
import { PreviewButton } from '~/ui/studio/preview-frame'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import { ConflictNote, SavingNote, useWrittenForm, versionToSend } from '~/ui/studio/written-form'
import { POST_FIELDS, type PostState, type PostValues, TITLE_MAX } from '../../editor/post-values'
import { PostFields, type RelatableGroup } from './post-fields'
import { PostStateTag } from './post-state'
import type { SharedAs } from './shared-preview'

export const POST_FORM_ID = 'post-form'

interface PostEditorProps {
  id: string
  state: PostState
  published: string | null
  values: PostValues
  document: string
  markdown: { markdown: string; lost: string[] }
  version: string
  isChanged: boolean
  isMarkdown: boolean
  photos: ChoosablePhoto[]
  choices: EditorChoices
  /** What can be shown below the post, as groups of `kind:slug`. */
  relatable: RelatableGroup[]
  /** How search engines and shared links show it. */
  shared: SharedAs
  done: string | null
  outcome: IntentOutcome | undefined
}

/** A post's form. With script, the text is edited as it will look, and everything is saved while typing. */
export function PostEditor(props: PostEditorProps) {
  const { id, state, outcome, done, photos, markdown } = props
  const shown: FieldValues = { ...props.values, markdown: markdown.markdown, ...outcome?.values }
  const {
    saving,
    version,
    isUnsaved,
    keepMine,
    props: written,
  } = useWrittenForm({
    action: studioPaths.postAutosave(id),
    version: props.version,
  })
  const { editor } = useEditor(loadWhole, () => {
    const area = written.ref.current?.elements.namedItem('markdown')
    // What was typed before the editor loaded, or was sent back, stays in the form as Markdown.
    return area instanceof HTMLTextAreaElement && area.value === markdown.markdown
  })
  const { formData } = useNavigation()
  const sent = formData?.get('intent')

  const { choices, relatable, shared, values, document: stored } = props
  const isTextWrong = outcome?.errors.markdown !== undefined
  // Each save changes a line of this form, and these parts take long to render.
  const text = useMemo(
    () =>
      editor ? (
        <editor.Editor
          extensions={editor.extensions}
          name="document"
          id={fieldId('markdown')}
          labelledBy="post-text"
          isWrong={isTextWrong}
          document={stored}
          {...{ photos, choices }}
        />
      ) : null,
    [editor, isTextWrong, stored, photos, choices],
  )
  const fields = useMemo(
    () => (
      <PostFields
        shown={{ ...values, ...outcome?.values }}
        errors={outcome?.errors ?? {}}
        {...{ photos, state, relatable, shared }}
      />
    ),
    [values, outcome, photos, state, relatable, shared],
  )
  return (
    <Form method="post" id={POST_FORM_ID} className="st-sheet st-form" noValidate {...written}>
      <FormRefusal
        outcome={outcome}
        order={[...POST_FIELDS.slice(0, 1), 'markdown', ...POST_FIELDS.slice(1)]}
      />
      {outcome ? null : <SavedNote>{done}</SavedNote>}
      <PostStanding {...props} />
      {props.isMarkdown ? (
        <p className="note">
          <span>
            This post has parts that the editor shows as plain text, such as a table. Your site shows them
            until you publish from here. The original stays under{' '}
            <Link to={studioPaths.postVersions(id)}>Versions</Link>.
          </span>
        </p>
      ) : null}
      {saving.kind === 'conflict' ? (
        <ConflictNote {...saving.conflict} noun="post" onKeep={keepMine}>
          <NewerVersion
            version={saving.conflict.version}
            addressOf={(query) => studioPaths.postVersions(id, query)}
          />
        </ConflictNote>
      ) : null}
      <input type="hidden" name="version" value={versionToSend(version, outcome)} />
      {outcome?.values.separate ? <input type="hidden" name="separate" value="yes" /> : null}
      <Field
        name="title"
        label="Title"
        defaultValue={shown.title}
        error={outcome?.errors.title}
        maxLength={TITLE_MAX}
      />
      {text ? (
        <div className="field">
          <span className="label" id="post-text">
            Text
          </span>
          {text}
          {isTextWrong ? (
            <FieldError id={`${fieldId('markdown')}-error`}>{outcome.errors.markdown}</FieldError>
          ) : null}
        </div>
      ) : (
        <MarkdownArea
          name="markdown"
          label="Text"
          rows={18}
          defaultValue={shown.markdown ?? ''}
          lost={markdown.lost}
          error={outcome?.errors.markdown}
          hasPhotos
        />
      )}
      {fields}
      <div className="st-act pg-act">
        <SavingNote saving={saving} />
        <button
          type="submit"
          className="btn"
          name="intent"
          value="publish"
          aria-busy={sent === 'publish' || undefined}
        >
          {state === 'draft' ? 'Publish' : 'Update'}
        </button>
        <button type="submit" className="btn btn--line" name="intent" value="save">
          Save draft
        </button>
        <PreviewButton form={POST_FORM_ID} action={studioPaths.postPreview(id)} />
        {state === 'draft' ? null : (
          <button type="submit" className="btn btn--quiet" name="intent" value="unpublish">
            Unpublish
          </button>
        )}
      </div>
      <LeaveGuard isDirty={isUnsaved && !formData} />
    </Form>
  )
}

/** Whether visitors see the post, and what of it. */
function PostStanding({
  id,
  state,
  published,
  isChanged,
}: Pick<PostEditorProps, 'id' | 'state' | 'published' | 'isChanged'>) {
  return (
    <p className="wf-state">
      <PostStateTag state={state} />
      {state === 'scheduled' ? <span>Will be published {published}.</span> : null}
      {state === 'published' || state === 'unlisted' ? <span>Published {published}.</span> : null}
      {state !== 'draft' && isChanged ? <span>Your latest changes aren’t on the site yet.</span> : null}
      <Link to={studioPaths.postVersions(id)}>Versions</Link>
      {state === 'published' ? null : <Link to={studioPaths.postLinks(id)}>Private links</Link>}
    </p>
  )
}
