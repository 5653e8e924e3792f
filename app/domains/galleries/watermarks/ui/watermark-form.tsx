import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Field, Select } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import { STRENGTHS, WATERMARK_PLACES, WATERMARK_TEXT_MAX, WIDTHS } from '../model'
import { placeLabel, WATERMARK_FIELDS, type WatermarkField } from '../watermark-form'

interface WatermarkFormProps {
  gallery: { id: string; version: number; proofing: boolean }
  values: Record<WatermarkField, string>
  outcome: FormOutcome<WatermarkField> | undefined
  saved: boolean
  /** Photographs that have their proofs, of how many. */
  made: number
  total: number
  canPreview: boolean
}

/** How proofs are marked, beside a photograph that shows it. */
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
        <Select {...field('kind')} label="What stands on the photographs">
          <option value="logo">The logo</option>
          <option value="text">A text</option>
        </Select>
        <Field
          {...field('text')}
          label="Text"
          optional={shown.kind !== 'text'}
          maxLength={WATERMARK_TEXT_MAX}
          hint="Used when a text is chosen, such as the name of the studio."
          autoComplete="off"
        />
        <Select {...field('place')} label="Where">
          {WATERMARK_PLACES.map((place) => (
            <option key={place} value={place}>
              {placeLabel(place)}
            </option>
          ))}
        </Select>
        <div className="wm__two">
          <Field
            {...field('strength')}
            label="Strength in %"
            inputMode="numeric"
            hint={`${STRENGTHS.least} to ${STRENGTHS.most}`}
          />
          <Field
            {...field('width')}
            label="Width in %"
            inputMode="numeric"
            hint={`${WIDTHS.least} to ${WIDTHS.most}, of the photograph`}
          />
        </div>
        <p className="hint">
          Only the proofs carry it. Originals, and what is delivered, stay clean.{' '}
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
          <p>When the gallery has photographs, one of them shows here how it looks.</p>
        </div>
      )}
    </div>
  )
}

const progress = ({ made, total, gallery }: WatermarkFormProps): string =>
  !gallery.proofing || total === 0
    ? ''
    : made < total
      ? `Drawing proofs: ${made} of ${total}.`
      : `All ${total} proofs carry it.`

const fieldsOf = (read: (name: WatermarkField) => string) =>
  Object.fromEntries(WATERMARK_FIELDS.map((name) => [name, read(name)])) as Record<WatermarkField, string>

/** Long enough to type a word. */
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
        alt="One photograph of the gallery with the watermark"
        hidden={isMissing}
        onError={() => setMissing(true)}
        onLoad={() => setMissing(false)}
      />
      <figcaption>
        <p className="hint" role="status">
          {isMissing
            ? 'There is nothing to show yet: mend the form, or wait for the photographs.'
            : 'As clients see it.'}
        </p>
      </figcaption>
    </figure>
  )
}
