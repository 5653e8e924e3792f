import { FieldError } from '~/ui/field'

interface AnywayBoxProps {
  id: string
  label: string
  warnings: string[] | undefined
  error: string | undefined
}

/** Which rules are broken, and the tick that says it is on purpose. */
export function AnywayBox({ id, label, warnings = [], error }: AnywayBoxProps) {
  if (warnings.length === 0) return null
  return (
    <div className="note note--dev bkd-anyway">
      <div>
        <ul className="note__list">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
        <label className="chk" htmlFor={id}>
          <input
            type="checkbox"
            id={id}
            name="anyway"
            value="yes"
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <span>{label}</span>
        </label>
        {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      </div>
    </div>
  )
}
