import { type Joined, joinInstallation } from '~/domains/files/installation.server'
import type { App } from '~/platform/http/scope.server'
import type { Streams } from './streams'

export const INSTALLATION_JOIN_HELP = `Uses a database and a data folder together that belong to different installations.

  npm run cli -- installation join

At the first start, the site writes the same id into the database and into the data folder. It doesn't start with a database and a folder whose ids differ, because it would treat all photos in the folder as leftovers. This command gives both a
new id. Use it when you mean them to belong together, for example after restoring an older backup of one of them. Stop
the site first.

What happens next:
  - Photos in the database whose originals are missing are shown as before, and the owner gets an email about them.
  - Originals that no photo in the database uses stay where they are for a day. Then they move to quarantine, which
    keeps them for 30 days and lists them in the Studio with a button that restores them. If they are more than 50, and
    more than 5 % of all originals, nothing is moved until the owner allows it in the Studio.
  - The folder's former database, and the database's former folder, no longer start with these two.

To bring all originals of a folder into a new database, import them:
  npm run cli -- import photos FOLDER --gallery SLUG
`

/** `installation join`. @returns the exit code: 0, 2 when the command was not understood */
export async function installationJoinCommand(
  app: Pick<App, 'db' | 'storage' | 'clock' | 'config'>,
  args: string[],
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  if (args.length > 0) {
    err.write(`This command takes no arguments.\n\n${INSTALLATION_JOIN_HELP}`)
    return 2
  }
  out.write(joinedText(await joinInstallation(app)))
  return 0
}

function joinedText({ isOld, matching, strays, missing }: Joined): string {
  const lines = [
    isOld
      ? 'This database and this data folder belong together already. Nothing was changed.'
      : 'This database and this data folder belong together from now on.',
    `${counted(matching, 'photo has its original', 'photos have their originals')}.`,
    ...(missing > 0 ? [`${counted(missing, 'photo has no original', 'photos have no originals')}.`] : []),
    ...(strays > 0 ? [`${counted(strays, 'original belongs', 'originals belong')} to no photo.`] : []),
  ]
  return `${lines.join('\n')}\n`
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
