import { checkStripe } from '~/domains/booking/online/stripe-check.server'
import type { Streams } from './streams'

export const STRIPE_CHECK_HELP = `Tries the connection to Stripe, and records what it saw.

  npm run cli -- stripe check [--live]

  --live   allows a live key: a checkout is opened in your real account, and ended at once
  --help   this text

Run it with the same variables as the site, first with a test key. It reads the account, opens a checkout, reads it and
ends it, reads the lists that payments need, tests the signature of webhooks, and looks for your webhook endpoint. No one
pays anything. Until it has found everything right, the Studio says that the connection is unverified. It exits with 1 if
something is wrong.
`

const MARKS = { right: 'OK   ', advice: 'Note ', wrong: 'Wrong' }

/** `stripe check`. @returns the exit code: 0, 1 when something is wrong, 2 when the command was not understood */
export async function stripeCheckCommand(
  app: Parameters<typeof checkStripe>[0],
  args: string[],
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  if (args.some((arg) => arg !== '--live')) {
    err.write(STRIPE_CHECK_HELP)
    return 2
  }
  const checked = await checkStripe(app, { mayBeLive: args.includes('--live') })
  if (!checked.ok) {
    err.write(
      checked.reason === 'no-key'
        ? 'There is no key. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, then try again.\n'
        : 'This is a live key, so nothing was checked. Use a test key, or add --live to open and end a checkout in your real account.\n',
    )
    return 1
  }
  for (const { state, sentence } of checked.findings) out.write(`${MARKS[state]}  ${sentence}\n`)
  out.write(
    checked.isRight ? 'The connection works.\n' : 'Something is wrong, so the connection stays unverified.\n',
  )
  return checked.isRight ? 0 : 1
}
