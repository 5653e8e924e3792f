import { Form } from 'react-router'

interface SwitchFormProps {
  label: string
  isOn: boolean
  action: string
  fields: Record<string, string>
  /** Sends them without leaving the page. */
  onPress: (fields: Record<string, string>) => void
  note?: string | undefined
  disabled?: boolean
  isBusy?: boolean
}

/** A switch that is a form, so that it works without script: pressing it posts. */
export function SwitchForm({
  label,
  isOn,
  action,
  fields,
  onPress,
  note,
  disabled = false,
  isBusy = false,
}: SwitchFormProps) {
  return (
    <Form
      method="post"
      action={action}
      className="swf"
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault()
        onPress(fields)
      }}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        role="switch"
        aria-checked={isOn}
        disabled={disabled}
        aria-busy={isBusy || undefined}
      >
        <span>{label}</span>
        <span className="swf__s" aria-hidden="true" />
      </button>
      {note ? <p className="hint">{note}</p> : null}
    </Form>
  )
}
