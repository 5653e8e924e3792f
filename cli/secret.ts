import { parseArgs } from 'node:util'
import type { App } from '~/platform/http/scope.server'
import { hasRunWithSecret, replaceSecret, resealEverything } from '~/platform/resealing.server'
import { hasPrevious } from '~/platform/secret'
import { retireStoredSecrets, rotateStoredSecret } from '~/platform/stored-secret.server'

const ROTATE_HELP = `npm run cli -- secret rotate

Makes a new secret in DATA_DIR. The former one stays accepted, so nothing stops working. Restart every instance of the
site afterward: from then on, new things are sealed and signed with the new secret, and stored ones are sealed anew.

When SECRET is set, rotate it there instead: set SECRET to a new value and SECRET_PREVIOUS to the former one. With
several instances, first add the new value to SECRET_PREVIOUS of each, then swap the two.
`

const RETIRE_HELP = `npm run cli -- secret retire --yes

Ends the acceptance of former secrets, after sealing anew whatever still needs one.

These stop working:
  - links in emails from before the rotation: bookings, client galleries, leaving the waitlist
  - galleries and bookings that were opened by such a link in a browser, until they get a new one
  - sessions that have not been used since the rotation: those people sign in again
  - imports of exports from before the rotation, unless --without-secret is given
These keep working: passwords, second factors, PINs, outside calendars, links from after the rotation, and links to
unsubscribe. You can't undo this.
`

/** @returns the exit code */
export async function secretRotateCommand({ config }: Pick<App, 'config'>, args: string[]): Promise<number> {
  if (readArguments(args).help) return say(ROTATE_HELP)
  if (!config.isSecretKept) return refuse(`SECRET is set, so it can't be changed here.\n\n${ROTATE_HELP}`)
  rotateStoredSecret(config.dataDir)
  return say(
    'There is a new secret, and the former one stays accepted. Now restart every instance of the site.\nTo stop accepting the former one later: npm run cli -- secret retire\n',
  )
}

/** @returns the exit code */
export async function secretRetireCommand(app: Pick<App, 'config' | 'db'>, args: string[]): Promise<number> {
  const { help, yes } = readArguments(args)
  if (help) return say(RETIRE_HELP)
  const { config } = app
  if (!hasPrevious(config.secret)) return refuse('Only the current secret is accepted already.\n')
  if (!(await hasRunWithSecret(app)))
    return refuse(
      'The site has not run with the new secret yet. Restart every instance, wait a minute, then try again.\n',
    )
  if (!yes) return refuse(`${RETIRE_HELP}\nNothing was changed. Add --yes to do it.\n`)
  await resealEverything(app)
  if (config.isSecretKept) retireStoredSecrets(config.dataDir)
  return say(
    'Nothing stored needs a former secret anymore. Now remove SECRET_PREVIOUS if it is set, and restart every instance.\n',
  )
}

export const SECRET_REPLACE_HELP = `npm run cli -- secret replace --yes

Uses the secret of SECRET, or of the file "secret" in DATA_DIR, although this installation ran with another one. Use it
only when the former secret is lost.

These stop working:
  - every session: everyone signs in again, and people with two-factor authentication need an owner's help
  - links in sent emails: bookings, client galleries, leaving the waitlist
  - gallery PINs, outside calendars, passwords of private links, and the passwords of the mail servers: enter them again
These keep working: passwords, photos, bookings and everything else. You can't undo this.
`

/** @returns the exit code */
export async function secretReplaceCommand(
  app: Pick<App, 'config' | 'db' | 'clock'>,
  args: string[],
): Promise<number> {
  if (!readArguments(args).yes)
    return refuse(`${SECRET_REPLACE_HELP}\nNothing was changed. Add --yes to do it.\n`)
  await replaceSecret(app)
  return say('The site now runs with this secret. Start every instance with it.\n')
}

const readArguments = (args: string[]) =>
  parseArgs({
    args,
    strict: false,
    options: { help: { type: 'boolean', short: 'h' }, yes: { type: 'boolean' } },
  }).values

function say(text: string): number {
  process.stdout.write(text)
  return 0
}

function refuse(text: string): number {
  process.stderr.write(text)
  return 1
}
