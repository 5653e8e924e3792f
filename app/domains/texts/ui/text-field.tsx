import { useId } from 'react'
import { FieldError, fieldId, TextArea } from '~/ui/field'
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
}

const EMPTY = '{"version":1,"doc":{"type":"doc","content":[{"type":"paragraph"}]}}'

/** A text in a form. Without script, and if only Markdown can say it, it is edited as Markdown. */
export function TextField(props: TextFieldProps) {
  const { name, label, error, optional, autoFocus, text, value = text.text } = props
  const labelledBy = useId()
  const id = fieldId(name)
  const markdown = value === text.text ? text.markdown : value
  const isEditable = value === '' || isDocument(value)
  const { editor } = useEditor(isEditable ? loadEditor : undefined, () => {
    const area = document.getElementById(id)
    return !(area instanceof HTMLTextAreaElement) || area.value === markdown
  })
  if (editor)
    return (
      <div className="field ped-field">
        <span className="label" id={labelledBy}>
          {label}
          {optional ? <span className="opt"> (optional)</span> : null}
        </span>
        <editor.Editor
          extensions={editor.extensions}
          {...{ name, id, labelledBy }}
          document={value || EMPTY}
          photos={NOTHING}
          choices={NO_CHOICES}
          isWrong={error !== undefined}
        />
        {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      </div>
    )
  // Sent back by a page with script, which loads the editor again.
  if (isDocument(markdown)) return <input type="hidden" name={name} value={markdown} />
  return (
    <TextArea
      {...{ name, label, error, optional, autoFocus }}
      rows={16}
      defaultValue={markdown}
      hint={isEditable || markdown === '' ? MARKDOWN : UNSAYABLE}
    />
  )
}

const NOTHING: never[] = []
const NO_CHOICES = {}

const MARKDOWN =
  'Markdown: a blank line between paragraphs, ## for a heading, - for a list, **bold**, *italics*, and [a link](https://example.com).'
const UNSAYABLE = `This text has parts that the editor can’t show, such as a table, so you edit its Markdown. ${MARKDOWN}`

const loadEditor = async () => {
  const [{ TextEditor: Editor }, { PROSE: extensions }] = await Promise.all([
    import('./text-editor'),
    import('./extensions'),
  ])
  return { Editor, extensions }
}
