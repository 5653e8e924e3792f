import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { FormRefusal } from '~/ui/form-refusal'
import { SavedNote } from '~/ui/studio/saved-note'
import type { Acting } from '../acting/acting'
import type { EditedGallery, OpenFrame } from '../viewing/operations.server'
import { EditorFrames } from './editor-frames'
import { frameAddresses } from './frame-addresses'
import { PublishNotes } from './publish-notes'
import { SetBar } from './set-bar'

interface GalleryEditorProps {
  gallery: EditedGallery
  open: OpenFrame | null
  /** A text is being written: before this frame, or at the end (''). */
  newText: string | null
  done: { told: string; undo: Record<string, string> | null } | null
  refused: Extract<Acting, { ok: false }> | undefined
  /** Brings photographs in. */
  children?: ReactNode
}

/** Forms whose errors stand at a field of their own. */
const ELSEWHERE = new Set(['frame', 'add-text', 'save-text'])

/** A gallery’s photographs: chosen, sorted, described and shown. */
export function GalleryEditor({ gallery, open, newText, done, refused, children }: GalleryEditorProps) {
  const { id, set, page } = gallery
  const addressOf = frameAddresses(gallery)
  const values: Record<string, string> = { ...refused?.values, intent: refused?.intent ?? '' }
  return (
    <>
      {children}
      {done && !refused ? (
        <div className="gdone">
          <SavedNote>{done.told}</SavedNote>
          {done.undo ? <UndoForm fields={done.undo} action={addressOf(null)} /> : null}
        </div>
      ) : null}
      {refused?.sentence && !ELSEWHERE.has(refused.intent) ? (
        <div className="gdone">
          <FormRefusal outcome={{ ...refused, errors: {}, values: {} }} order={[]} />
        </div>
      ) : null}
      <PublishNotes gallery={gallery} refused={refused} addressOf={addressOf} />
      <SetBar gallery={gallery} errors={refused?.errors ?? {}} values={values} />
      <EditorFrames
        // Another page of it begins with nothing chosen; what stands above stays, and keeps the focus.
        key={`${id} ${set} ${page}`}
        gallery={gallery}
        open={open}
        newText={newText}
        refused={refused}
      />
    </>
  )
}

function UndoForm({ fields, action }: { fields: Record<string, string>; action: string }) {
  return (
    <Form method="post" action={action} preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="btn btn--line">
        Undo
      </button>
    </Form>
  )
}
