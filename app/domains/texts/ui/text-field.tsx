import { useId } from 'react'
import type { ChoosablePhoto } from '~/domains/photos/model'
import { FieldError, fieldId, TextArea } from '~/ui/field'
import type { EditorChoices } from '../blocks'
import { type EditedText, isDocument } from '../model'
import { useEditor } from './use-editor'

interface TextFieldProps {
  name: string
  label: string
  error: string | undefined
  optional?: boolean | undefined
  autoFocus?: boolean
  /** What the form was opened with. */
  text: EditedText
  /** What was sent back; default: `text`. */
  value?: string | undefined
  /** What photos and other blocks can show; without it, the text has none. */
  blocks?: { photos: ChoosablePhoto[]; choices: EditorChoices } | undefined
}

const EMPTY = '{"version":1,"doc":{"type":"doc","content":[{"type":"paragraph"}]}}'

/** A text in a form. Without script, and if only Markdown can say it, it is edited as Markdown. */
export function TextField(props: TextFieldProps) {
  const { name, label, error, optional, autoFocus, text, value = text.text, blocks } = props
  const labelledBy = useId()
  const id = fieldId(name)
  const isKnown = value === text.text
  const markdown = isKnown ? text.markdown : value
  const isEditable = value === '' || isDocument(value)
  const { editor, isMissing } = useEditor(isEditable ? (blocks ? loadWhole : loadProse) : undefined, () => {
    const area = document.getElementById(id)
    return !(area instanceof HTMLTextAreaElement) || area.value === markdown
  })
  if (editor)
    return (
      <div className="field editor-field">
        <span className="label" id={labelledBy}>
          {label}
          {optional ? <span className="opt"> (optional)</span> : null}
        </span>
        <editor.Editor
          extensions={editor.extensions}
          {...{ name, id, labelledBy }}
          document={value || EMPTY}
          photos={blocks?.photos ?? NO_PHOTOS}
          choices={blocks?.choices ?? NO_CHOICES}
          isWrong={error !== undefined}
        />
        {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      </div>
    )
  // Sent back by a page with script, which loads the editor again.
  if (isDocument(markdown))
    return (
      <div className="field" role="alert">
        <input type="hidden" name={name} value={markdown} />
        {isMissing ? (
          <FieldError>We couldn’t load the editor. Check your connection, then reload this page.</FieldError>
        ) : null}
      </div>
    )
  return (
    <>
      {text.text === '' || isDocument(text.text) ? null : (
        <p className="note">
          <span>
            This text has parts that the editor can’t show, such as a table, so you edit its Markdown.
          </span>
        </p>
      )}
      <MarkdownArea
        {...{ name, label, error, optional, autoFocus }}
        defaultValue={markdown}
        lost={isKnown ? text.lost : []}
        hasPhotos={blocks !== undefined}
      />
    </>
  )
}

const NO_PHOTOS: never[] = []
const NO_CHOICES = {}

const loadWith = (schema: 'EXTENSIONS' | 'PROSE') => async () => {
  const [{ TextEditor: Editor }, extensions] = await Promise.all([
    import('./text-editor'),
    import('./extensions'),
  ])
  return { Editor, extensions: extensions[schema] }
}
export const loadWhole = loadWith('EXTENSIONS')
const loadProse = loadWith('PROSE')

interface MarkdownAreaProps {
  name: string
  label: string
  rows?: number
  defaultValue: string
  error: string | undefined
  optional?: boolean | undefined
  autoFocus?: boolean | undefined
  /** What Markdown can't keep, one sentence for each. */
  lost: string[]
  hasPhotos: boolean
}

/** A text without script. */
export function MarkdownArea({ lost, hasPhotos, rows = 16, ...area }: MarkdownAreaProps) {
  const photos = hasPhotos ? ', and ![caption](photo:its-slug) for a photo' : ''
  return (
    <>
      <TextArea
        {...area}
        rows={rows}
        hint={`Markdown: a blank line between paragraphs, ## for a heading, - for a list, **bold**, *italics*, [a link](/pricing)${photos}.`}
      />
      {lost.length > 0 ? (
        <div className="note">
          <div>
            <p>If you change the text here, it loses what Markdown can’t keep:</p>
            <ul className="note__list">
              {lost.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        </div>
      ) : null}
    </>
  )
}
