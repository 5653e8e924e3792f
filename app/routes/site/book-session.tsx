import { lazy, useEffect } from 'react'
import {
  data,
  type HeadersFunction,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useOutletContext,
} from 'react-router'
import { type FieldErrors, valuesOf } from '~/domains/booking/booking-form'
import { extendHoldOnce, holdSlot, newVisitor } from '~/domains/booking/reservations/holds.server'
import { BOOKING_COOKIE, HOLD_COOKIE } from '~/domains/booking/reservations/model'
import { bookSession } from '~/domains/booking/reservations/operations.server'
import { readThanks, type Thanks } from '~/domains/booking/reservations/thanks.server'
import { type ChosenDay, type ChosenStart, START_GONE } from '~/domains/booking/slots/model'
import { readDayOf, readStartOf, readTimes } from '~/domains/booking/slots/operations.server'
import { keepThanks } from '~/domains/booking/ui/booking-draft'
import { type Offered, pictureOf } from '~/domains/booking/ui/booking-steps'
import { keepTimes, recentTimes } from '~/domains/booking/ui/recent-times'
import { defaultPlace } from '~/domains/booking/ui/session-facts'
import { SessionStep } from '~/domains/booking/ui/session-step'
import { TimeStep } from '~/domains/booking/ui/time-step'
import { introducePage, readPage } from '~/domains/content/operations.server'
import { readCookie, setCookie } from '~/platform/http/capability-cookie'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { BROKEN_FORM, TIME_NOT_OFFERED } from '~/platform/http/notices'
import { NOT_STORED, orOutage } from '~/platform/http/outage.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { JsonLd } from '~/ui/html'
import { pageMeta, untitled } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { preserveInputForRetry } from '~/ui/preserve-input'
import type { Route } from './+types/book-session'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const page = await readPage(at, 'book-session')
  const common = {
    whatNext: page.body.whatNext,
    about: await introducePage(at, { ...page, path: paths.bookSession() }),
  }
  const query = new URL(request.url).searchParams
  const param = (name: string) => query.get(name) ?? ''
  const chosen = { service: param('service'), location: param('location') }
  if (chosen.service === '') return data({ ...common, chosen, times: null, sentence: null })
  if (param('step') === 'session') return uncached({ ...common, chosen, times: null, sentence: null }, [])
  const visitor = readCookie(request, at.config.siteUrl, HOLD_COOKIE)
  const times = await readTimes(at, { ...chosen, month: param('month'), date: param('date'), visitor })
  // Only browsers that return this cookie can hold a time.
  const cookies = visitor === '' ? [setCookie(at.config.siteUrl, HOLD_COOKIE, newVisitor())] : []
  if (!times) return uncached({ ...common, chosen, times: null, sentence: NOT_OFFERED }, [])
  return uncached({ ...common, chosen, times, sentence: null }, cookies)
}

const NOT_OFFERED = 'We don’t offer that session, or not at that location. Choose one of these.'

const uncached = <T,>(value: T, cookies: string[]) =>
  data(value, {
    headers: [
      ['Cache-Control', 'private, no-store'],
      ...cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
    ],
  })

/**
 * Available times change and depend on the visitor, so they aren't cached. The first step is the same for
 * everyone.
 */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const said = new Headers()
  for (const name of ['Cache-Control', 'Retry-After']) {
    const value = actionHeaders.get(name) ?? loaderHeaders.get(name)
    if (value !== null) said.set(name, value)
  }
  return said
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? untitled(pageMeta(loaderData.about.meta)) : []

type Loaded = Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>
/** What the page shows. */
let shown: Loaded | undefined

/** Times that were loaded within the last minute are shown at once. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { search } = new URL(request.url)
  const times = recentTimes(search)
  if (times && shown) return { ...shown, chosen: times.offer, times, sentence: null }
  const answer = await serverLoader()
  if (answer.times) keepTimes(answer.times, search)
  return answer
}

/** Subscribing to the newsletter changes no times. */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formAction !== paths.newsletter() && defaultShouldRevalidate

