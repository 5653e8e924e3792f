import { Form, useNavigation } from 'react-router'

interface SwitchFormProps {
  label: string
  isOn: boolean
  action: string
  fields: Record<string, string>
  note?: string | undefined
  disabled?: boolean
}

/** A switch that is a form, so that it works without script: pressing it posts. */
export function SwitchForm({ label, isOn, action, fields, note, disabled = false }: SwitchFormProps) {
  const { formData } = useNavigation()
  const isBusy = formData?.get('intent') === fields.intent
  return (
    <Form method="post" action={action} className="swf" preventScrollReset>
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
