import { Link } from 'react-router'
import { faultSentence, type LogCheck, MOST_FAULTS } from '../model'

interface LogCheckNoteProps {
  check: LogCheck
  /** Link that checks all entries; null: all were checked. */
  checkAll: string | null
}

/** Whether the log is complete and unchanged, and where it isn't. */
export function LogCheckNote({ check: { first, head, faults }, checkAll }: LogCheckNoteProps) {
  const link = checkAll ? <Link to={checkAll}>Check all entries</Link> : null
  if (faults.length > 0)
    return (
      <div className="note note--stop" role="alert">
        <p>Someone changed this log in the database.</p>
        <ul>
          {faults.map((fault) => (
            <li key={JSON.stringify(fault)}>{faultSentence(fault)}</li>
          ))}
          {faults.length >= MOST_FAULTS ? <li>There are more.</li> : null}
        </ul>
        {link}
      </div>
    )
  if (head.seq === 0) return null
  return (
    <p className="st-log">
      Entries {first} through {head.seq} are complete and unchanged.{' '}
      {link ?? (
        <span className="mono">
          Hash of entry {head.seq}: {head.hash}
        </span>
      )}
    </p>
  )
}
