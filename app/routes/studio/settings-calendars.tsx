import { data, redirect, useNavigation } from 'react-router'
import { listFeeds, makeFeed, revokeFeed } from '~/domains/booking/external-calendars/feeds.server'
import {
  addExternalCalendar,
  listExternalCalendars,
  removeExternalCalendar,
  syncExternalCalendar,
} from '~/domains/booking/external-calendars/operations.server'
import { CalendarFeeds, ExternalCalendars } from '~/domains/booking/ui/external-calendars'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'

import type { FormOutcome } from '~/ui/form-outcome'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/external-calendars.css'
import type { Route } from './+types/settings-calendars'

const FULL = 'You already have ten. Remove one you no longer need first.'

interface Outcome {
  external?: FormOutcome<'title' | 'url'>
  feed?: FormOutcome<'feed'>
  address?: string
}

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  return { calendars: await listExternalCalendars(at), feeds: await listFeeds(at) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { external: { sentence: read.sentence, errors: {}, values: {} } })
  const { form } = read
  const id = form.get('id')
  switch (form.get('intent')) {
    case 'add':
      return await add(at, { title: form.get('title'), url: form.get('url') })
    case 'make':
      return await make(at, form.get('feed'))
    case 'fetch':
      await syncExternalCalendar(at, id)
      break
    case 'remove':
      await removeExternalCalendar(at, id)
      break
    case 'end':
      await revokeFeed(at, id)
      break
    default:
      return refuse(400, { external: { sentence: BROKEN_FORM, errors: {}, values: {} } })
  }
  throw redirect(studioPaths.settingsCalendars(), 303)
}

async function add(at: Parameters<typeof addExternalCalendar>[0], values: { title: string; url: string }) {
  const added = await addExternalCalendar(at, values)
  if (added.ok) {
    // The result is shown in the list.
    await syncExternalCalendar(at, added.id)
    throw redirect(studioPaths.settingsCalendars(), 303)
  }
  switch (added.reason) {
    case 'refused':
      return refuse(422, { external: { errors: added.errors, values } })
    case 'too-many':
      return refuse(422, { external: { sentence: FULL, errors: {}, values } })
  }
}

/** The feed's address is shown only in this response, since just its hash is stored. */
async function make(at: Parameters<typeof makeFeed>[0] & { config: { siteUrl: string } }, title: string) {
  const made = await makeFeed(at, { title })
  if (made.ok) return data<Outcome>({ address: `${at.config.siteUrl}/calendar/${made.token}.ics` })
  const values = { feed: title }
  switch (made.reason) {
    case 'refused':
      return refuse(422, { feed: { errors: { feed: made.error }, values } })
    case 'too-many':
      return refuse(422, { feed: { sentence: FULL, errors: {}, values } })
  }
}

const refuse = (status: number, outcome: Outcome) => data(outcome, status)

export const meta: Route.MetaFunction = () => studioMeta('Calendar sync, settings')

export default function SettingsCalendars({ loaderData, actionData }: Route.ComponentProps) {
  const { formData } = useNavigation()
  const intent = formData?.get('intent')
  const busy = intent === 'fetch' ? `fetch ${formData?.get('id')}` : intent === 'add' ? 'add' : null
  const outcome: Outcome | undefined = actionData
  return (
    <>
      <StudioHead title="Calendar sync" />
      <SectionTabs />
      <ExternalCalendars calendars={loaderData.calendars} outcome={outcome?.external} busy={busy} />
      <CalendarFeeds feeds={loaderData.feeds} address={outcome?.address} outcome={outcome?.feed} />
    </>
  )
}
