import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { altAdvice } from '~/domains/photos/alt-advice'
import { type FocalPercent, percentOf, readPercent } from '~/domains/photos/focal-point'
import { FocalEditor } from '~/domains/photos/ui/focal-editor'
import { Field, TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { FactList } from '~/ui/studio/fact-list'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Acting } from '../acting/acting'
import type { EditedGallery, OpenFrame } from '../viewing/operations.server'
import { SwitchForm } from './switch-form'

interface FrameInspectorProps {
  gallery: EditedGallery
  frame: OpenFrame & { entry: NonNullable<OpenFrame['entry']> }
  number: number | null
  /** Where its forms go. */
  action: string
  refused: Extract<Acting, { ok: false }> | undefined
}

const ORDER = ['alt', 'title', 'caption', 'focalX', 'focalY'] as const

/** One frame: what people are told of it, what crops keep in sight, and whether visitors see it. */
export function FrameInspector({ gallery, frame, number, action, refused }: FrameInspectorProps) {
  const { entry } = frame
  const { photo } = entry
  const mine = refused?.intent === 'frame' ? refused : undefined
  const [values, setValues] = useState({
    title: photo.title,
    alt: photo.alt,
    caption: frame.caption,
    focalX: String(percentOf(photo.focal.x)),
    focalY: String(percentOf(photo.focal.y)),
    ...mine?.values,
  })
  const [isDirty, setDirty] = useState(false)
  const isBusy = useNavigation().formData?.get('intent') === 'frame'
  const errors = mine?.errors ?? {}
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }))
    setDirty(true)
  }
  const field = (name: keyof typeof values) => ({
    name,
    id: `frame-${name}`,
    error: errors[name],
    value: values[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const focal: FocalPercent = {
    x: readPercent(values.focalX) ?? percentOf(photo.focal.x),
    y: readPercent(values.focalY) ?? percentOf(photo.focal.y),
  }
  const advice = altAdvice(values.alt, values.title)
  return (
    <>
      <div className="insp__h">
        <h2 className="st-h2" id="inspector">
          {number === null ? 'Frame' : `Frame ${number}`}
        </h2>
        <span className="mono">{frame.fileName}</span>
        <Link className="btn btn--quiet" to={action.split('?')[0] ?? ''} replace preventScrollReset>
          Close
        </Link>
      </div>
      <FormRefusal
        outcome={mine}
        order={ORDER}
        ids={Object.fromEntries(ORDER.map((name) => [name, `frame-${name}`]))}
      />
      <Form
        method="post"
        action={action}
        className="insp__f"
        noValidate
        preventScrollReset
        onSubmit={() => setDirty(false)}
      >
        <FocalEditor
          photo={photo}
          focal={focal}
          onMove={({ x, y }) => change({ focalX: String(x), focalY: String(y) })}
        />
        <input type="hidden" name="intent" value="frame" />
        <input type="hidden" name="frame" value={frame.id} />
        <input type="hidden" name="version" value={entry.version} />
        <input type="hidden" name="captionWas" value={frame.caption} />
        <TextArea
          label="Alt text"
          rows={3}
          optional={!frame.isPublic}
          hint="For people who cannot see it."
          {...field('alt')}
        />
        {advice && !errors.alt ? <p className="pedit__a">{advice}</p> : null}
        <Field label="Title" autoComplete="off" {...field('title')} />
        <Field label="Caption" optional autoComplete="off" {...field('caption')} />
        <details className="insp__xy" open={Boolean(errors.focalX || errors.focalY)}>
          <summary>Focal point in numbers</summary>
          <p className="pedit__h" id="focal-help">
            What must stay in sight when the picture is cropped. Press on the photograph, or move the ring
            with the arrow keys.
          </p>
          <div className="pedit__xy">
            <Field label="From the left, in %" inputMode="decimal" autoComplete="off" {...field('focalX')} />
            <Field label="From the top, in %" inputMode="decimal" autoComplete="off" {...field('focalY')} />
          </div>
        </details>
        <div className="st-act">
          <button type="submit" className="btn" aria-busy={isBusy || undefined}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
        </div>
        <LeaveGuard isDirty={isDirty} />
      </Form>
      <SwitchForm
        label="Use as cover"
        isOn={frame.isCover}
        action={action}
        fields={{ intent: frame.isCover ? 'uncover' : 'cover', frame: frame.id }}
      />
      <SwitchForm
        label="Show on the public site"
        isOn={frame.isPublic}
        action={action}
        fields={{ intent: frame.isPublic ? 'take-off-site' : 'show-on-site', item: frame.id }}
        note={
          frame.isPublic
            ? 'Off takes it off every page of the site.'
            : frame.consentMissing
              ? frame.consentMissing
              : gallery.kind === 'client'
                ? 'Clients see it here in any case.'
                : frame.isHidden
                  ? 'It is hidden. Show it in the gallery first.'
                  : undefined
        }
        disabled={!frame.isPublic && (frame.isHidden || frame.consentMissing !== null)}
      />
      {frame.consentMissing === null || frame.isPublic ? null : (
        <p className="swf__t">
          <span className="tag tag--hollow">Not public</span>{' '}
          <Link className="txt" to={studioPaths.galleryConsents(gallery.id)}>
            Consents
          </Link>
        </p>
      )}
      <SwitchForm
        label="Shows nobody"
        isOn={frame.showsNobody}
        action={action}
        fields={{ intent: frame.showsNobody ? 'shows-somebody' : 'shows-nobody', item: frame.id }}
        note="Nobody can be recognized on it, so that it needs no consent."
      />
      <FactList facts={entry.facts.filter(({ label }) => SHOWN_FACTS.has(label))} />
      <p>
        <Link className="txt" to={studioPaths.photo(photo.slug)}>
          Everything about this photograph
        </Link>
      </p>
    </>
  )
}

const SHOWN_FACTS = new Set(['Taken', 'Camera', 'Lens', 'Exposure', 'Size', 'File name'])
