import { Link } from 'react-router'
import { doneSentence } from '~/domains/content/rows/outcome'
import { dayLabel, WELCOME } from '~/domains/newsletter/sequence/model'
import { listSequence } from '~/domains/newsletter/sequence/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { FieldError } from '~/ui/field'
import { ListNotes } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/newsletter-welcome'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return { ...(await listSequence(context.get(scope))), done: doneSentence(request.url) }
}

export const meta: Route.MetaFunction = () => studioMeta('Welcome emails')

export default function NewsletterWelcome({ loaderData }: Route.ComponentProps) {
  const { isWelcomeChanged, welcomeProblem, addressProblem, steps, done } = loaderData
  return (
    <>
      <StudioHead title="Welcome emails">
        <ButtonLink to={studioPaths.newsletterStep('new')}>New email</ButtonLink>
      </StudioHead>
      <SectionTabs />
      <ListNotes done={done} refusal={undefined} />
      <p className="st-sheet ink2">
        People who subscribe get these emails automatically. Each person gets each email once, and none after
        unsubscribing. People you import or add don’t get them.
      </p>
      {addressProblem === '' ? null : (
        <p className="note note--dev">
          <span>
            {addressProblem} <Link to={studioPaths.settings()}>Add your address</Link>
          </span>
        </p>
      )}
      <ol className="cat">
        <li>
          <div className="cat__t">
            <Link className="cat__a tap" to={studioPaths.newsletterStep(WELCOME)}>
              Welcome email
            </Link>
            <p className="cat__s">
              {isWelcomeChanged && welcomeProblem === ''
                ? 'At once. Your text.'
                : 'At once. The default text.'}
            </p>
            {welcomeProblem === '' ? null : (
              <FieldError>We send the default text until you fix yours. {welcomeProblem}</FieldError>
            )}
          </div>
        </li>
        {steps.map(({ id, subject, delayDays, isOn, sent, problem }) => (
          <li key={id}>
            <div className="cat__t">
              <Link className="cat__a tap" to={studioPaths.newsletterStep(id)}>
                {subject}
              </Link>
              <p className="cat__s">
                {dayLabel(delayDays)}. {isOn ? '' : 'Off. '}
                {sent === 0 ? 'Not sent yet.' : `Queued for ${sent === 1 ? 'one person' : `${sent} people`}.`}
              </p>
              {problem === '' ? null : <FieldError>It isn’t sent until you fix it. {problem}</FieldError>}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
