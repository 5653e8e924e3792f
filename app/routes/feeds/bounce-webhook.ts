import type { ActionFunctionArgs } from 'react-router'
import { takeProviderMessage } from '~/domains/newsletter/bounces/webhook.server'
import { scope } from '~/platform/http/scope.server'

const answer = (status: number, text: string) =>
  new Response(text, { status, headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' } })

/** It only takes reports. */
export const loader = () => answer(404, 'Not found')

/** Takes reports of bounces and complaints from an email provider. The token in the path is the permission. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const body = await request.text()
  const taken = await takeProviderMessage(context.get(scope), { token: params.token ?? '', body })
  switch (taken) {
    case 'taken':
      return answer(200, 'OK')
    case 'unreadable':
      return answer(400, 'This isn’t JSON.')
    case 'unknown':
      return answer(404, 'Not found')
  }
}
