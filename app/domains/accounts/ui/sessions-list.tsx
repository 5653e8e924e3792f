import { Form } from 'react-router'
import { paths } from '~/ui/paths'

export interface SessionLine {
  id: string
  isThis: boolean
  /** "Firefox on Windows" */
  device: string
  /** "Last seen November 20, 2026, 9:12 AM" */
  lastSeen: string
}

export function SessionsList({ sessions }: { sessions: SessionLine[] }) {
  return (
    <div className="acct__sessions">
      <h3 className="t3">Devices</h3>
      <ul>
        {sessions.map(({ id, isThis, device, lastSeen }) => (
          <li key={id}>
            <p>
              {device}
              <span className="small ink2">{isThis ? 'This device, now' : lastSeen}</span>
            </p>
            {isThis ? null : (
              <Form method="post" action={paths.profile()} preventScrollReset>
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="session" value={id} />
                <button type="submit" className="btn btn--line btn--sm">
                  Sign out<span className="vh">: {device}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post" action={paths.profile()} preventScrollReset>
          <input type="hidden" name="intent" value="end-others" />
          <button type="submit" className="btn btn--line btn--sm">
            Sign out everywhere else
          </button>
        </Form>
      ) : null}
    </div>
  )
}
