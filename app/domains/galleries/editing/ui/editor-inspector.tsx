import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Acting } from '../acting/acting'
import type { EditorFrame } from '../model'
import type { EditedGallery, OpenFrame } from '../viewing/operations.server'
import { FrameInspector } from './frame-inspector'
import { TextInspector } from './text-inspector'

interface EditorInspectorProps {
  gallery: EditedGallery
  open: OpenFrame | null
  /** A text is being written: before this frame, or at the end (''). */
  newText: string | null
  /** Of the page. */
  frames: EditorFrame[]
  /** The set and page that the editor shows. */
  place: Record<string, string | null>
  refused: Extract<Acting, { ok: false }> | undefined
  busy: string | null
  onSend: (fields: Record<string, string> | FormData) => void
}

/** What a place of the history says when a frame was opened by a key: the focus goes on to what is known of it. */
export const OPENED_BY_KEY = { openedByKey: true } as const

/** What is known of the frame or the text that is open. */
export function EditorInspector({
  gallery,
  open,
  newText,
  frames,
  place,
  refused,
  busy,
  onSend,
}: EditorInspectorProps) {
  const inspector = useRef<HTMLElement>(null)
  const addressOf = (frame: string | null) => studioPaths.gallery(gallery.id, { ...place, frame })
  const opened = newText ?? open?.id
  const { key, state } = useLocation()
  const isOpenedByKey = state?.openedByKey === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same frame may be opened again
  useEffect(() => {
    if (isOpenedByKey) document.getElementById('inspector')?.focus({ preventScroll: true })
  }, [isOpenedByKey, key])
  useEffect(() => {
    if (opened === undefined) return
    // On narrow screens it stands below the frames.
    const top = inspector.current?.getBoundingClientRect().top ?? 0
    if (top > innerHeight - 120) inspector.current?.scrollIntoView({ block: 'start' })
    else frameOf(opened)?.scrollIntoView({ block: 'nearest' })
    return () => backTo(opened)
  }, [opened])
  if (opened === undefined) return null
  return (
    <aside className="insp" aria-labelledby="inspector" ref={inspector}>
      {open?.entry && newText === null ? (
        <FrameInspector
          gallery={gallery}
          frame={{ ...open, entry: open.entry }}
          number={frames.find((frame) => frame.id === open.id)?.number ?? null}
          beside={besideOf(frames, open.id)}
          addressOf={addressOf}
          refused={refused}
          busy={busy}
          onSend={onSend}
        />
      ) : (
        <TextInspector
          key={newText === null ? `${open?.id} ${open?.body}` : 'new'}
          gallery={gallery}
          text={newText === null ? open : null}
          before={newText || null}
          action={
            newText === null
              ? addressOf(open?.id ?? null)
              : studioPaths.gallery(gallery.id, { ...place, text: newText || 'end' })
          }
          closeTo={addressOf(null)}
          refused={refused}
        />
      )}
    </aside>
  )
}

const frameOf = (id: string) => document.querySelector<HTMLElement>(`[data-frame="${CSS.escape(id)}"]`)

/** What was closed leaves the focus nowhere: it goes back to where it came from. */
function backTo(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const frame = frameOf(id)
    frame?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    frame?.scrollIntoView({ block: 'nearest' })
  })
}

/** The photographs before and after a frame on its page. */
function besideOf(frames: EditorFrame[], id: string) {
  const photos = frames.filter(({ photo }) => photo !== null)
  const at = photos.findIndex((frame) => frame.id === id)
  return { previous: photos[at - 1]?.id ?? null, next: at === -1 ? null : (photos[at + 1]?.id ?? null) }
}
