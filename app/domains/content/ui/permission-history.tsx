import { PERMISSION_MEANS, type Permission } from '../testimonials'

/** Permissions and withdrawals, newest first. */
export function PermissionHistory({ permissions }: { permissions: Permission[] }) {
  if (permissions.length === 0)
    return <p className="ink2">No permission on record yet. Until then, this isn’t shown anywhere.</p>
  return (
    <ol className="cat-log">
      {permissions.map(({ id, given, means, note, recorded, withdrawal }) => (
        <li key={id}>
          {withdrawal ? <Entry title={`Withdrawn on ${withdrawal.on}`} tone="stop" {...withdrawal} /> : null}
          <Entry
            title={`Allowed on ${given}, ${means ? PERMISSION_MEANS[means].toLowerCase() : 'method not recorded'}`}
            tone={withdrawal ? undefined : 'fix'}
            {...{ note, recorded }}
          />
        </li>
      ))}
    </ol>
  )
}

interface EntryProps {
  title: string
  tone: 'fix' | 'stop' | undefined
  note: string
  recorded: string | null
}

function Entry({ title, tone, note, recorded }: EntryProps) {
  return (
    <div className="cat-log__e">
      <p>
        <span className={tone ? `tag tag--${tone}` : 'tag'}>{title}</span>
      </p>
      {note ? <p className="cat-log__n">{note}</p> : null}
      {recorded ? <p className="cat__s">Recorded by {recorded}</p> : null}
    </div>
  )
}
