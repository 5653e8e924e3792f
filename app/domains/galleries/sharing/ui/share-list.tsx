import { Form, Link } from 'react-router'
import { Field } from '~/ui/field'
import { AddressToCopy } from '~/ui/studio/address-to-copy'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { DownloadSize } from '../../access/model'
import { type SharedLine, SIZE_WORDS } from '../model'
import { RightsFields } from './share-form'

interface ShareListProps {
  people: SharedLine[]
  gallery: { state: string; sizes: DownloadSize[] }
  /** The requested link. */
  link: { id: string; address: string } | undefined
}

/** A gallery's clients and their permissions. */
export function ShareList({ people, gallery, link }: ShareListProps) {
  if (people.length === 0)
    return (
      <div className="empty">
        <h2 className="st-h2">Not shared yet</h2>
        <p className="ink2">Add people below. Each gets a personal link; no account needed.</p>
      </div>
    )
  const isNew = people.some((person) => person.isNew && !person.isRevoked)
  return (
    <section aria-labelledby="shared-with">
      <div className="st-share__head">
        <h2 className="st-h2" id="shared-with">
          Shared with {people.length === 1 ? 'one person' : `${people.length} people`}
        </h2>
        {isNew && gallery.state === 'published' ? (
          <Form method="post" preventScrollReset>
            <button type="submit" className="btn btn--line" name="intent" value="send-new">
              Email everyone who hasn’t gotten it
            </button>
          </Form>
        ) : null}
      </div>
      <ul className="st-share__list">
        {people.map((person) => (
          <li key={`${person.id} ${person.version}`}>
            <div>
              <p>
                <b>{person.name || person.email}</b>
                {person.isRevoked ? <span className="tag st-share__tag">Revoked</span> : null}
                {person.name ? (
                  <>
                    <br />
                    <span className="ink2">{person.email}</span>
                  </>
                ) : null}
              </p>
              <p className="ink2 s">
                {person.unsentMail ? (
                  <Link to={studioPaths.email(person.unsentMail)}>{person.sent}</Link>
                ) : (
                  person.sent
                )}
                . {person.opened}.
              </p>
              <p className="ink2 s">{rightsLine(person)}</p>
              {link?.id === person.id ? <LinkNotice address={link.address} /> : null}
            </div>
            <Acts person={person} gallery={gallery} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function rightsLine({ rights }: SharedLine): string {
  const may = [
    rights.canFavorite ? 'pick favorites' : '',
    rights.sizes.length > 0 ? `download ${rights.sizes.map((size) => SIZE_WORDS[size]).join(', ')}` : '',
  ].filter(Boolean)
  const until = rights.until ? ` Expires ${rights.until}.` : ''
  return `Can ${['view', ...may].join(', ')}.${until}`
}

function Acts({ person, gallery }: { person: SharedLine; gallery: ShareListProps['gallery'] }) {
  const who = <span className="vh"> {person.name || person.email}</span>
  return (
    <div className="st-share__acts">
      <Form method="post" preventScrollReset>
        <Seen person={person} />
        {person.isRevoked ? (
          <button type="submit" className="btn btn--line" name="intent" value="renew">
            Create new link<span className="vh"> for</span>
            {who}
          </button>
        ) : (
          <>
            {gallery.state === 'published' ? (
              <button type="submit" className="btn btn--line" name="intent" value="send">
                {person.isNew ? 'Email link' : 'Email again'}
                {who}
              </button>
            ) : null}
            <button type="submit" className="btn btn--quiet" name="intent" value="link">
              Show link{who}
            </button>
          </>
        )}
      </Form>
      <details className="st-fold">
        <summary className="btn btn--quiet">Change{who}</summary>
        <Form method="post" preventScrollReset className="st-share__change">
          <Seen person={person} />
          <input type="hidden" name="intent" value="rights" />
          <RightsFields id={person.id} rights={person.rights} given={gallery.sizes} />
          <Field
            label="Expires"
            name="until"
            id={`until-${person.id}`}
            type="date"
            optional
            defaultValue={person.rights.until ?? ''}
          />
          <button type="submit" className="btn">
            Save
          </button>
        </Form>
        {person.isRevoked ? null : (
          <Form method="post" preventScrollReset className="st-share__end">
            <Seen person={person} />
            <button type="submit" className="btn btn--line" name="intent" value="renew">
              Replace link
            </button>
            <button type="submit" className="btn btn--stop" name="intent" value="revoke">
              Revoke access{' '}
            </button>
            <p className="ink2 s">
              Both options deactivate {person.name ? `${person.name}’s` : 'their'} current link right away.
            </p>
          </Form>
        )}
      </details>
    </div>
  )
}

const Seen = ({ person: { id, version } }: { person: SharedLine }) => (
  <>
    <input type="hidden" name="id" value={id} />
    <input type="hidden" name="version" value={version} />
  </>
)

/** A client's link, to send it by other means than email. */
export const LinkNotice = ({ address }: { address: string }) => (
  <div className="st-share__link" role="status">
    <p className="s">Anyone who opens this link is treated as this person:</p>
    <AddressToCopy address={address} />
  </div>
)
