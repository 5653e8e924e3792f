import { Form, Link, useNavigation } from 'react-router'
import { Field, FieldError, Select } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ListedPreset } from '../../presets/model'
import { GALLERY_KINDS, type GalleryKind } from '../model'
import type { NewGalleryField } from '../settings.server'

const KINDS: Record<GalleryKind, { label: string; note: string }> = {
  client: { label: 'For clients', note: 'Private. Only clients you share it with can open it.' },
  public: { label: 'Public gallery', note: 'A category on your website’s Gallery page.' },
  portfolio: { label: 'Portfolio story', note: 'A story of photos and text, on its page in your Portfolio.' },
}
const ORDER = ['title', 'kind', 'preset', 'category'] as const

interface NewGalleryFormProps {
  kind: GalleryKind
  presets: ListedPreset[]
  outcome: FormOutcome<NewGalleryField> | undefined
}

/** The form for a new gallery: name, kind, and what a client gallery starts with. */
export function NewGalleryForm({ kind: asked, presets, outcome }: NewGalleryFormProps) {
  const isBusy = useNavigation().state === 'submitting'
  const values = outcome?.values ?? {}
  const errors = outcome?.errors ?? {}
  const kind = values.kind ?? asked
  return (
    <Form method="post" className="st-sheet st-form" noValidate>
      <FormRefusal outcome={outcome} order={ORDER} />
      <Field
        label="Title"
        name="title"
        autoComplete="off"
        defaultValue={values.title}
        error={errors.title}
        hint="For example, Lee & Park. Clients see it too."
      />
      <fieldset
        className="gkind"
        id="field-kind"
        tabIndex={-1}
        aria-describedby={errors.kind ? 'kind-error' : undefined}
      >
        <legend>Gallery type</legend>
        {GALLERY_KINDS.toReversed().map((each) => (
          <label className="chk" key={each}>
            <input type="radio" name="kind" value={each} defaultChecked={kind === each} />
            <span>
              <b>{KINDS[each].label}</b>
              <span className="gkind__n">{KINDS[each].note}</span>
            </span>
          </label>
        ))}
        {errors.kind ? <FieldError id="kind-error">{errors.kind}</FieldError> : null}
      </fieldset>
      <div className="gkind__client">
        <Select
          label="Preset"
          name="preset"
          optional
          defaultValue={values.preset ?? presets.find(({ isDefault }) => isDefault)?.id ?? ''}
          error={errors.preset}
          hint={
            <>
              Settings that a client gallery starts with. You can change each of them later.{' '}
              <Link to={studioPaths.galleryPresets()}>Edit presets</Link>
            </>
          }
        >
          <option value="">None</option>
          {presets.map(({ id, name, about }) => (
            <option key={id} value={id}>
              {name}: {about}
            </option>
          ))}
        </Select>
      </div>
      <div className="gkind__site">
        <Field
          label="Category"
          name="category"
          optional
          autoComplete="off"
          defaultValue={values.category}
          error={errors.category}
          hint="For example, Wedding. Leave blank to use the title."
        />
      </div>
      <div className="st-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Creating…' : 'Create gallery'}
        </button>
      </div>
    </Form>
  )
}
