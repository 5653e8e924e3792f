import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Field, FieldError } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { GALLERY_KINDS, type GalleryKind } from '../model'
import type { NewGalleryField } from '../settings/operations.server'

const KINDS: Record<GalleryKind, { label: string; note: string }> = {
  client: { label: 'For clients', note: 'Private: for those it is shared with, and nobody else.' },
  public: { label: 'Public gallery', note: 'A filter of the gallery page of the site.' },
  portfolio: { label: 'Portfolio series', note: 'An essay of photographs and texts, on a page of its own.' },
}
const ORDER = ['title', 'kind', 'category'] as const

interface NewGalleryFormProps {
  kind: GalleryKind
  outcome: FormOutcome<NewGalleryField> | undefined
}

/** What a gallery is called and what it is for; the rest comes later. */
export function NewGalleryForm({ kind: asked, outcome }: NewGalleryFormProps) {
  const isBusy = useNavigation().state === 'submitting'
  const values = outcome?.values ?? {}
  const errors = outcome?.errors ?? {}
  const [kind, setKind] = useState<string>(values.kind ?? asked)
  return (
    <Form method="post" className="st-sheet st-form" noValidate>
      <FormRefusal outcome={outcome} order={ORDER} />
      <Field
        label="Title"
        name="title"
        autoComplete="off"
        defaultValue={values.title}
        error={errors.title}
        hint="Such as Whitfield & Cole. Clients read it too."
      />
      <fieldset className="gkind" id="field-kind">
        <legend>What it is for</legend>
        {GALLERY_KINDS.toReversed().map((each) => (
          <label className="chk" key={each}>
            <input
              type="radio"
              name="kind"
              value={each}
              defaultChecked={kind === each}
              onChange={() => setKind(each)}
            />
            <span>
              <b>{KINDS[each].label}</b>
              <span className="gkind__n">{KINDS[each].note}</span>
            </span>
          </label>
        ))}
        {errors.kind ? <FieldError>{errors.kind}</FieldError> : null}
      </fieldset>
      <div className={kind === 'client' ? 'gkind__c gkind__c--off' : 'gkind__c'}>
        <Field
          label="Kind of work"
          name="category"
          optional
          autoComplete="off"
          defaultValue={values.category}
          error={errors.category}
          hint="Such as Wedding. The title is taken when this is empty; a client gallery needs none."
        />
      </div>
      <div className="st-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Making it…' : 'Make the gallery'}
        </button>
      </div>
    </Form>
  )
}
