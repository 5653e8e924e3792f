import { useState } from 'react'
import { Form, Link } from 'react-router'
import { TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { PreviewButton, PreviewFrame } from '~/ui/studio/preview-frame'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Acting } from '../acting/acting'
import type { EditedGallery, OpenFrame } from '../viewing/operations.server'

interface TextInspectorProps {
  gallery: EditedGallery
  /** null: a new one. */
  text: Pick<OpenFrame, 'id' | 'body'> | null
  /** The frame that a new one stands before; null: at the end. */
  before: string | null
  action: string
  /** Where closing it leads. */
  closeTo: string
  refused: Extract<Acting, { ok: false }> | undefined
}

const FORM = 'text'

/** A text of an essay beside the page that it makes. */
export function TextInspector({ gallery, text, before, action, closeTo, refused }: TextInspectorProps) {
  const [isDirty, setDirty] = useState(false)
  const mine = refused?.intent === 'add-text' || refused?.intent === 'save-text' ? refused : undefined
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
      <FormRefusal outcome={mine} order={['body']} />
      <Form
        method="post"
        id={FORM}
        action={action}
        className="insp__f"
        noValidate
        preventScrollReset
        onChange={() => setDirty(true)}
        onSubmit={() => setDirty(false)}
      >
        <input type="hidden" name="intent" value={text ? 'save-text' : 'add-text'} />
        <input type="hidden" name="frame" value={text?.id ?? ''} />
        <input type="hidden" name="was" value={text?.body ?? ''} />
        <input type="hidden" name="before" value={before ?? ''} />
        <TextArea
          label="Text"
          name="body"
          rows={10}
          defaultValue={mine?.values.body ?? text?.body}
          error={mine?.errors.body}
          hint="Markdown: **bold**, *italic*, ## a heading, and a blank line between paragraphs."
        />
        <div className="st-act">
          <button type="submit" className="btn">
            {text ? 'Save' : 'Add text'}
          </button>
          <PreviewButton form={FORM} action={preview} />
        </div>
        <LeaveGuard isDirty={isDirty} param={text ? 'frame' : 'text'} />
      </Form>
      <PreviewFrame form={FORM} action={preview} title={`${gallery.title}, as it will look`} />
    </>
  )
}
