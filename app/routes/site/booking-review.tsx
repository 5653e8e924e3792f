import { useState } from 'react'
import { data, isRouteErrorResponse, redirect, useFetcher, useOutletContext } from 'react-router'
import { type FieldErrors, readDetails, valuesOf } from '~/domains/booking/booking-form'
import { findBookingMade } from '~/domains/booking/reservations/booking-made.server'
import { BOOKING_COOKIE, HOLD_COOKIE } from '~/domains/booking/reservations/model'
import { type ChosenStart, START_GONE } from '~/domains/booking/slots/model'
import { readDayOf, readStartOf } from '~/domains/booking/slots/operations.server'
import { cacheConfirmedStart, cachedStart, takeConfirmedStart } from '~/domains/booking/ui/booking-draft'
import { type Offered, pictureOf } from '~/domains/booking/ui/booking-steps'
import { DetailsStep } from '~/domains/booking/ui/details-step'
import { ReviewStep } from '~/domains/booking/ui/review-step'
import { WholeForm, type WholeFormProps } from '~/domains/booking/ui/whole-form'
import { readCookie } from '~/platform/http/capability-cookie'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { NOT_STORED, orOutage } from '~/platform/http/outage.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { pageMeta, untitled } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { preserveInput } from '~/ui/preserve-input'
import type { Route } from './+types/booking-review'

/** The fourth step is the response to the form of the third. A GET shows that form. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const choice = choiceOf(request, at)
  const chosen = await readStartOf(at, choice)
  if (chosen) return { chosen, about: undefined, slot: choice.slot, siteUrl: at.config.siteUrl }
  // After booking, Back leads to the confirmed booking.
  const made = await findBookingMade(at, readCookie(request, at.config.siteUrl, BOOKING_COOKIE))
  if (made?.slot === choice.slot) throw redirect(paths.thankYou())
  return { chosen, about: await readDayOf(at, choice), slot: choice.slot, siteUrl: at.config.siteUrl }
}

function choiceOf(request: Request, { config }: RequestScope) {
  const query = new URL(request.url).searchParams
  return {
    service: query.get('service') ?? '',
    location: query.get('location') ?? '',
    slot: query.get('slot') ?? '',
    visitor: readCookie(request, config.siteUrl, HOLD_COOKIE),
  }
}

/**
 * The answer to the form contains the start. If the connection or the site fails, the page stays with everything
 * that was typed.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const slot = new URL(request.url).searchParams.get('slot')
  const confirmed = takeConfirmedStart(slot)
  if (confirmed)
    return { chosen: confirmed, about: undefined, slot: confirmed.slot, siteUrl: location.origin }
  try {
    return await serverLoader()
  } catch (error) {
    const chosen = cachedStart(slot)
    if (!chosen || error instanceof Response || isRouteErrorResponse(error)) throw error
    return { chosen, about: undefined, slot: chosen.slot, siteUrl: location.origin }
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? untitled(
        pageMeta({
          title: 'Book a session: review',
          description: 'Review your booking.',
          path: paths.bookSession(),
          siteUrl: loaderData.siteUrl,
          noindex: true,
        }),
      )
    : []

interface Reviewed {
  ok: boolean
  values: Record<string, string>
  errors: FieldErrors
  sentence?: string
  /** For the page around the answer. */
  chosen?: ChosenStart | undefined
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const form = await readForm(request)
  if (!form.ok)
    return data<Reviewed>({ ok: false, values: {}, errors: {}, sentence: form.sentence }, form.status)
  const choice = choiceOf(request, at)
  return orOutage(
    at,
    () => review(at, choice, form.form),
    () => {
      const values = valuesOf(form.form.get, [])
      return data<Reviewed>({ ok: false, values, errors: {}, sentence: NOT_STORED }, 503)
    },
  )
}

async function review(at: RequestScope, choice: ReturnType<typeof choiceOf>, { get }: FormFields) {
  const [chosen, about] = [await readStartOf(at, choice), await readDayOf(at, choice)]
  const questions = about?.offer.questions ?? []
  const values = valuesOf(get, questions)
  if (!chosen) return data<Reviewed>({ ok: false, values, errors: {} }, 409)
  const details = readDetails({ get }, { questions, asksAddress: chosen.offer.placeKind === 'client' })
  return details.ok
    ? data<Reviewed>({ ok: true, values, errors: {}, chosen })
    : data<Reviewed>({ ok: false, values, errors: details.errors }, 422)
}

export const clientAction = (sending: Route.ClientActionArgs) =>
  preserveInput({ ...sending, serverAction: () => serverActionKeepingStart(sending) })

async function serverActionKeepingStart({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (answer.chosen) cacheConfirmedStart(answer.chosen)
  return answer
}

/** The response to the final button: the complete form with errors, or only a sentence. */
type Sent = WholeFormProps & { shows?: 'whole' }

export default function BookingReview({ loaderData, actionData: answered }: Route.ComponentProps) {
  // When a hold expires, the page reloads, which would drop `actionData`.
  const [actionData, keepAnswer] = useState(answered)
  if (answered && answered !== actionData) keepAnswer(answered)
  const { chosen, about, slot } = loaderData
  const offered = useOutletContext<Offered>()
  const sending = useFetcher<Sent>()
  const answer = sending.data
  const { values, errors = {}, sentence } = actionData ?? {}
  // Only the box on this page is missing.
  const isTermsOnly = Object.keys(answer?.errors ?? {}).join() === 'terms'
  const isWhole = answer?.shows === 'whole' && !isTermsOnly
  if (!chosen || isWhole)
    return (
      <div className="wrap">
        <WholeForm
          types={offered.types}
          {...(isWhole
            ? answer
            : { about, values: values ?? { slot }, errors, sentence: chosen ? undefined : START_GONE })}
        />
      </div>
    )
  const common = { chosen, picture: pictureOf(offered, chosen.offer) }
  return (
    <div className="wrap">
      {actionData && 'ok' in actionData && actionData.ok ? (
        <ReviewStep
          {...common}
          values={actionData.values}
          sending={sending}
          unsent={answer?.sentence}
          errors={answer?.errors ?? {}}
        />
      ) : (
        <DetailsStep {...common} values={values} errors={errors} sentence={sentence} />
      )}
    </div>
  )
}
