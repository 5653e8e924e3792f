import { Form, Link } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { Field, Select } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { useHydrated } from '~/ui/hydrated'
import { paths } from '~/ui/paths'
import type { FirstRestore, RestoreProgress } from '../backups/model'

interface FirstRestoreStepProps {
  restore: FirstRestore
  token: string
  outcome: FormOutcome<'backup' | 'passphrase'> | undefined
}

/** Chooses a backup, shows how far its restore is, and what it brought back. */
export function FirstRestoreStep({ restore, token, outcome }: FirstRestoreStepProps) {
  switch (restore.state) {
    case 'ready':
      return <Choose restore={restore} token={token} outcome={outcome} />
    case 'in-use':
      return (
        <>
          <p className="lede ink2" role="alert">
            This site isn’t empty anymore, so nothing is restored from here. To replace what is there, stop
            the site and run <code>npm run cli -- restore</code>.
          </p>
          <SetUp token={token} />
        </>
      )
    case 'running':
      return <Progress {...restore} />
    case 'done':
      return (
        <>
          <p className="lede ink2" role="status">
            {restore.sentence}
          </p>
          <p className="ink2">
            {restore.restarts
              ? 'Your site restarts now, which takes a few seconds.'
              : 'Restart your site now, so that it uses the restored secret.'}{' '}
            Then sign in as you did before. Everyone has to sign in again, and earlier links for a new
            password no longer work.
          </p>
          <div>
            <ButtonLink to={paths.login()} reloadDocument>
              Sign in
            </ButtonLink>
          </div>
        </>
      )
  }
}

function Choose({
  restore: { place, backups, trouble, sentence },
  token,
  outcome,
}: { restore: Extract<FirstRestore, { state: 'ready' }> } & Pick<
  FirstRestoreStepProps,
  'token' | 'outcome'
>) {
  if (trouble || backups.length === 0)
    return (
      <>
        <p className="note" role="alert">
          {trouble || `There are no backups in ${place}.`}
        </p>
        <p className="ink2">
          The person who runs your server can copy your backups to it and set BACKUP_DIR to their folder. For
          backups in a bucket, BACKUP_S3_BUCKET and its keys are needed. Once your site has been restarted,
          open this page again.
        </p>
        <SetUp token={token} />
      </>
    )
  return (
    <>
      <p className="ink2">
        Brings back your photos, galleries, bookings, clients, and settings. They replace what this new site
        started with.
      </p>
      {sentence && !outcome ? (
        <p className="note" role="alert">
          Nothing was restored. {sentence}
        </p>
      ) : null}
      <Form method="post" className="auth__form" noValidate reloadDocument aria-label="Restore">
        <FormRefusal outcome={outcome} order={['backup', 'passphrase']} />
        <Select
          label="Backup"
          name="backup"
          defaultValue={outcome?.values.backup}
          error={outcome?.errors.backup}
        >
          {backups.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
        <Field
          label="Recovery passphrase"
          name="passphrase"
          autoComplete="off"
          hint="You printed it with your backups. Spaces and capitals don’t matter."
          error={outcome?.errors.passphrase}
        />
        <p className="ui ink2">
          From <code>{place}</code>
        </p>
        <button type="submit" className="btn btn--wide">
          Restore backup
        </button>
        <SetUp token={token} />
      </Form>
    </>
  )
}

const SetUp = ({ token }: { token: string }) => (
  <p className="ui ink2">
    No backup?{' '}
    <Link className="txt" to={paths.ownerLink(token)}>
      Set up your account
    </Link>
  </p>
)

const STEPS: Record<RestoreProgress['step'], string> = {
  checking: 'Checking the backup.',
  files: 'Restoring your photos.',
  rows: 'Restoring your records.',
}

function Progress({ step, done, total }: RestoreProgress) {
  const isAlive = useHydrated()
  return (
    <div role="status">
      <p className="lede ink2">
        {STEPS[step]}
        {total > 0 ? ` ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} files.` : null}
      </p>
      <progress {...(total > 0 ? { value: done, max: total } : {})} aria-label="Files" />
      <p className="ui ink2">
        {isAlive
          ? 'You can leave this page open. It shows when your site is back.'
          : 'Refresh this page to see how far it is.'}
      </p>
    </div>
  )
}
