import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { EmailField } from '~/ui/person-fields'

export interface DoNotSellOutcome extends FormOutcome<'email'> {
  accepted?: boolean
}

/** The do-not-sell form and its result. Works without an account and without script. */
export function DoNotSellForm({ outcome }: { outcome: DoNotSellOutcome | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'do-not-sell'
  const done = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!outcome) return
    if (outcome.accepted) done.current?.focus()
    else if (outcome.errors.email) form.current?.querySelector<HTMLInputElement>('input[name=email]')?.focus()
  }, [outcome])

  if (outcome?.accepted)
    return (
      <div className="note note--fix" role="status" tabIndex={-1} ref={done}>
        <Icon name="check" />
        <p>{outcome.sentence}</p>
      </div>
    )
  return (
    <Form method="post" action={paths.doNotSell()} className="dns" noValidate preventScrollReset ref={form}>
      <FormRefusal outcome={outcome?.sentence ? outcome : undefined} />
      <input type="hidden" name="intent" value="do-not-sell" />
      <EmailField
        label="Email address"
        id="do-not-sell-email"
        hint="The email you’ve used with us. We’ll use it only for this request."
        value={outcome?.values.email}
        error={outcome?.errors.email}
      />
      <button type="submit" className="btn" aria-busy={busy || undefined}>
        {busy ? 'Sending…' : 'Send request'}
      </button>
    </Form>
  )
}
