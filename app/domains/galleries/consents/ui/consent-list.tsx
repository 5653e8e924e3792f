import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { type ShownConsent, USE_WORDS } from '../model'

/** Who has agreed to what, the newest entry first. */
export function ConsentList({ galleryId, consents }: { galleryId: string; consents: ShownConsent[] }) {
  if (consents.length === 0)
    return (
      <div className="empty">
        <p>
          Nobody’s consent is on record for this gallery. Until somebody’s is, its photographs stay off the
          public site, those aside that show nobody who can be recognized.
        </p>
      </div>
    )
  return (
    <table className="tbl st-tbl">
      <thead>
        <tr>
          <th scope="col">Who can be seen</th>
          <th scope="col">May be shown in</th>
          <th scope="col">Given</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {consents.map((consent) => (
          <tr key={consent.id}>
            <td>
              <Link className="st-row" to={studioPaths.galleryConsent(galleryId, consent.id)}>
                {consent.name}
              </Link>
              <span className="st-cut s">{whoLine(consent)}</span>
            </td>
            <td>{usesLine(consent)}</td>
            <td>
              {consent.given}
              <span className="st-cut s">{consent.basis}</span>
            </td>
            <td>
              <ConsentTag consent={consent} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Where it holds, and whether it does at all. */
export function ConsentTag({ consent: { withdrawn, uses } }: { consent: ShownConsent }) {
  if (withdrawn !== null) return <span className="tag tag--stop">Withdrawn {withdrawn}</span>
  if (uses.length === 0) return <span className="tag tag--stop">Nowhere</span>
  return uses.includes('portfolio') ? (
    <span className="tag tag--fix">Allowed</span>
  ) : (
    <span className="tag">Not for the site</span>
  )
}

const whoLine = ({ email, guardian }: ShownConsent): string =>
  [guardian === '' ? '' : `for them: ${guardian}`, email].filter(Boolean).join(' · ')

const usesLine = ({ uses }: ShownConsent): string =>
  uses.length === 0 ? 'Nowhere' : uses.map((use) => USE_WORDS[use]).join(', ')
