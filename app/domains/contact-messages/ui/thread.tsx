import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import type { ThreadEntry } from '../thread/model'

interface ThreadProps {
  entries: ThreadEntry[]
  /** Shows what became of an email. */
  stateTag: (state: MailState) => ReactNode
}

type MailState = Extract<ThreadEntry['mail'], object>['state']

/** The emails below a message, oldest first, with what became of ours. */
export function Thread({ entries, stateTag }: ThreadProps) {
  useRefresh(entries.some(({ mail }) => isOnItsWay(mail)))
  if (entries.length === 0) return null
  return (
    <section className="st-sheet" aria-label="Replies">
      <ol className="thread">
        {entries.map(({ id, author, subject, text, when, mail }) => (
          <li key={id}>
            <div className="st-sheet__h">
              <h2 className="st-h2">{subject === '' ? 'No subject' : subject}</h2>
              <Delivery mail={mail} stateTag={stateTag} />
            </div>
            <p className="ink2">
              {author}, <span className="mono ink3">{when}</span>
            </p>
            <p className="st-text">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const isOnItsWay = (mail: ThreadEntry['mail']): boolean =>
  mail !== null && mail !== 'unknown' && mail.state === 'queued'

function Delivery({ mail, stateTag }: Pick<ThreadEntry, 'mail'> & Pick<ThreadProps, 'stateTag'>) {
  if (mail === null) return <span className="tag">Received</span>
  if (mail === 'unknown') return <span className="tag">Status unknown</span>
  return (
    <>
      {stateTag(mail.state)}
      {mail.state === 'sent' ? null : <Link to={studioPaths.email(mail.id)}>View email</Link>}
    </>
  )
}
