import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { EditedText } from '~/domains/texts/model'
import { TextField } from '~/domains/texts/ui/text-field'
import { Field, TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { useHydrated } from '~/ui/hydrated'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { MoveButton } from '~/ui/studio/move-buttons'
import { PreviewButton } from '~/ui/studio/preview-frame'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import {
  LEDE_MAX,
  LINE_MAX,
  moveIntent,
  SECTIONS_MAX,
  type SectionMove,
  sectionField,
  type TermsDraft,
  type TermsSectionDraft,
} from '../terms'
import { PlaceholderHint } from './placeholder-hint'

/** Why the form was refused, or its values after a section was moved. */
export interface TermsOutcome {
  sentence?: string
  errors?: Record<string, string>
  draft?: TermsDraft
  texts?: TermsTexts
  /** The section that was moved or added. */
  at?: number | undefined
}

/** The texts with which the form was opened: those of the sections by their ids, and of the last one. */
interface TermsTexts {
  sections: Record<string, EditedText>
  doNotSell: EditedText
}

interface TermsFormProps {
  draft: TermsDraft
  texts: TermsTexts
  version: number
  earliest: { date: string; label: string }
  current: { number: number; agreements: number }
  saved: 'published' | 'corrected' | null
  outcome: TermsOutcome | undefined
}

/** The form of the terms. Only the two buttons at its end publish. */
export function TermsForm({ draft, texts, version, earliest, current, saved, outcome }: TermsFormProps) {
  const [isDirty, setDirty] = useState(false)
  const addressOf = usePartAddress()
  const busyWith = useNavigation().formData?.get('intent')
  const mayBeSent = useTurns()
  const shown = outcome?.draft ?? draft
  const edited = outcome?.texts ?? texts
  const errors = outcome?.errors ?? {}
  const isRefused = Boolean(outcome?.sentence || outcome?.errors)
  useEffect(() => {
    if (outcome) setDirty(true)
    if (outcome?.at !== undefined) document.getElementById(partId(outcome.at))?.focus()
  }, [outcome])
  return (
    <Form
      method="post"
      id="terms"
      className="st-sheet st-form"
      noValidate
      preventScrollReset
      onInput={() => setDirty(true)}
      onSubmit={(event) => {
        if (mayBeSent((event.nativeEvent as SubmitEvent).submitter)) setDirty(false)
        else event.preventDefault()
      }}
    >
      {/* Enter in a field presses the first button, which must not publish. */}
      <button type="submit" className="vh" name="intent" value="keep" tabIndex={-1} aria-hidden="true">
        Keep editing
      </button>
      {isRefused ? (
        <FormRefusal
          outcome={{ sentence: outcome?.sentence, errors, values: {} }}
          order={Object.keys(errors)}
        />
      ) : null}
      {saved && !outcome ? (
        <SavedNote>
          {saved === 'published'
            ? `Version ${current.number} is published.`
            : `Version ${current.number} is corrected.`}
        </SavedNote>
      ) : null}
      <input type="hidden" name="version" value={version} />
      <Field
        label="Heading"
        name="heading"
        defaultValue={shown.heading}
        error={errors.heading}
        maxLength={LINE_MAX}
        hint="Put a *word* between asterisks for italics."
      />
      <TextArea
        label="Introduction"
        name="lede"
        defaultValue={shown.lede}
        error={errors.lede}
        maxLength={LEDE_MAX}
        rows={2}
        optional
      />
      <fieldset className="trm__parts">
        <legend className="st-h2">Sections</legend>
        <p className="small ink2">
          <PlaceholderHint />
        </p>
        <ol>
          {shown.sections.map((section, at) => (
            <TermsSectionFields
              key={section.id}
              section={section}
              text={edited.sections[section.id] ?? NO_TEXT}
              at={at}
              count={shown.sections.length}
              errors={{ title: errors[sectionField(at, 'title')], body: errors[sectionField(at, 'body')] }}
              isOpen={outcome?.at === at && section.title === ''}
            />
          ))}
        </ol>
        {shown.sections.length < SECTIONS_MAX ? (
          <button
            type="submit"
            className="btn btn--line btn--sm"
            name="intent"
            value={moveIntent('add')}
            formAction={addressOf(shown.sections.length)}
          >
            Add section
          </button>
        ) : null}
      </fieldset>
      <fieldset className="trm__parts">
        <legend className="st-h2">Do not sell</legend>
        <p className="small ink2">The request form appears below this text, always in the last section.</p>
        <Field
          label="Section title"
          name="doNotSell.title"
          defaultValue={shown.doNotSell.title}
          error={errors['doNotSell.title']}
          maxLength={LINE_MAX}
        />
        <TextField
          label="Section text"
          name="doNotSell.body"
          text={edited.doNotSell}
          error={errors['doNotSell.body']}
        />
      </fieldset>
      <Field
        label="New version takes effect on"
        name="effectiveOn"
        type="date"
        min={earliest.date}
        defaultValue={shown.effectiveOn}
        error={errors.effectiveOn}
        hint={`${earliest.label} or later.`}
      />
      <p className="ink2 ui">{whatMayChange(current)}</p>
      <div className="st-act">
        <button
          type="submit"
          className="btn"
          name="intent"
          value="publish"
          aria-busy={busyWith === 'publish' || undefined}
        >
          {busyWith === 'publish' ? 'Publishing…' : 'Publish new version'}
        </button>
        {current.agreements === 0 ? (
          <button type="submit" className="btn btn--line" name="intent" value="correct">
            Save correction
          </button>
        ) : null}
        <PreviewButton form="terms" action={studioPaths.termsPreview()} />
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}

function whatMayChange({ number, agreements }: TermsFormProps['current']): string {
  if (agreements === 0)
    return `No one has agreed to version ${number} yet, so you can still fix typos in it. Any other change creates a new version. Old versions stay available.`
  const who = agreements === 1 ? 'One person has' : `${agreements.toLocaleString('en-US')} people have`
  return `${who} agreed to version ${number}, so its text can’t change. Every change creates a new version.`
}

const NO_TEXT: EditedText = { text: '', markdown: '', lost: [] }

/**
 * Where the browser shows a section after a move. With script, the form focuses it, and a hash would take the focus
 * again once the page is loaded, from someone who already types.
 */
function usePartAddress() {
  const isHydrated = useHydrated()
  return (at: number) => (isHydrated ? undefined : `${studioPaths.terms()}#${partId(at)}`)
}

/**
 * Whether the form may be sent now. The router drops a request when the next one begins, so a button that is pressed
 * while a section moves waits for that. While the terms are published, buttons do nothing.
 */
function useTurns() {
  const { state, formData } = useNavigation()
  const sent = formData?.get('intent')
  const waiting = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (state !== 'idle') return
    waiting.current?.click()
    waiting.current = null
  }, [state])
  return (pressed: HTMLElement | null) => {
    if (sent === undefined) return true
    if (sent !== 'publish' && sent !== 'correct') waiting.current = pressed
    return false
  }
}

