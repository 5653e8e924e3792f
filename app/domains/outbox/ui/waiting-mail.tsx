import { Form } from 'react-router'
import { useSendsMail } from '~/ui/sends-mail'
import { NoMailServer } from '~/ui/studio/no-mail-server'

interface WaitingMailProps {
  ready: number
  outOfDate: number
}

/** What was written while there was no mail server, with what can be done about all of it. */
export function WaitingMailPanel({ ready, outOfDate }: WaitingMailProps) {
  const sendsMail = useSendsMail()
  const all = ready + outOfDate
  return (
    <>
      <NoMailServer />
      {all === 0 ? null : (
        <div className="note">
          <div>
            <p>
              <strong>{waitedSentence(all, sendsMail)}</strong>
              {outOfDate > 0 ? ` ${outOfDateSentence(outOfDate, all)}` : null}
            </p>
            <Form method="post" className="st-acts">
              {sendsMail && ready > 0 ? (
                <button type="submit" className="btn" name="intent" value="send-all">
                  {ready === 1 ? 'Send 1 email' : `Send ${ready} emails`}
                </button>
              ) : null}
              <button type="submit" className="btn btn--line" name="intent" value="discard-all">
                Discard all
              </button>
            </Form>
          </div>
        </div>
      )}
    </>
  )
}

const emails = (count: number): string => (count === 1 ? '1 email' : `${count} emails`)

const waitedSentence = (count: number, sendsMail: boolean): string =>
  sendsMail
    ? `${emails(count)} waited for a mail server.`
    : `${emails(count)} ${count === 1 ? 'waits' : 'wait'} for a mail server.`

const outOfDateSentence = (count: number, all: number): string =>
  count === all
    ? 'Out of date: the sessions are over, or the links have expired.'
    : `${count} of them ${count === 1 ? 'is' : 'are'} out of date and won’t be sent.`
