import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { type ShownConsent, USE_WORDS } from '../model'

/** Who has agreed to what, the newest entry first. */
export function ConsentList({ galleryId, consents }: { galleryId: string; consents: ShownConsent[] }) {
  if (consents.length === 0)
    return (
      <div className="empty">
        <p>
          No model releases yet. Photos with recognizable people stay off your public site until you record
          one.
        </p>
      </div>
    )
  return (
    <table className="tbl st-tbl">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Allowed uses</th>
          <th scope="col">Given</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {consents.map((consent) => (
          <tr key={consent.id}>
            <td>
              <Link className="st-row" to={studioPaths.galleryRelease(galleryId, consent.id)}>
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
  [guardian === '' ? '' : `signed by ${guardian}`, email].filter(Boolean).join(' · ')

const usesLine = ({ uses }: ShownConsent): string =>
  uses.length === 0 ? 'Nowhere' : uses.map((use) => USE_WORDS[use]).join(', ')
