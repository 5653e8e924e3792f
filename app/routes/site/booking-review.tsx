import { data, redirect, useOutletContext } from 'react-router'
import { type FieldErrors, readDetails, valuesOf } from '~/domains/booking/booking-form'
import { START_GONE } from '~/domains/booking/choosing/model'
import { readDayOf, readStartOf } from '~/domains/booking/choosing/operations.server'
import { BOOKING_COOKIE, HOLD_COOKIE } from '~/domains/booking/cookies'
import { findBookingMade } from '~/domains/booking/taking/operations.server'
import type { Offered } from '~/domains/booking/ui/booking-steps'
import { DetailsStep } from '~/domains/booking/ui/details-step'
import { ReviewStep } from '~/domains/booking/ui/review-step'
import { WholeForm } from '~/domains/booking/ui/whole-form'
import { readCookie } from '~/platform/http/capability-cookie'
import { readForm } from '~/platform/http/forms.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { dollars } from '~/ui/money'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/booking-review'

/** The fourth step is the answer to the form of the third. Asked for by itself, it shows that form. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const asked = askedOf(request, at)
  const chosen = await readStartOf(at, asked, dollars)
  if (chosen) return { chosen, about: undefined, slot: asked.slot, siteUrl: at.config.siteUrl }
  // Who comes back here after booking is shown the booking.
  const made = await findBookingMade(at, readCookie(request, at.config.siteUrl, BOOKING_COOKIE))
  if (made?.slot === asked.slot) throw redirect(paths.thankYou())
  return { chosen, about: await readDayOf(at, asked), slot: asked.slot, siteUrl: at.config.siteUrl }
}

function askedOf(request: Request, { config }: RequestScope) {
  const query = new URL(request.url).searchParams
  return {
    service: query.get('service') ?? '',
    location: query.get('location') ?? '',
    slot: query.get('slot') ?? '',
    visitor: readCookie(request, config.siteUrl, HOLD_COOKIE),
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: 'Book a session: review',
        description: 'Read your booking through once.',
        path: paths.bookSession(),
        siteUrl: loaderData.siteUrl,
        noindex: true,
      })
    : []

interface Reviewed {
  ok: boolean
  values: Record<string, string>
  errors: FieldErrors
  sentence?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const form = await readForm(request)
  if (!form.ok)
    return data<Reviewed>({ ok: false, values: {}, errors: {}, sentence: form.sentence }, form.status)
  const { get } = form.form
  const asked = askedOf(request, at)
  const [chosen, about] = [await readStartOf(at, asked, dollars), await readDayOf(at, asked)]
  const questions = about?.offer.questions ?? []
  const values = valuesOf(get, questions)
  if (!chosen) return data<Reviewed>({ ok: false, values, errors: {} }, 409)
  const details = readDetails(get, { questions, asksAddress: chosen.offer.placeKind === 'client' })
  return details.ok
    ? data<Reviewed>({ ok: true, values, errors: {} })
    : data<Reviewed>({ ok: false, values, errors: details.errors }, 422)
}

export default function BookingReview({ loaderData, actionData }: Route.ComponentProps) {
  const { chosen, about, slot } = loaderData
  const { pictures, types } = useOutletContext<Offered>()
  const { values, errors = {}, sentence } = actionData ?? {}
  if (!chosen)
    return (
      <div className="wrap">
        <WholeForm
          types={types}
          about={about}
          values={values ?? { slot }}
          errors={errors}
          sentence={START_GONE}
        />
      </div>
    )
  const common = { chosen, picture: pictures[chosen.offer.service] }
  return (
    <div className="wrap">
      {actionData?.ok ? (
        <ReviewStep {...common} values={actionData.values} />
      ) : (
        <DetailsStep {...common} values={values} errors={errors} sentence={sentence} />
      )}
    </div>
  )
}
