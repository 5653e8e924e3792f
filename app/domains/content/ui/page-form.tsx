import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { ChoosablePhoto } from '~/domains/photos/model'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { PreviewButton } from '~/ui/studio/preview-frame'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import { type EditablePage, PAGE_FORMS, versionsOf } from '../pages/fields'
import type { PageChoices } from '../pages.server'
import { everyField } from '../rows/fields'
import { FieldControls } from './field-control'
import { PlaceholderHint } from './placeholder-hint'

export const PAGE_FORM_ID = 'page-form'

/** URL of the preview. @param after the version of the page; the first by default */
export const previewOf = (page: EditablePage, after = versionsOf(page)[0]?.after): string =>
  studioPaths.pagePreview(page, { for: after ?? '' })

/** Why the form was refused, or its values after a row was added, removed or moved. */
export interface PageOutcome extends FormOutcome<string> {
  /** The field to focus. */
  focus?: string
}

interface PageFormProps {
  page: EditablePage
  values: Record<string, string>
  version: number
  saved: boolean
  photos: ChoosablePhoto[]
  choices: PageChoices
  /** Placeholders in the page's texts that have no value. */
  blanks: string[]
  outcome: PageOutcome | undefined
}

/** A page's text form. Saving publishes. */
export function PageForm({ page, values, version, saved, photos, choices, blanks, outcome }: PageFormProps) {
  const typed = definedIn(outcome?.values ?? {})
  const shown = Object.keys(typed).length > 0 ? typed : values
  const [wasTouched, setTouched] = useState(false)
  const isBusy = useNavigation().state === 'submitting'
  const given = { shown, errors: outcome?.errors ?? {}, focus: outcome?.focus, photos, choices }
  const { fields } = PAGE_FORMS[page]
  return (
    <Form
      method="post"
      id={PAGE_FORM_ID}
      className="st-sheet st-form"
      noValidate
      onChange={() => setTouched(true)}
      onSubmit={() => setTouched(false)}
    >
      {/* Enter in a field presses the first button of a form. */}
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <FormRefusal
        outcome={outcome?.focus === undefined ? outcome : undefined}
        order={[...everyField(fields, shown), ...fields].map(({ name }) => name)}
      />
      {saved && !outcome ? <SavedNote>Saved and published.</SavedNote> : null}
      <PageHints page={page} />
      {blanks.length > 0 ? (
        <p className="note">
          <span>
            {blanks.join(', ')} {blanks.length === 1 ? 'has' : 'have'} no value, so visitors don’t see
            sentences with {blanks.length === 1 ? 'it' : 'them'}.{' '}
            <a href={studioPaths.settings('studio')}>Add it in Settings</a>, or change the text.
          </span>
        </p>
      ) : null}
      <input type="hidden" name="version" value={version} />
      <FieldControls fields={fields} {...given} />
      <div className="st-act pg-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
        <PreviewButton form={PAGE_FORM_ID} action={previewOf(page)} />
        {page === 'navigation' ? (
          <button type="submit" className="btn btn--quiet" name="intent" value="defaults">
            Reset to default labels
          </button>
        ) : null}
      </div>
      <LeaveGuard isDirty={!isBusy && (wasTouched || outcome !== undefined)} />
    </Form>
  )
}

function PageHints({ page }: { page: EditablePage }) {
  if (page === 'navigation')
    return (
      <p className="ink2">
        Link labels in the header, menu, and footer of every page. The order stays the same.
      </p>
    )
  return (
    <p className="ink2">
      <PlaceholderHint />
    </p>
  )
}

const definedIn = (values: Partial<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
