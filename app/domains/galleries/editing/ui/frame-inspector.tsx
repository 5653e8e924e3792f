import { Link } from 'react-router'
import { FactList } from '~/ui/studio/fact-list'
import { StudioIcon } from '~/ui/studio/studio-icon'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Acting } from '../acting/acting'
import type { EditedGallery, OpenFrame } from '../viewing/operations.server'
import { FrameForm } from './frame-form'
import { SwitchForm } from './switch-form'

interface FrameInspectorProps {
  gallery: EditedGallery
  frame: OpenFrame & { entry: NonNullable<OpenFrame['entry']> }
  number: number | null
  /** The frames beside it on this page. */
  beside: { previous: string | null; next: string | null }
  addressOf: (frame: string | null) => string
  /** Without script, or in place. */
  refused: Extract<Acting, { ok: false }> | undefined
  /** The intent that is under way. */
  busy: string | null
  /** Sends a form without leaving the page. */
  onSend: (fields: Record<string, string> | FormData) => void
}

/** One frame: what people are told of it, what crops keep in sight, and whether visitors see it. */
export function FrameInspector({
  gallery,
  frame,
  number,
  beside,
  addressOf,
  refused,
  busy,
  onSend,
}: FrameInspectorProps) {
  const { photo, facts } = frame.entry
  const action = addressOf(frame.id)
  const toggle = (intent: string, about: Record<string, string>) => ({
    action,
    fields: { intent, ...about },
    onPress: onSend,
    isBusy: busy === intent,
  })
  return (
    <>
      <div className="insp__h">
        <h2 className="st-h2" id="inspector" tabIndex={-1}>
          {number === null ? 'Frame' : `Frame ${number}`}
        </h2>
        <span className="mono">{frame.fileName}</span>
        <nav className="insp__n" aria-label="Frames">
          <Beside to={beside.previous && addressOf(beside.previous)} label="Previous item" icon="previous" />
          <Beside to={beside.next && addressOf(beside.next)} label="Next item" icon="next" />
          <Link className="btn btn--quiet" to={addressOf(null)} replace preventScrollReset>
            Close
          </Link>
        </nav>
      </div>
      <FrameForm
        key={frame.id}
        frame={frame}
        next={beside.next}
        action={action}
        refused={refused?.intent === 'frame' ? refused : undefined}
        isBusy={busy === 'frame'}
        onSave={onSend}
      />
      <SwitchForm
        label="Use as cover"
        isOn={frame.isCover}
        {...toggle(frame.isCover ? 'uncover' : 'cover', { frame: frame.id })}
      />
      <SwitchForm
        label="Show on the public site"
        isOn={frame.isPublic}
        {...toggle(frame.isPublic ? 'take-off-site' : 'show-on-site', { item: frame.id, frame: frame.id })}
        note={refused?.intent === 'show-on-site' ? refused.held?.[0]?.sentence : publicNote(gallery, frame)}
        disabled={!frame.isPublic && (frame.isHidden || frame.consentMissing !== null)}
      />
      {frame.consentMissing === null || frame.isPublic ? null : (
        <p className="swf__t">
          <span className="tag tag--hollow">Not public</span>{' '}
          <Link className="txt" to={studioPaths.galleryReleases(gallery.id)}>
            Releases
          </Link>
        </p>
      )}
      <SwitchForm
        label="No recognizable people"
        isOn={frame.showsNobody}
        {...toggle(frame.showsNobody ? 'shows-somebody' : 'shows-nobody', { item: frame.id })}
        note="No recognizable people, so it doesn’t need a release."
      />
      <FactList facts={facts.filter(({ label }) => SHOWN_FACTS.has(label))} />
      <p>
        <Link className="txt" to={studioPaths.photo(photo.slug)}>
          All photo details
        </Link>
      </p>
    </>
  )
}

interface BesideProps {
  to: string | null
  label: string
  icon: 'previous' | 'next'
}

function Beside({ to, label, icon }: BesideProps) {
  if (to === null) return null
  return (
    <Link className="btn btn--quiet btn--icon" to={to} replace preventScrollReset aria-label={label}>
      <StudioIcon name={icon} small />
    </Link>
  )
}

function publicNote({ kind }: EditedGallery, frame: OpenFrame): string | undefined {
  if (frame.isPublic) return 'Turning this off removes it from every page of your site.'
  if (frame.consentMissing !== null) return frame.consentMissing
  if (kind === 'client') return 'Clients see it here either way.'
  return frame.isHidden ? 'This photo is hidden. Show it in the gallery first.' : undefined
}

const SHOWN_FACTS = new Set(['Taken', 'Camera', 'Lens', 'Exposure', 'Size', 'File name'])
