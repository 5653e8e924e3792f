import { data, Form, redirect, useNavigation } from 'react-router'
import { SOURCE_MAX } from '~/domains/newsletter/subscribers/model'
import { addSubscriber } from '~/domains/newsletter/subscribers/operations.server'
import { readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { Field, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/subscriber-new'

const FIELDS = ['email', 'name', 'source'] as const
type Outcome = FormOutcome<(typeof FIELDS)[number]>

export function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const read = await readForm(request)
  if (!read.ok) return data<Outcome>({ sentence: read.sentence, errors: {}, values: {} }, read.status)
  const values = sentValues(FIELDS, read.form)
  const added = await addSubscriber({ ...context.get(scope), author }, values)
  if (added.ok) throw redirect(studioPaths.subscriber(added.id, { done: 'added' }), 303)
  return data<Outcome>({ errors: added.errors, values }, 422)
}

export const meta: Route.MetaFunction = () => studioMeta('Add subscriber')

export default function NewSubscriber({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  const { errors = {}, values = {} } = actionData ?? {}
  return (
    <>
      <StudioHead title="Add subscriber" up={{ label: 'Subscribers', to: studioPaths.subscribers() }} />
      <Form method="post" className="st-sheet st-form" noValidate>
        <FormRefusal outcome={actionData} order={FIELDS} />
        <Field
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          defaultValue={values.email}
          error={errors.email}
        />
        <Field
          label="Name"
          name="name"
          optional
          autoComplete="off"
          defaultValue={values.name}
          error={errors.name}
        />
        <TextArea
          label="How they agreed"
          name="source"
          rows={3}
          maxLength={SOURCE_MAX}
          defaultValue={values.source}
          error={errors.source}
          hint="For example, “Asked by phone on May 3.” We keep this as the consent record."
        />
        <div className="st-act">
          <button type="submit" className="btn" aria-busy={isBusy || undefined}>
            {isBusy ? 'Adding…' : 'Add subscriber'}
          </button>
        </div>
      </Form>
    </>
  )
}
