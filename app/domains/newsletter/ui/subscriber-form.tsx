import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { type Subscriber, TAG_MAX, type Tag } from '../subscribers/model'

interface SubscriberFormProps {
  subscriber: Pick<Subscriber, 'name' | 'tags' | 'version'>
  tags: Tag[]
  outcome: FormOutcome<string> | undefined
}

/** Name and tags of a subscriber. */
export function SubscriberForm({ subscriber, tags, outcome }: SubscriberFormProps) {
  const [isDirty, setDirty] = useState(false)
  const isBusy = useNavigation().state === 'submitting'
  const { name = subscriber.name, newTag = '' } = outcome?.values ?? {}
  const errors = outcome?.errors ?? {}
  return (
    <Form
      method="post"
      className="st-form sbs-part"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal outcome={outcome} order={['name', 'newTag']} />
      <input type="hidden" name="version" value={subscriber.version} />
      <Field label="Name" name="name" optional autoComplete="off" defaultValue={name} error={errors.name} />
      {tags.length === 0 ? null : (
        <fieldset className="sbs-set">
          <legend>Tags</legend>
          {tags.map((tag) => (
            <label key={tag.id} className="chk">
              <input
                type="checkbox"
                name="tags"
                value={tag.id}
                defaultChecked={subscriber.tags.includes(tag.id)}
              />
              <span>{tag.name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Field
        label="New tag"
        name="newTag"
        optional
        maxLength={TAG_MAX}
        autoComplete="off"
        defaultValue={newTag}
        error={errors.newTag}
        hint="For example, Weddings."
      />
      <div className="st-act">
        <button type="submit" name="intent" value="save" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}
