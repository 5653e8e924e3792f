import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Field, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import { altAdvice } from '../alt-advice'
import { type FocalPercent, percentOf, readPercent } from '../focal-point'
import type { LibraryPhoto } from '../model'
import { PHOTO_FIELDS, type PhotoField } from '../photo-form'
import { Crops, FocalEditor } from './focal-editor'

interface PhotoFormProps {
  entry: LibraryPhoto
  /** Whether visitors see the photo. */
  isPublic: boolean
  saved: boolean
  outcome: FormOutcome<PhotoField> | undefined
}

/** The form for a photo's texts and focal point. */
export function PhotoForm({ entry: { photo, version }, isPublic, saved, outcome }: PhotoFormProps) {
  const stored = {
    title: photo.title,
    alt: photo.alt,
    focalX: String(percentOf(photo.focal.x)),
    focalY: String(percentOf(photo.focal.y)),
  }
  const [values, setValues] = useState({ ...stored, ...outcome?.values })
  const [isDirty, setDirty] = useState(false)
  const isBusy = useNavigation().state === 'submitting'
  const errors = outcome?.errors ?? {}
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }))
    setDirty(true)
  }
  // While a number is incomplete, the ring stays at the stored position.
  const focal: FocalPercent = {
    x: readPercent(values.focalX) ?? percentOf(photo.focal.x),
    y: readPercent(values.focalY) ?? percentOf(photo.focal.y),
  }
  const advice = altAdvice(values.alt, values.title)
  const field = (name: PhotoField) => ({
    name,
    error: errors[name],
    value: values[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <Form method="post" className="pedit" noValidate onSubmit={() => setDirty(false)}>
      <div className="pedit__p">
        <FocalEditor
          photo={photo}
          focal={focal}
          onMove={({ x, y }) => change({ focalX: String(x), focalY: String(y) })}
        />
        <Crops photo={photo} focal={focal} />
      </div>
      <div className="pedit__f">
        <FormRefusal outcome={outcome} order={PHOTO_FIELDS} />
        {saved && !outcome && !isDirty ? (
          <SavedNote>Saved and published everywhere this photo is used.</SavedNote>
        ) : null}
        <input type="hidden" name="version" value={version} />
        <Field label="Title" {...field('title')} autoComplete="off" />
        <TextArea
          label="Alt text"
          rows={3}
          optional={!isPublic}
          hint="For people who can’t see it. Describe the photo in one sentence. For example, Two wedding rings standing on the open page of a book."
          {...field('alt')}
        />
        {advice && !errors.alt ? <p className="pedit__a">{advice}</p> : null}
        <fieldset className="pedit__xy">
          <legend>Focal point</legend>
          <Field label="From left (%)" inputMode="decimal" autoComplete="off" {...field('focalX')} />
          <Field label="From top (%)" inputMode="decimal" autoComplete="off" {...field('focalY')} />
          <p className="pedit__h" id="focal-help">
            Keeps this spot visible when the photo is cropped. Click or drag on it, or use the arrow keys.
            Hold Shift to move farther.
          </p>
        </fieldset>
        <div className="st-act">
          <button type="submit" className="btn" name="intent" value="save" aria-busy={isBusy || undefined}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
        </div>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}
