import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { Honeypot } from '~/ui/honeypot'
import { paths } from '~/ui/paths'
import type { DateRequestField } from '../date-requests/date-request'
import type { SessionType } from '../model'
import { DATE_REQUEST_FIELDS, WhenFields, WhoFields } from './date-request-fields'
import { DateRequestSummary, type Draft } from './date-request-summary'
import { Places } from './places'
import { defaultPlace, isOffered } from './session-facts'
import { SessionTypes } from './session-types'

interface DateRequestFormProps {
  types: SessionType[]
  /** A photograph for each session that has one, by the session's slug. */
  pictures: Record<string, PhotoView>
  /** What stands chosen and written at first. */
  values: Partial<Record<DateRequestField, string>>
  outcome: FormOutcome<DateRequestField> | undefined
  /** YYYY-MM-DD in the studio's zone. */
  firstDate: string
  lastDate: string
  zoneName: string
}

export function DateRequestForm({ types, pictures, values, outcome, ...days }: DateRequestFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<Draft>({
    service: values.service ?? '',
    location: values.location ?? '',
    date: values.date ?? '',
  })
  const [followed, setFollowed] = useState(false)
  const busy = useNavigation().formAction?.startsWith(paths.bookSession()) ?? false
  const errors = outcome?.errors ?? {}
  const type = types.find(({ slug }) => slug === draft.service) ?? types[0]

  // What was chosen before script came is in the fields, not in the state.
  useEffect(() => {
    if (form.current) setDraft(readDraft(form.current, types))
    setFollowed(true)
  }, [types])

  const follow = (event: FormEvent<HTMLFormElement>) => setDraft(readDraft(event.currentTarget, types))

  return (
    <Form method="post" className="bk" noValidate ref={form} onChange={follow} aria-label="Ask for a date">
      <div>
        <FormRefusal outcome={outcome} order={DATE_REQUEST_FIELDS} />
        <SessionTypes types={types} chosen={values.service ?? ''} error={errors.service} />
        <h2 className="t3 bk__h">When and where</h2>
        <div className="fgrid">
          <WhenFields values={values} errors={errors} {...days} />
          <Places
            types={types}
            type={followed ? type : undefined}
            chosen={values.location ?? ''}
            error={errors.location}
          />
        </div>
        <h2 className="t3 bk__h">Who is coming</h2>
        <div className="fgrid">
          <WhoFields values={values} errors={errors} />
        </div>
        <Honeypot />
        <div className="bk__act">
          <button type="submit" className="btn go" aria-busy={busy || undefined}>
            {busy ? 'Sending…' : 'Request this session'}
          </button>
          <p className="small ink2">Nothing is charged now.</p>
        </div>
      </div>
      {type && <DateRequestSummary type={type} draft={draft} picture={pictures[type.slug]} />}
    </Form>
  )
}

/** Reads what is chosen; a place that the session does not offer gives way to its first one. */
function readDraft(form: HTMLFormElement, types: SessionType[]): Draft {
  const chosen = (name: string) =>
    form.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value ?? ''
  const service = chosen('service')
  const type = types.find(({ slug }) => slug === service)
  let location = chosen('location')
  if (type && !isOffered(type, location)) {
    location = defaultPlace(type)?.slug ?? ''
    for (const input of form.querySelectorAll<HTMLInputElement>('input[name=location]'))
      input.checked = input.value === location
  }
  return { service, location, date: form.querySelector<HTMLInputElement>('input[name=date]')?.value ?? '' }
}
