import { parseArgs } from 'node:util'
import { issueOwnerLink } from '~/domains/accounts/team.server'
import type { App } from '~/platform/http/scope.server'
import { isMailAddress } from '~/platform/text'

const HELP = `npm run cli -- owner invite EMAIL

Prints a link that makes the person with this email an owner, or lets an owner who can’t sign in back in. They choose
a new password, and two-factor authentication and passkeys are removed. The link works once, for 24 hours.
`

/** @returns the exit code */
export async function ownerInviteCommand(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  args: string[],
): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    options: { help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const [email] = positionals
  if (positionals.length !== 1 || email === undefined || !isMailAddress(email)) {
    process.stderr.write(`Enter the email address to invite.\n\n${HELP}`)
    return 1
  }
  process.stdout.write(`${await issueOwnerLink(app, { email, role: 'owner' })}\n`)
  return 0
}
