import { Field, TextArea } from '~/ui/field'
import { MoveButton } from '~/ui/studio/move-buttons'
import { studioPaths } from '~/ui/studio/studio-paths'
import { BODY_MAX, LINE_MAX, moveIntent, type SectionMove, type TermsSectionDraft } from '../terms'
import { sectionField } from '../terms-form'

/** Id of a section in the form. */
export const partId = (at: number): string => `part-${at}`

interface TermsSectionFieldsProps {
  section: TermsSectionDraft
  at: number
  count: number
  errors: { title: string | undefined; body: string | undefined }
  isOpen: boolean
}

/** A section, collapsed until it is edited, with buttons that move it. */
export function TermsSectionFields({ section, at, count, errors, isOpen }: TermsSectionFieldsProps) {
  const name = section.title === '' ? `section ${at + 1}` : `“${section.title}”`
  /** `to`: the field to focus afterwards. */
  const button = (move: Exclude<SectionMove, 'add'>, to: number, label: string, isPossible: boolean) => (
    <MoveButton
      move={move}
      label={label}
      name="intent"
      value={isPossible ? moveIntent(move, at) : undefined}
      formAction={`${studioPaths.terms()}#${partId(to)}`}
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
          <TextArea
            label="Text"
            name={sectionField(at, 'body')}
            defaultValue={section.body}
            error={errors.body}
            maxLength={BODY_MAX}
            rows={10}
          />
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