/** Data of a refused form: the complete form, or the times with what is missing. */
interface Answer {
  shows: 'whole' | 'times' | 'nothing'
  /** For a script that requested a hold: `yes`, `no` or `taken`. */
  held?: string
  /** The held start, for the next step. */
  chosen?: ChosenStart | undefined
  about?: ChosenDay | undefined
  /** What the last page shows, for a script that booked. */
  thanks?: Thanks
  values: Record<string, string>
  errors: FieldErrors
  sentence?: string | undefined
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const form = await readForm(request)
  if (!form.ok)
    return answer(form.status, { shows: 'whole', values: {}, errors: {}, sentence: form.sentence })
  const { get } = form.form
  const visitor = readCookie(request, at.config.siteUrl, HOLD_COOKIE)
  return await orOutage(
    at,
    () => take(at, form.form, visitor),
    () => answerOutage(at, get('intent'), form.form, visitor),
  )
}

async function take(at: RequestScope, form: FormFields, visitor: string) {
  switch (form.get('intent')) {
    case '':
    case 'book':
      return await book(at, form, visitor)
    case 'details':
      return await continueToDetails(at, form, visitor)
    case 'hold':
      return await hold(at, form, visitor)
    case 'extend':
      await extendHoldOnce(at, visitor)
      return answer(200, { shows: 'nothing', values: {}, errors: {} })
    case 'change':
      return await whole(at, form, visitor, 200, {})
    default:
      return await whole(at, form, visitor, 422, { sentence: BROKEN_FORM })
  }
}

/** The submitted values, with the sentence that the booking can't be saved now. */
async function answerOutage(at: RequestScope, intent: string, form: FormFields, visitor: string) {
  const values = valuesOf(form.get, [])
  if (intent === 'hold' || intent === 'extend')
    return answer(503, { shows: 'nothing', values, errors: {}, sentence: NOT_STORED })
  if (intent === 'details') return answer(503, { shows: 'times', values, errors: {}, sentence: NOT_STORED })
  return await orOutage(
    at,
    () => whole(at, form, visitor, 503, { sentence: NOT_STORED }),
    () => answer(503, { shows: 'whole', values, errors: {}, sentence: NOT_STORED }),
  )
}

const answer = (status: number, value: Answer, cookies: string[] = []) =>
  data(value, {
    status,
    headers: [
      ['Cache-Control', 'no-store'],
      ...cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
    ],
  })

async function book(at: RequestScope, { get }: FormFields, visitor: string) {
  const { actor, clientAddress: network } = at
  const isSignedIn = actor.kind === 'person' && actor.emailVerified
  const booked = await bookSession(at, { get, visitor, network, isSignedIn })
  if (booked.ok) {
    const { token, newsletter } = booked
    const cookies = token ? [setCookie(at.config.siteUrl, BOOKING_COOKIE, token)] : []
    if (!token || get('answer') !== 'thanks') throw seeOther(paths.thankYou({ newsletter }), cookies)
    const thanks = await readThanks(at, { token, newsletter })
    return answer(200, { shows: 'nothing', thanks, values: {}, errors: {} }, cookies)
  }
  switch (booked.reason) {
    case 'refused':
      return await whole(at, { get }, visitor, 422, { errors: booked.errors })
    case 'taken':
      return await whole(at, { get }, visitor, 409, { sentence: takenSentence(booked.free.length) })
    case 'too-many':
      at.retryAt(booked.retryAt)
      return await whole(at, { get }, visitor, 429, { sentence: booked.sentence })
  }
}

const takenSentence = (free: number): string =>
  free > 0
    ? 'Someone just booked that time. Other times that day are below, and everything you typed is still here.'
    : 'Someone just booked that time, and that day is now full. Choose another day.'

/** Answers with the submitted values in a form on one page, which is used when a step was refused. */
async function whole(
  at: RequestScope,
  { get }: Pick<FormFields, 'get'>,
  visitor: string,
  status: number,
  why: { errors?: FieldErrors; sentence?: string },
) {
  const choice = { service: get('service'), location: get('location'), slot: get('slot'), visitor }
  const about = await readDayOf(at, choice)
  const values = valuesOf(get, about?.offer.questions ?? [])
  return answer(status, { shows: 'whole', about, values, errors: {}, ...why })
}

