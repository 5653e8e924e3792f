import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Field, FieldError, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { DOWNLOAD_SIZES } from '../../access/model'
import { fieldsOf, type GalleryField, SIZE_LABELS } from '../gallery-form'
import type { GallerySettings } from '../settings.server'

interface GallerySettingsFormProps {
  gallery: GallerySettings
  outcome: FormOutcome<GalleryField> | undefined
}

/** A gallery's texts, and its clients' permissions. */
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
      <Field
        label="Location and date"
        optional
        {...field('dateline')}
        hint="For example, City Park, June 2026."
      />
      {kind === 'client' ? (
        <ClientFields values={values} field={field} errors={errors} />
      ) : (
        <>
          <Field
            label="Category"
            {...field('category')}
            hint="For example, Wedding. Shown next to the photos."
          />
          <TextArea label="Summary" optional rows={4} {...field('summary')} />
          <Field
            label="Sort order"
            inputMode="numeric"
            optional
            {...field('place')}
            hint={`From 1 to ${places}. Lower numbers come first.`}
          />
        </>
      )}
      <Field
        label="URL slug"
        {...field('slug')}
        hint={
          kind === 'client'
            ? 'Used on the command line. Client links don’t show it.'
            : 'If you change it, existing links stop working.'
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
  return (
    <>
      <TextArea
        label="Note to your clients"
        optional
        rows={4}
        {...field('note')}
        hint="Shown in the email with the link, and above the photos."
      />
      <fieldset
        className="gset"
        id="field-sizes"
        tabIndex={-1}
        aria-describedby={errors.sizes ? 'sizes-error' : undefined}
      >
        <legend>Download sizes</legend>
        {DOWNLOAD_SIZES.map((size) => (
          <label className="chk" key={size}>
            <input type="checkbox" name="sizes" value={size} defaultChecked={sizes.includes(size)} />
            <span>{SIZE_LABELS[size]}</span>
          </label>
        ))}
        <p className="hint">If none are checked, clients can view and favorite photos but not download.</p>
        {errors.sizes ? <FieldError id="sizes-error">{errors.sizes}</FieldError> : null}
      </fieldset>
      <fieldset className="gset">
        <legend>Proofing</legend>
        <label className="chk">
          <input type="checkbox" name="proofing" value="yes" defaultChecked={values.proofing === 'yes'} />
          <span>
            Show photos with your watermark
            <span className="gkind__n">Downloads stay clean. Sharing says who can pick favorites.</span>
          </span>
        </label>
      </fieldset>
      <Field
        label="Selection limit"
        inputMode="numeric"
        optional
        {...field('pickLimit')}
        hint="For example, 30. Leave blank for no limit."
      />
    </>
  )
}

interface PinPartProps {
  version: number
  /** null: none; undefined: it can't be decrypted. */
  pin: string | null | undefined
}

/** A six-digit PIN in addition to the link. */
export function PinPart({ version, pin }: PinPartProps) {
  return (
    <section className="gpart" aria-labelledby="pin">
      <h2 className="st-h2" id="pin">
        PIN
      </h2>
      {pin === null ? (
        <p className="ink2">Off: anyone with the link can open this gallery.</p>
      ) : (
        <p>
          {pin === undefined ? (
            'We can’t read this PIN anymore. Create a new one.'
          ) : (
            <>
              <strong className="gpin">{`${pin.slice(0, 3)} ${pin.slice(3)}`}</strong>
              <span className="ink2">
                {' '}
                Send the PIN separately from the link—by text or phone, for example.
              </span>
            </>
          )}
        </p>
      )}
      <Form method="post" className="st-act" preventScrollReset>
        <input type="hidden" name="version" value={version} />
        <button type="submit" className="btn btn--line" name="intent" value="new-pin">
          {pin === null ? 'Turn on PIN' : 'Create new PIN'}
        </button>
        {pin === null ? null : (
          <button type="submit" className="btn btn--quiet" name="intent" value="no-pin">
            Turn off PIN
          </button>
        )}
      </Form>
    </section>
  )
}
