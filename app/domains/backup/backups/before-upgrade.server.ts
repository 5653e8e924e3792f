import { type BackupDeps, createBackup } from './create.server'
import { failureSentence, recordBackup } from './runs.server'
import { hasBackedUp, hasRuns } from './store.server'
import { checkTarget, listNames, openTarget } from './target.server'

/**
 * Makes a backup before an upgrade, if there are backups already: the first one copies every photo, which takes long.
 * @returns lines for the operator
 * @throws if it can't be made
 */
export async function backUpBeforeUpgrade(app: Omit<BackupDeps, 'target'>): Promise<string[]> {
  const target = await openTarget(app.config)
  await checkTarget(target, app.config)
  if ((await listNames(target)).length === 0 && !(await hasBackedUp(app.db)))
    return ['There are no backups yet. Make the first one with: npm run cli -- backup create']
  const startedAt = app.clock.now()
  const made = await createBackup({ ...app, target }, { kind: 'before-upgrade' })
  if (await hasRuns(app.db)) await recordBackup(app, { kind: 'before-upgrade', startedAt, made })
  if (made.ok) return [`Backup ${made.name} was made and read back.`]
  throw new Error(failureSentence(made, app.config))
}