/** Continues from the times to the details, and holds the chosen time. */
async function continueToDetails(at: RequestScope, { get }: FormFields, visitor: string) {
  const choice = { service: get('service'), location: get('location'), slot: get('slot') }
  const values = valuesOf(get, [])
  if (choice.slot === '')
    return answer(422, { shows: 'times', values, errors: { slot: 'Choose a time first.' } })
  const held = await holdSlot(at, { ...choice, visitor, network: at.clientAddress })
  if (held.ok || held.reason === 'unheld') throw seeOther(paths.bookingDetails(choice))
  switch (held.reason) {
    case 'taken':
      return answer(409, { shows: 'times', values, errors: { slot: START_GONE } })
    case 'unknown':
      return await whole(at, { get }, visitor, 422, {
        errors: { slot: TIME_NOT_OFFERED },
      })
  }
}

async function hold(at: RequestScope, { get }: FormFields, visitor: string) {
  const choice = { service: get('service'), location: get('location'), slot: get('slot') }
  const held = await holdSlot(at, { ...choice, visitor, network: at.clientAddress })
  const word = held.ok ? 'yes' : held.reason === 'unheld' ? 'no' : 'taken'
  const chosen = held.ok ? await readStartOf(at, { ...choice, visitor }) : undefined
  return answer(200, { shows: 'nothing', held: word, chosen, values: {}, errors: {} })
}

/** The answer to the booking form contains the last page's data, which saves a request. */
export async function clientAction(sending: Route.ClientActionArgs) {
  const answered = await preserveInputForRetry(sending)
  if (!('thanks' in answered) || !answered.thanks) return answered
  keepThanks(answered.thanks)
  throw redirect(paths.thankYou({ newsletter: answered.thanks.newsletter }))
}

/** Both are rarely shown, so their code loads on demand. Without a Suspense boundary, the server sends them complete. */
const WholeForm = lazy(async () => ({
  default: (await import('~/domains/booking/ui/whole-form')).WholeForm,
}))

const BookingClosed = lazy(async () => ({
  default: (await import('~/domains/booking/ui/booking-closed')).BookingClosed,
}))

export default function BookSession({ loaderData, actionData }: Route.ComponentProps) {
  const { times, chosen, sentence, whatNext, about } = loaderData
  const offered = useOutletContext<Offered>()
  const { types } = offered
  const { search } = useLocation()
  useEffect(() => {
    shown = loaderData
    if (times) keepTimes(times, search)
  }, [loaderData, times, search])
  const answered = actionData && 'shows' in actionData ? actionData : undefined
  if (types.length === 0) return <BookingClosed pageTitle={about.meta.title} />
  if (answered?.shows === 'whole')
    return (
      <div className="wrap">
        <WholeForm types={types} {...answered} about={answered.about} />
      </div>
    )
  if (times)
    return (
      <div className="wrap">
        <TimeStep
          times={times}
          picture={pictureOf(offered, times.offer)}
          errors={actionData?.errors ?? {}}
          refused={actionData?.sentence}
        />
      </div>
    )
  const type = types.find(({ slug }) => slug === chosen.service) ?? types[0]
  const place = type?.places.find(({ slug }) => slug === chosen.location) ?? (type && defaultPlace(type))
  return (
    <>
      <div className="wrap">
        <SessionStep
          offered={offered}
          chosen={{ service: type?.slug ?? '', location: place?.slug ?? '' }}
          pageTitle={about.meta.title}
          sentence={sentence}
        />
      </div>
      <section className="wrap bk__next" aria-labelledby="next">
        <h2 className="t1" id="next">
          What happens next
        </h2>
        <ol className="next">
          {whatNext.map(({ when, text }) => (
            <li key={when}>
              <b>{when}</b>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </section>
      <JsonLd data={about.breadcrumbs} />
    </>
  )
}
