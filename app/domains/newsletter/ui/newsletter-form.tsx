import { type SubmitEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { FieldError } from '~/ui/field'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import {
  INVALID_ON_SUBMIT,
  INVALID_UNDER_FIELD,
  isEndingTooLong,
  isNewsletterEmail,
  LONG_ENDING,
} from '../email-rule'

/** The answer of `/newsletter`: a sentence. The field is reset either way (R35 to R38). */
export interface NewsletterAnswer {
  ok: boolean
  message: string
}

const OFFLINE = 'You’re offline. Please try again when you’re connected.'

/** R33 to R38. Without script, a plain form that the server validates. */
export function NewsletterForm({ answer: given }: { answer?: NewsletterAnswer | undefined }) {
  const fetcher = useFetcher<NewsletterAnswer>()
  const isAlive = useHydrated()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [isTouched, setTouched] = useState(false)
  const [answer, setAnswer] = useState(given)

  const isBusy = fetcher.state !== 'idle'
  const isInvalid = !isNewsletterEmail(email)
  const isComplained = isTouched && isInvalid

  // Takes over what was typed before hydration, which React's state doesn't have.
  useEffect(() => setEmail(field.current?.value ?? ''), [])
  const settle = useCallback((next: NewsletterAnswer) => {
    const hadFocus =
      form.current?.contains(document.activeElement) || document.activeElement === document.body
    // Set directly, since React wouldn't notice that the same address is entered again.
    if (field.current) field.current.value = ''
    setEmail('')
    setTouched(false)
    setAnswer(next)
    // The button is disabled now, which would lose the focus.
    if (hadFocus) field.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    if (fetcher.data) settle(fetcher.data)
  }, [fetcher.data, settle])

  function check(event: SubmitEvent<HTMLFormElement>) {
    if (isBusy) return event.preventDefault()
    const refusal = isInvalid ? INVALID_ON_SUBMIT : navigator.onLine ? undefined : OFFLINE
    if (refusal === undefined) return setAnswer(undefined)
    event.preventDefault()
    settle({ ok: false, message: refusal })
  }

  return (
    <fetcher.Form
      className="nlf"
      method="post"
      action={paths.newsletter()}
      noValidate
      ref={form}
      onSubmit={check}
    >
      <div className="field">
        <label htmlFor={id}>Email address</label>
        {/* Explains the disabled button when it is pressed, or on Enter. */}
        <div
          className="nlf__row"
          onPointerDown={(event) => event.target !== field.current && setTouched(true)}
        >
          <input
            className="in"
            id={id}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            required
            placeholder="you@example.com"
            ref={field}
            aria-invalid={isComplained || undefined}
            aria-describedby={isComplained ? `${id}-error ${id}-hint` : undefined}
            onChange={(event) => {
              setEmail(event.target.value)
              setAnswer(undefined)
            }}
            onBlur={() => setTouched(true)}
            onKeyDown={(event) => event.key === 'Enter' && setTouched(true)}
          />
          <button
            type="submit"
            className="btn"
            disabled={isAlive && isInvalid}
            aria-describedby={isComplained ? `${id}-error ${id}-hint` : undefined}
            aria-busy={isBusy || undefined}
          >
            {isBusy ? 'Sending…' : 'Subscribe'}
          </button>
        </div>
        {isComplained ? <FieldError id={`${id}-error`}>{INVALID_UNDER_FIELD}</FieldError> : null}
        {isComplained && isEndingTooLong(email) ? (
          <p className="hint" id={`${id}-hint`}>
            {LONG_ENDING}
          </p>
        ) : null}
        {answer && !answer.ok ? (
          <div role="alert">
            <FieldError>{answer.message}</FieldError>
          </div>
        ) : null}
        <div role="status">
          {answer?.ok ? (
            <p className="ok">
              <Icon name="check" small />
              <span>{answer.message}</span>
            </p>
          ) : null}
        </div>
      </div>
    </fetcher.Form>
  )
}
