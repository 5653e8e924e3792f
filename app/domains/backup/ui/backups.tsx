import { Form } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { type BackupsShown, unusableSentence } from '../backups/model'

/** What is there, and the buttons that make a backup and a recovery passphrase. */
export function Backups({ backups, refusal }: { backups: BackupsShown; refusal: string | undefined }) {
  const { place, trouble, isOnSameDisk, hasPassphrase, lastVerified, isMaking, isEmptied, runs } = backups
  return (
    <>
      <section className="st-sheet st-form" aria-labelledby="backups">
        <h2 className="st-h2" id="backups">
          Daily backup
        </h2>
        <p className="ink2">
          Every day your site makes an encrypted backup of everything, and reads it back. We keep the last 14
          days and one backup a month for a year.
        </p>
        <p>
          {lastVerified
            ? `The last verified backup is from ${lastVerified}.`
            : 'Your site hasn’t made a verified backup yet.'}
        </p>
        <p className="ink2">
          Stored in: <code>{place}</code>
        </p>
        {trouble ? <p className="note">{trouble}</p> : null}
        {isOnSameDisk ? (
          <p className="note">
            The backups are on the same disk as your photos. If it fails, both are lost. Ask the person who
            runs your server to set BACKUP_DIR to a folder on another disk.
          </p>
        ) : null}
        {isEmptied ? (
          <p className="note">
            {unusableSentence('emptied', place)} To start over, choose Start new backups. It copies every
            photo again, and you need a new recovery passphrase.
          </p>
        ) : null}
        {refusal ? (
          <p className="note" role="alert">
            {refusal}
          </p>
        ) : null}
        {runs.length > 0 ? (
          <ul className="st-cals">
            {runs.map((run) => (
              <Run key={run.id} {...run} />
            ))}
          </ul>
        ) : null}
        <Form method="post" className="st-act">
          {isEmptied ? <input type="hidden" name="anew" value="1" /> : null}
          <button type="submit" className="btn" name="intent" value="backup" disabled={isMaking}>
            {isEmptied ? 'Start new backups' : 'Back up now'}
          </button>
        </Form>
      </section>
      <section className="st-sheet st-form" aria-labelledby="passphrase">
        <h2 className="st-h2" id="passphrase">
          Recovery passphrase
        </h2>
        <p className="ink2">
          To restore on another machine, you need the backups and the recovery passphrase. We show it once, to
          print.
        </p>
        <p className={hasPassphrase ? 'ink2' : 'note'}>
          {isEmptied
            ? 'There’s no recovery passphrase anymore.'
            : hasPassphrase
              ? 'You have a recovery passphrase. A new one replaces the one you printed.'
              : 'There’s no recovery passphrase yet. Only this server can open the backups.'}
        </p>
        <Form method="post" className="st-act">
          <button type="submit" className="btn btn--line" name="intent" value="passphrase">
            {hasPassphrase && !isEmptied ? 'Replace passphrase' : 'Create passphrase'}
          </button>
        </Form>
      </section>
    </>
  )
}

function Run({ label, began, state, name, note, done, total, added }: BackupsShown['runs'][number]) {
  const isAlive = useHydrated()
  return (
    <li>
      <div>
        <strong>
          {label}, {began}
        </strong>
        {state === 'making' ? (
          <>
            {total > 0 ? <progress value={done} max={total} aria-label="Files" /> : null}
            <p className="ink2">
              {total > 0 ? `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} files. ` : ''}
              {isAlive ? 'Your backup is running.' : 'Your backup is running. Refresh in a few minutes.'}
            </p>
          </>
        ) : null}
        {state === 'verified' ? (
          <p className="ink2">
            Verified. Added {added}. <code>{name}</code>
          </p>
        ) : null}
        {state === 'failed' ? <p className="ink2">This backup failed and doesn’t count.</p> : null}
        {note ? <p className="ink2">{note}</p> : null}
      </div>
    </li>
  )
}

/** The recovery passphrase, which the printed page shows alone. */
export function RecoverySheet({
  passphrase,
  place,
  isBucket,
}: { passphrase: string } & Pick<BackupsShown, 'place' | 'isBucket'>) {
  return (
    <section className="st-sheet st-form st-recovery" aria-labelledby="recovery">
      <h2 className="st-h2" id="recovery">
        Your recovery passphrase
      </h2>
      <p className="st-recovery-words" role="status">
        {passphrase}
      </p>
      <p>Print this page now, and keep it away from the server. We can’t show the passphrase again.</p>
      <p className="ink2">
        Backups: <code>{place}</code>. Anyone with the backups and this passphrase can read everything. To
        restore: <code>npm run cli -- restore latest{isBucket ? '' : ' --from FOLDER'}</code>
        {isBucket ? '. The person who runs your server needs BACKUP_S3_BUCKET and its keys.' : ''}
      </p>
    </section>
  )
}
