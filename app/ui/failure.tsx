import { isRouteErrorResponse, useLocation } from 'react-router'
import { ButtonLink } from './button-link'
import { paths } from './paths'

interface Way {
  label: string
  to: string
}

const WAYS: Way[] = [
  { label: 'Home', to: paths.home() },
  { label: 'See the gallery', to: paths.gallery() },
]

/** A full error page with links. The first link is the most useful one. */
export function Failure({ error, ways = WAYS }: { error: unknown; ways?: Way[] }) {
  const { status, title, sentence } = describeFailure(error)
  const { pathname, search } = useLocation()
  const again = status < 500 && status !== 429 ? [] : [{ label: 'Try again', to: pathname + search }]
  return (
    <div className="wrap">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="nf">
        <div>
          <h1 className="d2">{title}</h1>
          <p className="lede ink2 nf__lede">{sentence}</p>
          <div className="hero__act">
            {[...again, ...ways].map(({ label, to }, at) => (
              <ButtonLink key={to} to={to} variant={at === 0 ? 'ink' : 'line'}>
                {label}
              </ButtonLink>
            ))}
          </div>
        </div>
        <BlankFrame number={status} />
      </div>
    </div>
  )
}

function describeFailure(error: unknown): { status: number; title: string; sentence: string } {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404)
    return {
      status,
      title: 'We can’t find that page.',
      sentence: 'It may have moved, or the link may be incomplete.',
    }
  if (status === 429)
    return {
      status,
      title: 'One moment, please.',
      sentence:
        sentenceOf(error) ?? 'Too many requests in a short time. Please wait a few minutes, then try again.',
    }
  if (status < 500)
    return {
      status,
      title: 'We couldn’t accept that.',
      sentence:
        sentenceOf(error) ??
        'Your browser sent something we can’t read. Go back, reload the page, and try again.',
    }
  if (status === 503)
    return {
      status,
      title: 'Back in a moment.',
      sentence: sentenceOf(error) ?? 'We can’t show this right now. Please try again in a minute.',
    }
  if (status === 507)
    return {
      status,
      title: 'We couldn’t save that.',
      sentence: sentenceOf(error) ?? 'This site is out of disk space. Please try again later.',
    }
  if (isLostConnection(error))
    return {
      status,
      title: 'No connection.',
      sentence: 'We couldn’t reach the site. Check your connection, then try again.',
    }
  return {
    status,
    title: 'Something went wrong on our end.',
    sentence: 'We’ve logged the error. Please try again in a minute.',
  }
}

/** Whether it is a failed request, by the browsers' messages. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|load failed/i.test(error.message)

/** The sentence for the visitor that a response may contain. React Router’s own begin with “Error:”. */
function sentenceOf(error: unknown): string | undefined {
  const data: unknown = isRouteErrorResponse(error) ? error.data : undefined
  return typeof data === 'string' && data.endsWith('.') && !data.startsWith('Error:') ? data : undefined
}

interface BlankFrameProps {
  number: number
  /** Shows the dark frame of an archived item instead of a blank one. */
  isFiled?: boolean
}

/** A film frame without a photo. */
export function BlankFrame({ number, isFiled = false }: BlankFrameProps) {
  return (
    <div className="blank" aria-hidden="true">
      <p className="edge">
        <span className="pt">{number}</span>
        <span>{number}A</span>
      </p>
      {isFiled ? <div className="gate gate--filed" data-theme="darkroom" /> : <div className="gate" />}
      <p className="edge">
        <span className="pt">{isFiled ? 'Filed' : 'Overexposed'}</span>
      </p>
    </div>
  )
}
