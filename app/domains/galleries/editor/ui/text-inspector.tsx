import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { TextField } from '~/domains/texts/ui/text-field'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { NewerVersion } from '~/ui/studio/newer-version'
import { PreviewButton, PreviewFrame } from '~/ui/studio/preview-frame'
import { studioPaths } from '~/ui/studio/studio-paths'
import { ConflictNote, SavingNote, useWrittenForm, versionToSend } from '~/ui/studio/written-form'
import type { EditorAnswer } from '../actions'
import type { EditedGallery, OpenItem } from '../operations.server'

type Refused = Extract<EditorAnswer, { ok: false }> | undefined

interface TextInspectorProps {
  gallery: EditedGallery
  item: Pick<OpenItem, 'id' | 'text'>
  action: string
  /** URL after closing. */
  closeTo: string
  refused: Refused
}

const FORM = 'text'

/** The form for a text of a story. */
export function TextInspector({ gallery, item, action, closeTo, refused: last }: TextInspectorProps) {
  const refused = last?.intent === 'save-text' ? last : undefined
  const preview = studioPaths.galleryPreview(gallery.id)
  return (
    <>
      <div className="insp__h">
        <h2 className="st-h2" id="inspector">
          Text
        </h2>
        <Link className="btn btn--quiet" to={closeTo} replace preventScrollReset>
          Close
        </Link>
      </div>
      <FormRefusal outcome={refused} order={['body']} />
      {item.text ? (
        <TextForm gallery={gallery} action={action} refused={refused} id={item.id} text={item.text} />
      ) : null}
      <PreviewFrame form={FORM} action={preview} title={`${gallery.title}, as it will look`} />
    </>
  )
}

interface TextFormProps extends Pick<TextInspectorProps, 'gallery' | 'action' | 'refused'> {
  id: string
  text: NonNullable<OpenItem['text']>
}

/** What is typed is saved as a draft, which the story doesn't show. */
function TextForm({ gallery, action, refused, id, text: latest }: TextFormProps) {
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
    <Form
      method="post"
      id={FORM}
      className="insp__f"
      noValidate
      preventScrollReset
      action={action}
      {...written.props}
    >
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
      <TextField
        label="Text"
        name="body"
        text={text}
        blocks={text.blocks}
        value={refused?.values.body}
        autoFocus={text.text === ''}
        error={refused?.errors.body}
      />
      <SavingNote saving={saving} />
      <div className="st-act">
        <button type="submit" className="btn">
          Update story
        </button>
        <PreviewButton form={FORM} action={studioPaths.galleryPreview(gallery.id)} />
      </div>
      <LeaveGuard isDirty={written.isUnsaved && !formData} param="open" />
    </Form>
  )
}
