import { type SubmitEvent, useEffect, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { altAdvice } from '~/domains/photos/alt-advice'
import { type FocalPercent, percentOf, readPercent } from '~/domains/photos/focal-point'
import { FocalEditor } from '~/domains/photos/ui/focal-editor'
import { Field, TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import type { EditorAnswer } from '../actions'
import type { OpenItem } from '../operations.server'

interface ItemFormProps {
  item: OpenItem & { entry: NonNullable<OpenItem['entry']> }
  /** Id of the next item on this page. */
  next: string | null
  action: string
  refused: Extract<EditorAnswer, { ok: false }> | undefined
  isBusy: boolean
  onSave: (form: FormData) => void
}

const ORDER = ['alt', 'title', 'caption', 'focalX', 'focalY'] as const
type Name = (typeof ORDER)[number]

/** History state while captions are edited photo by photo. */
export const WRITING = { writing: true } as const

/** A photo's texts, and its focal point. */
export function ItemForm({ item, next, action, refused, isBusy, onSave }: ItemFormProps) {
  const { photo, version } = item.entry
  const stored = { values: valuesOf(item), version, captionWas: item.caption }
  const [base, setBase] = useState(stored)
  const [values, setValues] = useState<Record<Name, string>>({ ...stored.values, ...refused?.values })
  const [isDirty, setDirty] = useState(false)
  const [seen, setSeen] = useState(refused)
  // If someone else saves, typed text stays. Saving it reports the conflict.
  if (!isDirty && (base.version !== version || base.captionWas !== item.caption)) {
    setBase(stored)
    setValues(stored.values)
  }
  if (seen !== refused) {
    setSeen(refused)
    if (refused) {
      setDirty(true)
      setBase({ ...base, version, captionWas: item.caption })
    }
  }
  const isWriting = useLocation().state?.writing === true
  useEffect(() => {
    if (!isWriting) return
    const box = document.getElementById(idOf('alt'))
    box?.focus({ preventScroll: true })
    // The current text is often a file name, so typing replaces it.
    if (box instanceof HTMLTextAreaElement) box.select()
  }, [isWriting])

  const errors = refused?.errors ?? {}
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }))
    setDirty(true)
  }
  const field = (name: Name) => ({
    name,
    id: idOf(name),
    error: errors[name],
    value: values[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const focal: FocalPercent = {
    x: readPercent(values.focalX) ?? percentOf(photo.focal.x),
    y: readPercent(values.focalY) ?? percentOf(photo.focal.y),
  }
  const advice = altAdvice(values.alt, values.title)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setDirty(false)
    onSave(new FormData(event.currentTarget, event.nativeEvent.submitter))
  }
  return (
    <>
      <FormRefusal
        outcome={refused}
        order={ORDER}
        ids={Object.fromEntries(ORDER.map((name) => [name, idOf(name)]))}
      />
      <Form method="post" action={action} className="insp__f" noValidate preventScrollReset onSubmit={save}>
        <FocalEditor
          photo={photo}
          focal={focal}
          sizes="(min-width: 64rem) 320px, 96vw"
          onMove={({ x, y }) => change({ focalX: String(x), focalY: String(y) })}
        />
        <input type="hidden" name="intent" value="save-item" />
        <input type="hidden" name="open" value={item.id} />
        <input type="hidden" name="version" value={base.version} />
        <input type="hidden" name="captionWas" value={base.captionWas} />
        <TextArea
          label="Alt text"
          rows={3}
          optional={!item.isPublic}
          hint="For people who can’t see it."
          {...field('alt')}
        />
        {advice && !errors.alt ? <p className="pedit__a">{advice}</p> : null}
        <Field label="Title" autoComplete="off" {...field('title')} />
        <Field label="Caption" optional autoComplete="off" {...field('caption')} />
        <details className="insp__xy" open={Boolean(errors.focalX || errors.focalY)}>
          <summary>Focal point (numbers)</summary>
          <p className="pedit__h" id="focal-help">
            Keeps this spot visible when the photo is cropped. Click the photo, or use the arrow keys.
          </p>
          <div className="pedit__xy">
            <Field label="From left (%)" inputMode="decimal" autoComplete="off" {...field('focalX')} />
            <Field label="From top (%)" inputMode="decimal" autoComplete="off" {...field('focalY')} />
          </div>
        </details>
        <div className="st-act">
          <button type="submit" className="btn" aria-busy={isBusy || undefined}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
          {next === null ? null : (
            <button type="submit" className="btn btn--line" name="next" value={next}>
              Save and next
            </button>
          )}
        </div>
        <LeaveGuard isDirty={isDirty} param="open" />
      </Form>
    </>
  )
}

const idOf = (name: Name): string => `item-${name}`

const valuesOf = ({ caption, entry: { photo } }: ItemFormProps['item']): Record<Name, string> => ({
  title: photo.title,
  alt: photo.alt,
  caption,
  focalX: String(percentOf(photo.focal.x)),
  focalY: String(percentOf(photo.focal.y)),
})
