import { data, Form, redirect } from 'react-router'
import { TAG_MAX } from '~/domains/newsletter/subscribers/model'
import { listCountedTags, removeTag, saveTag } from '~/domains/newsletter/subscribers/tags.server'
import { readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { SavedNote } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/newsletter/ui/subscribers.css'
import type { Route } from './+types/newsletter-tags'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const tags = await listCountedTags(context.get(scope))
  return { tags, done: new URL(request.url).searchParams.get('done') ?? '' }
}

interface Outcome extends FormOutcome<string> {
  /** The tag's id; '' for a new one. */
  tag: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  const read = await readForm(request)
  const refuse = (status: number, sentence: string) =>
    data<Outcome>({ tag: '', sentence, errors: {}, values: {} }, status)
  if (!read.ok) return refuse(read.status, read.sentence)
  const { form } = read
  const [intent, tag] = [form.get('intent'), form.get('tag')]
  const seen = { id: tag, version: Number(form.get('version')) }
  const values = sentValues(['name', 'isPublic'], form)
  if (intent !== 'save' && intent !== 'remove') return refuse(422, BROKEN_FORM)
  const done = intent === 'remove' ? await removeTag(at, seen) : await saveTag(at, tag ? seen : null, values)
  if (done.ok) throw redirect(studioPaths.newsletterTags({ done: intent }), 303)
  return refuseRecord<Outcome>(done, { tag, values })
}

const DONE: Record<string, string> = { save: 'Saved.', remove: 'Deleted.' }

export const meta: Route.MetaFunction = () => studioMeta('Newsletter tags')

export default function NewsletterTags({ loaderData: { tags, done }, actionData }: Route.ComponentProps) {
  const forms = [...tags, { id: '', name: '', isPublic: false, version: 0, count: 0 }]
  return (
    <>
      <StudioHead title="Newsletter tags" />
      <SectionTabs />
      <div className="st-sheet">
        {Object.hasOwn(DONE, done) && !actionData ? <SavedNote>{DONE[done]}</SavedNote> : null}
        <p className="ui ink2 measure">
          Tags group subscribers. Subscribers see a tag only if you offer it as a topic: then they can choose
          it on their preferences page.
        </p>
        {forms.map(({ id, name, isPublic, version, count }) => {
          const outcome = actionData?.tag === id ? actionData : undefined
          return (
            <Form
              key={`${id} ${version} ${tags.length}`}
              method="post"
              className="st-form sbs-tag"
              noValidate
            >
              {outcome ? (
                <div className="sbs-tag__no">
                  <FormRefusal outcome={outcome} order={['name']} ids={{ name: `field-name-${id}` }} />
                </div>
              ) : null}
              <input type="hidden" name="tag" value={id} />
              <input type="hidden" name="version" value={version} />
              <Field
                label={
                  id
                    ? `Tag (${count.toLocaleString('en-US')} ${count === 1 ? 'subscriber' : 'subscribers'})`
                    : 'New tag'
                }
                name="name"
                id={`field-name-${id}`}
                maxLength={TAG_MAX}
                autoComplete="off"
                defaultValue={outcome?.values.name ?? name}
                error={outcome?.errors.name}
              />
              <label className="chk">
                <input type="checkbox" name="isPublic" value="yes" defaultChecked={isPublic} />
                <span>Offer as a topic</span>
              </label>
              <div className="sbs-acts">
                <button type="submit" name="intent" value="save" className="btn btn--line">
                  {id ? 'Save' : 'Add tag'}
                </button>
                {id ? (
                  <button type="submit" name="intent" value="remove" className="btn btn--stop">
                    Delete
                  </button>
                ) : null}
              </div>
            </Form>
          )
        })}
      </div>
    </>
  )
}
