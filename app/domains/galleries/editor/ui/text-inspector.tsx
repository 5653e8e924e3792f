import { type ReactNode, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { NewerVersion } from '~/ui/studio/newer-version'
import { PreviewButton, PreviewFrame } from '~/ui/studio/preview-frame'
import { studioPaths } from '~/ui/studio/studio-paths'
import { ConflictNote, SavingNote, useWrittenForm, versionToSend } from '~/ui/studio/written-form'
import type { EditorAnswer } from '../actions'
import type { EditedGallery, OpenItem } from '../operations.server'

type Refused = Extract<EditorAnswer, { ok: false }> | undefined

interface FormProps {
  gallery: EditedGallery
  action: string
  refused: Refused
}

interface TextInspectorProps extends FormProps {
  /** null: a new text. */
  text: Pick<OpenItem, 'id' | 'text'> | null
  /** The item that a new text precedes; null: at the end. */
  before: string | null
  /** URL after closing. */
  closeTo: string
}

const FORM = 'text'
const FORM_PROPS = {
  method: 'post',
  id: FORM,
  className: 'insp__f',
  noValidate: true,
  preventScrollReset: true,
} as const

/** The form for a text of a story. */
export function TextInspector({ text, before, closeTo, refused: last, ...given }: TextInspectorProps) {
  const { gallery } = given
  const refused = last?.intent === 'add-text' || last?.intent === 'save-text' ? last : undefined
  const preview = studioPaths.galleryPreview(gallery.id)
  return (
    <>
      <div className="insp__h">
        <h2 className="st-h2" id="inspector">
          {text ? 'Text' : 'New text'}
        </h2>
        <Link className="btn btn--quiet" to={closeTo} replace preventScrollReset>
          Close
        </Link>
      </div>
      <FormRefusal outcome={refused} order={['body']} />
      {text?.text ? (
        <SavedText {...given} refused={refused} id={text.id} text={text.text} />
      ) : (
        <NewText {...given} refused={refused} before={before} />
      )}
      <PreviewFrame form={FORM} action={preview} title={`${gallery.title}, as it will look`} />
    </>
  )
}

function NewText({ gallery, action, refused, before }: FormProps & { before: string | null }) {
  const [isDirty, setDirty] = useState(false)
  return (
    <Form {...FORM_PROPS} action={action} onChange={() => setDirty(true)} onSubmit={() => setDirty(false)}>
      <input type="hidden" name="intent" value="add-text" />
      <input type="hidden" name="before" value={before ?? ''} />
      <TextFields body="" refused={refused} />
      <Buttons gallery={gallery}>Add text</Buttons>
      <LeaveGuard isDirty={isDirty} param="text" />
    </Form>
  )
}

interface SavedTextProps extends FormProps {
  id: string
  text: NonNullable<OpenItem['text']>
}

/** What is typed is saved as a draft, which the story doesn't show. */
function SavedText({ gallery, action, refused, id, text: latest }: SavedTextProps) {
  // Loading the gallery again, as during uploads, doesn't change the form.
  const [text] = useState(latest)
  const written = useWrittenForm({
    action: studioPaths.storyTextAutosave(gallery.id, id),
    version: text.version,
  })
  const { formData } = useNavigation()
  const { saving } = written
  const versions = (query?: { show: string }) => studioPaths.storyTextVersions(gallery.id, id, query)
  return (
    <Form {...FORM_PROPS} action={action} {...written.props}>
      <p className="wf-state">
        {text.isDraft ? <span>Your story doesn’t show your latest changes yet.</span> : null}
        <Link to={versions()}>Versions</Link>
      </p>
      {saving.kind === 'conflict' ? (
        <ConflictNote {...saving.conflict} noun="text" onKeep={written.keepMine}>
          <NewerVersion version={saving.conflict.version} addressOf={versions} />
        </ConflictNote>
      ) : null}
      <input type="hidden" name="intent" value="save-text" />
      <input type="hidden" name="open" value={id} />
      <input type="hidden" name="version" value={versionToSend(written.version, refused)} />
      {refused?.values.separate ? <input type="hidden" name="separate" value="yes" /> : null}
      <TextFields body={text.body} refused={refused} />
      <SavingNote saving={saving} />
      <Buttons gallery={gallery}>Update story</Buttons>
      <LeaveGuard isDirty={written.isUnsaved && !formData} param="open" />
    </Form>
  )
}

const TextFields = ({ body, refused }: { body: string; refused: Refused }) => (
  <TextArea
    label="Text"
    name="body"
    rows={10}
    defaultValue={refused?.values.body ?? body}
    error={refused?.errors.body}
    hint="Markdown: **bold**, *italic*, ## a heading, and a blank line between paragraphs."
  />
)

const Buttons = ({ gallery, children }: { gallery: EditedGallery; children: ReactNode }) => (
  <div className="st-act">
    <button type="submit" className="btn">
      {children}
    </button>
    <PreviewButton form={FORM} action={studioPaths.galleryPreview(gallery.id)} />
  </div>
)
