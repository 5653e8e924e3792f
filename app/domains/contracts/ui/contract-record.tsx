import { Form, Link } from 'react-router'
import { FactList } from '~/ui/studio/fact-list'
import { NotSent } from '~/ui/studio/no-mail-server'
import { studioPaths } from '~/ui/studio/studio-paths'
import { TOO_LONG } from '../fields'
import type { SignedChoice, StudioContract, StudioVersion } from '../model'
import { ContractText } from './contract-text'

const PLACES = {
  initials: () => <p className="ink2">Each client’s initials go here.</p>,
  release: <p className="ink2">Each client chooses here whether they agree.</p>,
}

/** The draft with its values, and the button that sends it. */
export function DraftPreview({ contract, isOwner }: { contract: StudioContract; isOwner: boolean }) {
  const { missing, isTooLong, unprintable, draft, sent, version } = contract
  return (
    <section className="st-sheet" aria-labelledby="preview-title">
      <h2 className="st-h2" id="preview-title">
        Preview
      </h2>
      {missing.length > 0 ? (
        <p className="note note--dev" role="status">
          There’s no value for {missing.join(', ')}. Write it into the text before you send it.
        </p>
      ) : null}
      {isTooLong ? (
        <p className="note note--dev" role="status">
          {TOO_LONG} before you send it.
        </p>
      ) : null}
      {unprintable.length > 0 ? (
        <p className="note note--dev">
          The PDF can’t show these characters: {unprintable.join(' ')}. Use Latin characters instead.
        </p>
      ) : null}
      <ContractText blocks={draft} {...PLACES} />
      <Form method="post" className="st-form">
        <input type="hidden" name="version" value={version} />
        <NotSent />
        <p className="ink2">
          {sent?.isOpen
            ? 'Sending this ends the version before it. Everyone signs again, and old links say so.'
            : 'We’ll email the first signer. The next one gets an email when the one before has signed.'}
        </p>
        <div className="st-act">
          <button type="submit" className="btn" name="intent" value="send">
            {sent ? 'Send new version' : 'Send to sign'}
          </button>
          {sent || !isOwner ? null : (
            <button type="submit" className="btn btn--stop" name="intent" value="remove">
              Delete draft
            </button>
          )}
        </div>
      </Form>
    </section>
  )
}

/** The version that was sent last: who has signed, and what can be done. */
export function SentVersion({ contract, sent }: { contract: StudioContract; sent: StudioVersion }) {
  const { number, signers, isOpen, isCalledOff, pdfSha256, sha256 } = sent
  const next = signers.find(({ canRenew }) => canRenew)
  return (
    <section className="st-sheet" aria-labelledby="version-title">
      <h2 className="st-h2" id="version-title">
        Version {number}
      </h2>
      <FactList
        facts={[
          { label: 'Sent', value: sent.sent },
          ...(isOpen && !isCalledOff
            ? [
                { label: 'Can be signed through', value: sent.until },
                { label: 'Reminder', value: sent.reminder.label },
              ]
            : []),
          ...signers.map(({ name, email, state }) => ({ label: `${name}, ${email}`, value: state })),
        ]}
      />
      {isCalledOff ? (
        <p className="ink2">
          Its booking was declined or canceled after this was sent, so it can’t be signed anymore.
        </p>
      ) : null}
      {sent.releases.map((each) => (
        <ReleaseChosen key={each.email} {...each} />
      ))}
      {contract.state === 'completed' ? (
        pdfSha256 === null ? (
          <p className="ink2">We’re making the signed PDF. It shows up here in a moment.</p>
        ) : (
          <div className="st-act">
            <a className="btn" href={studioPaths.contractPdf(contract.id, number)} download>
              Download signed PDF
            </a>
          </div>
        )
      ) : null}
      {isOpen ? (
        <Form method="post" className="st-act">
          <input type="hidden" name="number" value={number} />
          {next ? (
            <>
              <input type="hidden" name="signer" value={next.id} />
              <button type="submit" className="btn btn--line" name="intent" value="renew">
                Email {next.name} a new link
              </button>
            </>
          ) : null}
          {sent.reminder.canTurn && !isCalledOff ? (
            <button
              type="submit"
              className="btn btn--line"
              name="intent"
              value={`reminder-${sent.reminder.canTurn}`}
            >
              {sent.reminder.canTurn === 'off' ? 'Turn reminder off' : 'Turn reminder on'}
            </button>
          ) : null}
          <button type="submit" className="btn btn--stop" name="intent" value="withdraw">
            Withdraw contract
          </button>
        </Form>
      ) : null}
      <details>
        <summary>Text of version {number}</summary>
        <p className="s ctr-hash">SHA-256: {sha256}</p>
        <ContractText blocks={sent.text} {...PLACES} />
      </details>
    </section>
  )
}

/** What a client chose about the model release, and what it covers. */
const ReleaseChosen = ({ name, release, ...chosen }: SignedChoice) => (
  <div>
    <h3 className="t3">Model release: {name}</h3>
    <p>{releaseSentence({ release, ...chosen })}</p>
    {release && release.galleries.length > 0 ? (
      <ul>
        {release.galleries.map(({ id, title, entry }) => (
          <li key={id}>
            <Link className="txt" to={studioPaths.galleryRelease(id, entry)}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    ) : null}
    {release && release.galleries.length === 0 && release.withdrawn === null ? (
      <Form method="post" className="st-act">
        <input type="hidden" name="release" value={release.id} />
        <button type="submit" className="btn btn--stop" name="intent" value="withdraw-release">
          Withdraw release
        </button>
      </Form>
    ) : null}
  </div>
)

function releaseSentence({ email, choice, isPending, release }: Omit<SignedChoice, 'name'>): string {
  if (choice === 'no') return 'Declined. Photos of this client stay off your public site.'
  if (isPending) return 'Agreed. It counts when everyone has signed.'
  if (!release) return 'Agreed, but it doesn’t count, since not everyone signed.'
  if (release.withdrawn !== null) return `Agreed, and withdrawn on ${release.withdrawn}.`
  return release.galleries.length > 0
    ? `Agreed. It covers every gallery that you share with ${email}, for now these:`
    : `Agreed. It covers every gallery that you share with ${email}. There’s none yet.`
}

/** Former signed versions, and everything that happened. */
export function ContractHistory({ contract: { id, former, log, isIntact } }: { contract: StudioContract }) {
  return (
    <section className="st-sheet" aria-labelledby="log-title">
      <h2 className="st-h2" id="log-title">
        History
      </h2>
      {isIntact ? null : (
        <p className="note note--stop" role="alert">
          This contract’s log isn’t as it was recorded. Someone has changed the database. Restore a backup, or
          ask the person who runs your server.
        </p>
      )}
      {former.length === 0 ? null : (
        <ul>
          {former.map(({ number, signed, hasPdf }) => (
            <li key={number}>
              Version {number}, signed by everyone {signed}.{' '}
              {hasPdf ? (
                <a className="txt" href={studioPaths.contractPdf(id, number)} download>
                  Download PDF
                </a>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <ol className="ctr-log">
        {log.map(({ seq, when, what, place }) => (
          <li key={seq}>
            <span className="mono ink3">{when}</span> {what}
            {place === '' ? '' : ` (${place})`}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Leads from a sent contract to its form. */
export const ChangeLink = ({ id }: { id: string }) => (
  <Link className="btn btn--line" to={studioPaths.contract(id, { change: 'yes' })}>
    Change contract
  </Link>
)
