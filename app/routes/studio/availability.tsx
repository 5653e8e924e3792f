import { data, Form, Link, redirect } from 'react-router'
import { addHolidays, listRules } from '~/domains/booking/schedules/operations.server'
import { previewMonth } from '~/domains/booking/schedules/preview.server'
import { PreviewFields, PreviewMonth } from '~/domains/booking/ui/rules/preview-fields'
import { RuleList } from '~/domains/booking/ui/rules/rule-list'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/rules/rules.css'
import { FormRefusal } from '~/ui/form-refusal'
import type { Route } from './+types/availability'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const rules = await listRules(at)
  const { searchParams } = new URL(request.url)
  const [type] = rules.choices.types.filter(({ isPublished }) => isPublished)
  const query = {
    service: searchParams.get('service') ?? type?.slug ?? '',
    location:
      searchParams.get('location') ??
      rules.choices.places.find(({ id }) => type?.places.includes(id))?.slug ??
      '',
    month: searchParams.get('month') ?? '',
  }
  const preview = await previewMonth(at, query)
  const year = Number(rules.today.slice(0, 4))
  const added = searchParams.get('added')
  return {
    ...rules,
    query: { ...query, month: preview?.month ?? query.month },
    preview: preview ?? null,
    years: [year, year + 1],
    added: added !== null && /^\d{1,2}$/.test(added) ? Number(added) : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const form = await readForm(request)
  if (!form.ok) throw data(form.sentence, { status: form.status })
  const added = await addHolidays({ ...context.get(scope), author }, Number(form.form.get('year')))
  if (!added.ok) return data({ sentence: 'Choose this year or a later year.' }, 422)
  throw redirect(studioPaths.availability({ added: String(added.added) }), 303)
}

export const meta: Route.MetaFunction = () => studioMeta('Availability')

export default function Availability({ loaderData, actionData }: Route.ComponentProps) {
  const { schedules, specialDates, choices, dates, query, preview, years, added } = loaderData
  return (
    <>
      <StudioHead title="Availability">
        <Link className="btn" to={studioPaths.availabilityRule('hours')}>
          New schedule
        </Link>
      </StudioHead>
      <SectionTabs />
      <section className="rl-part" aria-labelledby="week">
        <h2 className="st-h2" id="week">
          Weekly hours
        </h2>
        <p className="hint">
          Only one schedule applies at a time. Date overrides replace weekly hours. If several match, the most
          specific wins: session type, then location, then season.
        </p>
        <p className="hint">
          Your website shows your <Link to={studioPaths.settings('hours')}>business hours</Link>.
        </p>
        <RuleList kind="hours" rules={schedules} choices={choices} dates={dates} />
      </section>
      <section className="rl-part" aria-labelledby="special">
        <div className="rl-head">
          <h2 className="st-h2" id="special">
            Date overrides and holidays
          </h2>
          <Link className="btn btn--line" to={studioPaths.availabilityRule('dates')}>
            New date override
          </Link>
          {years.map((year) => (
            <Form method="post" key={year}>
              <button type="submit" name="year" value={year} className="btn btn--line">
                Add {year} holidays
              </button>
            </Form>
          ))}
        </div>
        <FormRefusal outcome={actionData} />
        {added === null ? null : (
          <p className="note note--fix" role="status">
            {added === 0
              ? 'All of that year’s holidays are already added.'
              : `${added} holidays added as closed days. Remove any you work on.`}
          </p>
        )}
        <RuleList kind="dates" rules={specialDates} choices={choices} dates={dates} />
      </section>
      <section className="rl-part" aria-labelledby="preview">
        <h2 className="st-h2" id="preview">
          What clients see
        </h2>
        <Form action={studioPaths.availability()} className="rl-preview" preventScrollReset>
          <PreviewFields choices={choices} values={query}>
            <button type="submit" className="btn btn--line">
              Show
            </button>
          </PreviewFields>
        </Form>
        <PreviewMonth preview={preview} />
      </section>
    </>
  )
}
