import { Field, TextArea } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { studioPaths } from '~/ui/studio/studio-paths'
import { BODY_MAX, LINE_MAX, type TermsSectionDraft } from '../terms/model'
import { moveIntent, type SectionMove } from '../terms/section-moves'
import { sectionField } from '../terms/terms-form'

/** Where a section stands in the form. */
export const partId = (at: number): string => `part-${at}`

interface TermsSectionFieldsProps {
  section: TermsSectionDraft
  at: number
  count: number
  errors: { title: string | undefined; body: string | undefined }
  isOpen: boolean
}

/** One section, folded away until somebody works on it, with what moves it beside it. */
export function TermsSectionFields({ section, at, count, errors, isOpen }: TermsSectionFieldsProps) {
  const name = section.title === '' ? `section ${at + 1}` : `“${section.title}”`
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
      <div className="trm__moves">
        <MoveButton move="up" at={at} to={at - 1} label={`Move ${name} up`} isOff={at === 0} />
        <MoveButton move="down" at={at} to={at + 1} label={`Move ${name} down`} isOff={at === count - 1} />
        <MoveButton
          move="remove"
          at={at}
          to={Math.max(0, at - 1)}
          label={`Remove ${name}`}
          isOff={count === 1}
        />
      </div>
    </li>
  )
}

interface MoveButtonProps {
  move: Exclude<SectionMove, 'add'>
  at: number
  /** Where the hand is afterwards. */
  to: number
  label: string
  isOff: boolean
}

const MoveButton = ({ move, at, to, label, isOff }: MoveButtonProps) => (
  <button
    type="submit"
    className={`btn btn--quiet btn--icon trm__${move}`}
    name="intent"
    value={moveIntent(move, at)}
    formAction={`${studioPaths.terms()}#${partId(to)}`}
    aria-label={label}
    disabled={isOff}
  >
    <Icon name={move === 'remove' ? 'close' : 'next'} small />
  </button>
)
