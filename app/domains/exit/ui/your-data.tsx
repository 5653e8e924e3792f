import { Form } from 'react-router'
import { bytesLabel } from '~/platform/bytes-label'
import { useHydrated } from '~/ui/hydrated'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ExportLine } from '../keeping/model'

/** The archives of everything, and the button that makes another. */
export function YourData({ exports, refusal }: { exports: ExportLine[]; refusal: string | undefined }) {
  const isMaking = exports.some(({ state }) => state === 'making')
  return (
    <section className="st-sheet st-form" aria-labelledby="your-data">
      <h2 id="your-data">Take everything along</h2>
      <p className="ink2">
        One archive with all photographs as you uploaded them, favorites and comments, texts as Markdown, and
        every table as JSON and CSV. Another installation of this program takes it back with nothing lost.
      </p>
      <p className="ink2">
        It holds your clients’ names and addresses, the hashes of passwords, and your emails. Sent emails keep
        no links. Emails that haven’t been sent yet hold links that work, to galleries and bookings or for a
        new password. The archive isn’t encrypted, so keep it as you keep your keys. We remove it from here
        after three days.
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
      <Form method="post" className="st-act">
        <button type="submit" className="btn" name="intent" value="export" disabled={isMaking}>
          Make an archive
        </button>
      </Form>
    </section>
  )
}

function ExportItem({ id, state, askedBy, asked, until, bytes, photographs, missing }: ExportLine) {
  const isAlive = useHydrated()
  return (
    <li>
      <div>
        <strong>Asked for {asked}</strong>
        {state === 'making' ? (
          <p className="ink2">
            {isAlive
              ? 'It is being made. It appears here by itself.'
              : 'It is being made. Load this page again in a while.'}
          </p>
        ) : null}
        {state === 'failed' ? (
          <p className="ink2">It could not be made. Is the disk full? Ask for another one.</p>
        ) : null}
        {state === 'ready' ? (
          <p className="ink2">
            {photographs} {photographs === 1 ? 'photograph' : 'photographs'}, {bytesLabel(bytes)}. It goes{' '}
            {until}.
          </p>
        ) : null}
        {missing.length > 0 ? (
          <p className="ink2">Not in it, since their files are lost: {missing.join(', ')}.</p>
        ) : null}
        <p className="ink2">By {askedBy}</p>
      </div>
      {state === 'ready' ? (
        <a className="btn btn--line" href={studioPaths.export(id, { key: 'new' })}>
          Download<span className="vh"> the archive of {asked}</span>
        </a>
      ) : null}
    </li>
  )
}
