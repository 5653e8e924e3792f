import { Icon } from '~/ui/icon'

export interface CalendarTargets {
  file: string
  google: string
  outlook: string
}

/** Plain links: a file, and two sites that take the session from their address. */
export function CalendarLinks({ targets }: { targets: CalendarTargets }) {
  return (
    <>
      <p className="ui ink2 measure">
        The file works with any calendar. If your session is rescheduled, our email updates it there, too.
      </p>
      <div className="bk__act mng__act">
        <a className="btn btn--line" href={targets.file} download>
          <Icon name="calendar" small />
          Calendar file
        </a>
        <a className="btn btn--line" href={targets.google} rel="noreferrer" target="_blank">
          Google <Icon name="external" small />
        </a>
        <a className="btn btn--line" href={targets.outlook} rel="noreferrer" target="_blank">
          Outlook <Icon name="external" small />
        </a>
      </div>
    </>
  )
}
