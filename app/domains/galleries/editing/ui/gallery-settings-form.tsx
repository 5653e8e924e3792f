import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Field, FieldError, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { useStudioZone } from '~/ui/studio/studio-zone'
import { DELIVERY_SIZES } from '../../access/model'
import { fieldsOf, type GalleryField, SIZE_LABELS } from '../settings/gallery-form'
import type { GallerySettings } from '../settings/operations.server'

interface GallerySettingsFormProps {
  gallery: GallerySettings
  outcome: FormOutcome<GalleryField> | undefined
}

/** What a gallery says of itself, and what those it is shared with may do at most. */
export function GallerySettingsForm({ gallery, outcome }: GallerySettingsFormProps) {
  const { kind, version, places } = gallery
  const [isDirty, setDirty] = useState(false)
  const isBusy = useNavigation().formData?.get('intent') === 'save'
  const values = { ...gallery.values, ...outcome?.values }
  const errors = outcome?.errors ?? {}
  const field = (name: GalleryField) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
    autoComplete: 'off',
  })
  return (
    <Form
      method="post"
      className="st-form"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal outcome={outcome} order={fieldsOf(kind)} />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={version} />
      <Field label="Title" {...field('title')} />
      <Field label="Where and when" optional {...field('dateline')} hint="Such as Montclair, June 2026." />
      {kind === 'client' ? (
        <ClientFields values={values} field={field} errors={errors} />
      ) : (
        <>
          <Field
            label="Kind of work"
            {...field('category')}
            hint="Such as Wedding. It stands beside the photographs."
          />
          <TextArea label="Summary" optional rows={4} {...field('summary')} />
          <Field
            label="Place on the site"
            inputMode="numeric"
            optional
            {...field('place')}
            hint={`From 1 to ${places}: which of them comes first.`}
          />
        </>
      )}
      <Field
        label="Name in addresses"
        {...field('slug')}
        hint={
          kind === 'client'
            ? 'For the command line; the links of clients do not show it.'
            : 'Links that people have kept lead nowhere when it changes.'
        }
      />
      <div className="st-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}

interface ClientFieldsProps {
  values: Partial<Record<GalleryField, string>>
  errors: Partial<Record<GalleryField, string>>
  field: (name: GalleryField) => { name: string; defaultValue: string | undefined; error: string | undefined }
}

function ClientFields({ values, errors, field }: ClientFieldsProps) {
  const sizes = (values.sizes ?? '').split('\n')
  const zone = useStudioZone()
  return (
    <>
      <TextArea
        label="Note to your clients"
        optional
        rows={4}
        {...field('note')}
        hint="Stands under the title, when they open the gallery."
      />
      <fieldset className="gset" id="field-sizes">
        <legend>Sizes to download</legend>
        {DELIVERY_SIZES.map((size) => (
          <label className="chk" key={size}>
            <input type="checkbox" name="sizes" value={size} defaultChecked={sizes.includes(size)} />
            <span>{SIZE_LABELS[size]}</span>
          </label>
        ))}
        <p className="hint">None of them: they look and choose, and download nothing.</p>
        {errors.sizes ? <FieldError>{errors.sizes}</FieldError> : null}
      </fieldset>
      <fieldset className="gset">
        <legend>Proofing</legend>
        <label className="chk">
          <input type="checkbox" name="proofing" value="yes" defaultChecked={values.proofing === 'yes'} />
          <span>
            Clients choose their favorites here
            <span className="gkind__n">
              They see the photographs with your watermark. Originals stay clean.
            </span>
          </span>
        </label>
      </fieldset>
      <Field
        label="Most picks"
        inputMode="numeric"
        optional
        {...field('pickLimit')}
        hint="Such as 30. Empty: as many as they like."
      />
      <Field
        label="Last day"
        type="date"
        optional
        {...field('expiresOn')}
        hint={`Closes at 11:59 PM ${zone.name} on this day. Nothing is deleted. Leave blank to keep it open.`}
      />
    </>
  )
}
