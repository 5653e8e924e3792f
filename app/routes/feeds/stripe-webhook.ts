import type { ActionFunctionArgs } from 'react-router'
import { takeWebhook } from '~/domains/booking/online/events.server'
import { scope } from '~/platform/http/scope.server'

const answer = (status: number, text: string) =>
  new Response(text, { status, headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' } })

/** It only takes events. */
export const loader = () => answer(404, 'Not found')

/** Takes Stripe's events. The signature is the permission. */
export async function action({ request, context }: ActionFunctionArgs) {
  const given = { body: await request.text(), signature: request.headers.get('stripe-signature') ?? '' }
  switch (await takeWebhook(context.get(scope), given)) {
    case 'taken':
      return answer(200, 'OK')
    case 'forged':
      return answer(400, 'The signature doesn’t fit.')
    case 'unknown':
      return answer(404, 'Not found')
  }
}
