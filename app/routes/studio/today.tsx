import { readToday } from '~/domains/today/operations.server'
import { LetterEntry } from '~/domains/today/ui/letter-entry'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { Figures } from '~/ui/studio/figures'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/today'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return { today: await readToday(context.get(scope)) }
}

export const meta: Route.MetaFunction = () => studioMeta('Today')

export default function TodayPage({ loaderData: { today } }: Route.ComponentProps) {
  const { date, waiting, failedMails, letters, mails } = today
  const count = letters.length + mails.length
  return (
    <>
      <StudioHead title={date} />
      <Figures
        figures={[
          {
            label: 'Date requests',
            count: waiting['date-requests'],
            to: studioPaths.messages({ kind: 'date-requests' }),
          },
          { label: 'Messages', count: waiting.messages, to: studioPaths.messages({ kind: 'messages' }) },
          {
            label: 'Do-not-sell requests',
            count: waiting['do-not-sell'],
            to: studioPaths.messages({ kind: 'do-not-sell' }),
          },
          { label: 'Failed mails', count: failedMails, to: studioPaths.mail({ state: 'failed' }) },
        ]}
      />
      <section className="tdy" aria-labelledby="needs-you">
        <h2 className="st-h2" id="needs-you">
          Needs you
        </h2>
        {count === 0 ? (
          <div className="empty">
            <p>Nothing waits. Requests, messages and mails that did not leave will stand here.</p>
          </div>
        ) : (
          <ul className="todo">
            {mails.map(({ id, subject, to, failure }) => (
              <li key={id}>
                <div>
                  <p>
                    <b>Mail did not leave</b> {subject}
                  </p>
                  <p className="s">
                    To {to}. {failure}
                  </p>
                </div>
                <ButtonLink to={studioPaths.sentMail(id)} variant="line">
                  Look
                </ButtonLink>
              </li>
            ))}
            {letters.map((letter) => (
              <LetterEntry key={letter.id} letter={letter} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
