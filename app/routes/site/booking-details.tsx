import { data, useOutletContext } from 'react-router'
import { valuesOf } from '~/domains/booking/booking-form'
import { extendHoldOnce } from '~/domains/booking/reservations/holds.server'
import { HOLD_COOKIE } from '~/domains/booking/reservations/model'
import { START_GONE } from '~/domains/booking/slots/model'
import { readDayOf, readStartOf } from '~/domains/booking/slots/operations.server'
import { takeConfirmedStart } from '~/domains/booking/ui/booking-draft'
import { type Offered, pictureOf } from '~/domains/booking/ui/booking-steps'
import { DetailsStep } from '~/domains/booking/ui/details-step'
import { WholeForm } from '~/domains/booking/ui/whole-form'
import { readCookie } from '~/platform/http/capability-cookie'
import { readForm } from '~/platform/http/forms.server'
import { scope } from '~/platform/http/scope.server'
import { pageMeta, untitled } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { preserveInput } from '~/ui/preserve-input'
import type { Route } from './+types/booking-details'

/** The third step. Personal data is sent by POST only, never in the address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const choice = {
    service: query.get('service') ?? '',
    location: query.get('location') ?? '',
    slot: query.get('slot') ?? '',
    visitor: readCookie(request, at.config.siteUrl, HOLD_COOKIE),
  }
  const chosen = await readStartOf(at, choice)
  const about = chosen ? undefined : await readDayOf(at, choice)
  return { chosen, about, slot: choice.slot, siteUrl: at.config.siteUrl }
}

/** A start that was just put on hold needs no request. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const chosen = takeConfirmedStart(new URL(request.url).searchParams.get('slot'))
  if (!chosen) return await serverLoader()
  return { chosen, about: undefined, slot: chosen.slot, siteUrl: location.origin }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? untitled(
        pageMeta({
          title: 'Book a session: your details',
          description: 'Your details for the session.',
          path: paths.bookSession(),
          siteUrl: loaderData.siteUrl,
          noindex: true,
        }),
      )
    : []

/** Returns from the review, or extends the hold, keeping everything that was typed. */
export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const form = await readForm(request)
  if (!form.ok) return data({ values: {}, sentence: form.sentence }, form.status)
  const { get } = form.form
  const visitor = readCookie(request, at.config.siteUrl, HOLD_COOKIE)
  if (get('intent') === 'extend') await extendHoldOnce(at, visitor)
  const choice = { service: get('service'), location: get('location'), slot: get('slot'), visitor }
  const [chosen, about] = [await readStartOf(at, choice), await readDayOf(at, choice)]
  const values = valuesOf(get, about?.offer.questions ?? [])
  return data({ values, sentence: undefined }, chosen ? 200 : 409)
}

export const clientAction = (sending: Route.ClientActionArgs) => preserveInput(sending)

export default function BookingDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { chosen, about, slot } = loaderData
  const offered = useOutletContext<Offered>()
  return (
    <div className="wrap">
      {chosen ? (
        <DetailsStep
          key={actionData ? 'again' : 'first'}
          chosen={chosen}
          picture={pictureOf(offered, chosen.offer)}
          values={actionData?.values}
          errors={{}}
          sentence={actionData?.sentence}
        />
      ) : (
        <WholeForm
          types={offered.types}
          about={about}
          values={actionData?.values ?? { slot }}
          errors={{}}
          sentence={START_GONE}
        />
      )}
    </div>
  )
}
