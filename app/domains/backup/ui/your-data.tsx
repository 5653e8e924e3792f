import { Form } from 'react-router'
import { bytesLabel } from '~/platform/bytes-label'
import { Field } from '~/ui/field'
import { useHydrated } from '~/ui/hydrated'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ExportLine } from '../model'

/** The export archives, and the button that creates one. */
export function YourData({ exports, refusal }: { exports: ExportLine[]; refusal: string | undefined }) {
  const isMaking = exports.some(({ state }) => state === 'making')
  return (
    <section className="st-sheet st-form" aria-labelledby="your-data">
      <h2 className="st-h2" id="your-data">
        Export all data
      </h2>
      <p className="ink2">
        One archive with every photo as you uploaded it, favorites and comments, text as Markdown, and every
        table as JSON and CSV. You can restore it into a new installation with nothing lost.
      </p>
      <p className="ink2">
        It contains client contact details, password hashes, and your emails. Emails that haven’t been sent
        yet contain working links. Encrypt it, or store it somewhere safe. We delete it from this page after 3
        days.
      </p>
      {refusal ? (
        <p className="note" role="alert">
          {refusal}
        </p>
      ) : null}
      {exports.length > 0 ? (
        <ul className="st-cals">
          {exports.map((each) => (
            <ExportItem key={each.id} {...each} />
          ))}
        </ul>
      ) : null}
      <Form method="post" className="st-export">
        <Field
          label="Recovery passphrase"
          name="passphrase"
          optional
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="Encrypts the export, so that it opens only with this passphrase. You create it under Backups."
        />
        <button type="submit" className="btn" name="intent" value="export" disabled={isMaking}>
          Create export
        </button>
      </Form>
    </section>
  )
}

function ExportItem({
  id,
  state,
  requestedBy,
  asked,
  until,
  bytes,
  photos,
  isEncrypted,
  missing,
}: ExportLine) {
  const isAlive = useHydrated()
  return (
    <li>
      <div>
        <strong>Requested {asked}</strong>
        {state === 'making' ? (
          <p className="ink2">
            {isAlive
              ? 'Your export is running. It’ll show up here automatically.'
              : 'Your export is running. Refresh in a few minutes.'}
          </p>
        ) : null}
        {state === 'failed' ? (
          <p className="ink2">Your export failed. Check that your disk isn’t full, then create another.</p>
        ) : null}
        {state === 'ready' ? (
          <p className="ink2">
            {photos} {photos === 1 ? 'photo' : 'photos'}, {bytesLabel(bytes)}
            {isEncrypted ? ', encrypted' : ', not encrypted'}. Available until {until}.
          </p>
        ) : null}
        {missing.length > 0 ? (
          <p className="ink2">Missing from the export because their files are lost: {missing.join(', ')}.</p>
        ) : null}
        <p className="ink2">By {requestedBy}</p>
      </div>
      {state === 'ready' ? (
        <a className="btn btn--line" href={studioPaths.export(id, { key: 'new' })}>
          Download<span className="vh"> the export from {asked}</span>
        </a>
      ) : null}
    </li>
  )
}
