import { Link, useRouteLoaderData } from 'react-router'
import { NO_MAIL_SERVER, useSendsMail } from '~/ui/sends-mail'
import { studioPaths } from './studio-paths'

/** Shown beside an unsent email. Renders nothing if there is a mail server. */
export function NotSent() {
  if (useSendsMail()) return null
  return (
    <p className="note note--dev" role="status">
      <span>
        {NO_MAIL_SERVER}. <SetUp />
      </span>
    </p>
  )
}

/** Shown at the top of a page. Renders nothing if there is a mail server. */
export function NoMailServer({ isSettings = false }: { isSettings?: boolean }) {
  if (useSendsMail()) return null
  return (
    <div className="note note--stop" role="status">
      <p>
        <strong>This site can’t send email yet.</strong> Confirmations, reminders, and gallery links wait
        until it can. {isSettings ? <HowTo /> : <SetUp />}
      </p>
    </div>
  )
}

/** Link to the mail server setting, which only owners can open. */
function SetUp() {
  const studio = useRouteLoaderData<{ isOwner: boolean }>('routes/studio/layout')
  return studio?.isOwner ? (
    <Link to={studioPaths.settingsEmail()}>Set up email</Link>
  ) : (
    'Ask the owner to set up email.'
  )
}

const HowTo = () => (
  <>
    <a href="#mail-server">Set up a mail server</a> below. Until then each email is a file in the data folder.
    The links in those files work, so keep them private.
  </>
)