/** Id of a section in the form. */
export const partId = (at: number): string => `part-${at}`

interface TermsSectionFieldsProps {
  section: TermsSectionDraft
  text: EditedText
  at: number
  count: number
  errors: { title: string | undefined; body: string | undefined }
  isOpen: boolean
}

/** A section, collapsed until it is edited, with buttons that move it. */
export function TermsSectionFields({ section, text, at, count, errors, isOpen }: TermsSectionFieldsProps) {
  const addressOf = usePartAddress()
  const name = section.title === '' ? `section ${at + 1}` : `“${section.title}”`
  /** `to`: the field to focus afterwards. */
  const button = (move: Exclude<SectionMove, 'add'>, to: number, label: string, isPossible: boolean) => (
    <MoveButton
      move={move}
      label={label}
      name="intent"
      value={isPossible ? moveIntent(move, at) : undefined}
      formAction={addressOf(to)}
    />
  )
  return (
    <li className="trm__part">
      <details open={isOpen || Boolean(errors.title || errors.body) || undefined}>
        <summary id={partId(at)}>
          <span className="mono ink3">{at + 1}</span> {section.title === '' ? 'New section' : section.title}
        </summary>
        <div className="trm__fields">
          <input type="hidden" name={sectionField(at, 'id')} value={section.id} />
          <Field
            label="Title"
            name={sectionField(at, 'title')}
            defaultValue={section.title}
            error={errors.title}
            maxLength={LINE_MAX}
          />
          <TextField label="Text" name={sectionField(at, 'body')} text={text} error={errors.body} />
        </div>
      </details>
      <div className="trm__moves st-move">
        {button('up', at - 1, `Move ${name} up`, at > 0)}
        {button('down', at + 1, `Move ${name} down`, at < count - 1)}
        {button('remove', Math.max(0, at - 1), `Remove ${name}`, count > 1)}
      </div>
    </li>
  )
}
