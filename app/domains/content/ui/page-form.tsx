import { Form, Link, useNavigation } from 'react-router'
import type { ChoosablePhoto } from '~/domains/photos/model'
import type { EditorChoices } from '~/domains/texts/blocks'
import type { EditedText } from '~/domains/texts/model'
import type { FieldValues } from '~/platform/forms'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { NewerVersion } from '~/ui/studio/newer-version'
import { PreviewButton } from '~/ui/studio/preview-frame'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import { ConflictNote, SavingNote, useWrittenForm, versionToSend } from '~/ui/studio/written-form'
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
  values: FieldValues
  version: string
  /** The site doesn't show the newest version yet. */
  isDraft: boolean
  done: string | null
  photos: ChoosablePhoto[]
  texts: Record<string, EditedText>
  blocks: EditorChoices | undefined
  choices: PageChoices
  /** Placeholders in the page's texts that have no value. */
  blanks: string[]
  outcome: PageOutcome | undefined
}

/** A page's text form. What is typed is saved as a draft. */
export function PageForm(props: PageFormProps) {
  const { page, values, version, isDraft, done, photos, texts, blocks, choices, blanks, outcome } = props
  const typed = definedIn(outcome?.values ?? {})
  const shown = Object.keys(typed).length > 0 ? typed : values
  const isArranged = outcome?.focus !== undefined
  const written = useWrittenForm({
    action: studioPaths.pageAutosave(page),
    version: (isArranged && outcome.values.version) || version,
    isChanged: isArranged,
  })
  const { formData } = useNavigation()
  const sent = formData?.get('intent')
  const given = {
    shown,
    errors: outcome?.errors ?? {},
    focus: outcome?.focus,
    photos,
    texts,
    blocks,
    choices,
  }
  const { fields } = PAGE_FORMS[page]
  const { saving } = written
  return (
    <Form method="post" id={PAGE_FORM_ID} className="st-sheet st-form" noValidate {...written.props}>
      {/* Enter in a field presses the first button of a form. */}
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
        Publish
      </button>
      <FormRefusal
        outcome={isArranged ? undefined : outcome}
        order={[...everyField(fields, shown), ...fields].map(({ name }) => name)}
      />
      {outcome ? null : <SavedNote>{done}</SavedNote>}
      <p className="wf-state">
        {isDraft ? <span>Your latest changes aren’t on the site yet.</span> : null}
        <Link to={studioPaths.pageVersions(page)}>Versions</Link>
      </p>
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
      {saving.kind === 'conflict' ? (
        <ConflictNote {...saving.conflict} noun="page" onKeep={written.keepMine}>
          <NewerVersion
            version={saving.conflict.version}
            addressOf={(query) => studioPaths.pageVersions(page, query)}
          />
        </ConflictNote>
      ) : null}
      <input type="hidden" name="version" value={versionToSend(written.version, outcome)} />
      {outcome?.values.separate ? <input type="hidden" name="separate" value="yes" /> : null}
      <FieldControls fields={fields} {...given} />
      <div className="st-act pg-act">
        <SavingNote saving={saving} />
        <button type="submit" className="btn" aria-busy={sent === null || undefined}>
          Publish
        </button>
        <button
          type="submit"
          className="btn btn--line"
          name="intent"
          value="save"
          aria-busy={sent === 'save' || undefined}
        >
          Save draft
        </button>
        <PreviewButton form={PAGE_FORM_ID} action={previewOf(page)} />
        {page === 'navigation' ? (
          <button type="submit" className="btn btn--quiet" name="intent" value="defaults">
            Reset to default labels
          </button>
        ) : null}
      </div>
      <LeaveGuard isDirty={written.isUnsaved && !formData} />
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
