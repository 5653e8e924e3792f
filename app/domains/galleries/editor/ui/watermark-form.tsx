import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Field, Select } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import {
  OPACITY_MAX,
  OPACITY_MIN,
  WATERMARK_POSITIONS,
  WATERMARK_TEXT_MAX,
  WIDTH_MAX,
  WIDTH_MIN,
} from '../../watermarks/model'
import { positionLabel, WATERMARK_FIELDS, type WatermarkField } from '../../watermarks/watermark-form'

interface WatermarkFormProps {
  gallery: { id: string; version: number; proofing: boolean }
  values: Record<WatermarkField, string>
  outcome: FormOutcome<WatermarkField> | undefined
  saved: boolean
  /** Number of photos with proofs, and the total. */
  made: number
  total: number
  canPreview: boolean
}

/** The watermark's settings beside a preview. */
export function WatermarkForm(props: WatermarkFormProps) {
  const { gallery, values, outcome, saved, canPreview } = props
  const form = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState(values)
  const isBusy = useNavigation().state === 'submitting'
  const read = () => {
    if (!form.current) return
    const sent = new FormData(form.current)
    setShown(fieldsOf((name) => String(sent.get(name) ?? '')))
  }
  const field = (name: WatermarkField) => ({
    name,
    defaultValue: values[name],
    error: outcome?.errors[name],
  })
  return (
    <div className="wm">
      <Form method="post" className="st-sheet st-form wm__form" noValidate ref={form} onInput={read}>
        <FormRefusal outcome={outcome} order={WATERMARK_FIELDS} />
        {saved ? <SavedNote>Saved. {progress(props)}</SavedNote> : null}
        <input type="hidden" name="version" value={gallery.version} />
        <Select {...field('kind')} label="Watermark">
          <option value="logo">Logo</option>
          <option value="text">Text</option>
        </Select>
        <Field
          {...field('text')}
          label="Text"
          optional={shown.kind !== 'text'}
          maxLength={WATERMARK_TEXT_MAX}
          hint="Used if you choose text. For example, your studio’s name."
          autoComplete="off"
        />
        <Select {...field('position')} label="Position">
          {WATERMARK_POSITIONS.map((position) => (
            <option key={position} value={position}>
              {positionLabel(position)}
            </option>
          ))}
        </Select>
        <div className="wm__two">
          <Field
            {...field('opacity')}
            label="Opacity (%)"
            inputMode="numeric"
            hint={`${OPACITY_MIN} to ${OPACITY_MAX}`}
          />
          <Field
            {...field('width')}
            label="Width (%)"
            inputMode="numeric"
            hint={`${WIDTH_MIN} to ${WIDTH_MAX}, relative to the photo`}
          />
        </div>
        <p className="hint">
          Only proofs have the watermark. Originals and downloads stay clean.{' '}
          {gallery.proofing
            ? progress(props)
            : 'Proofing is off in this gallery, so there are no proofs now.'}
        </p>
        <div className="st-act">
          <button type="submit" className="btn" aria-busy={isBusy || undefined}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
        </div>
      </Form>
      {canPreview ? (
        <WatermarkPreview galleryId={gallery.id} values={shown} />
      ) : (
        <div className="empty">
          <p>Once the gallery has photos, you’ll see a preview here.</p>
        </div>
      )}
    </div>
  )
}

const progress = ({ made, total, gallery }: WatermarkFormProps): string =>
  !gallery.proofing || total === 0
    ? ''
    : made < total
      ? `Creating proofs: ${made} of ${total}.`
      : `All ${total} proofs are watermarked.`

const fieldsOf = (read: (name: WatermarkField) => string) =>
  Object.fromEntries(WATERMARK_FIELDS.map((name) => [name, read(name)])) as Record<WatermarkField, string>

/** In milliseconds. The preview updates after a pause in typing. */
const PAUSE_MS = 350

function WatermarkPreview({
  galleryId,
  values,
}: {
  galleryId: string
  values: Record<WatermarkField, string>
}) {
  const address = studioPaths.galleryWatermarkPreview(galleryId, values)
  const [shown, setShown] = useState(address)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(address), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [address])
  return (
    <figure className="wm__pic">
      <img
        src={shown}
        alt="Watermark preview"
        hidden={isMissing}
        onError={() => setMissing(true)}
        onLoad={() => setMissing(false)}
      />
      <figcaption>
        <p className="hint" role="status">
          {isMissing ? 'No preview yet. Fix the form, or wait for photos to upload.' : 'What clients see.'}
        </p>
      </figcaption>
    </figure>
  )
}
