const TITLES: Record<number, string> = {
  400: 'We couldn’t read that',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not possible here',
  413: 'Too large',
  414: 'Address too long',
  415: 'We couldn’t read that form',
  429: 'One moment, please',
  500: 'Something went wrong',
  503: 'Back in a moment',
  507: 'We couldn’t save that',
}

// The site's background and text color, as attributes: the policy of these pages allows no stylesheets.
const BODY =
  'margin: 0; max-width: 34rem; padding: 12vh clamp(20px, 4vw, 72px); background: #f2f1ed; color: #151411; font: 1.0625rem/1.55 system-ui, sans-serif'
const FRAME =
  'margin: 0 0 28px; padding: 10px 14px 96px; background: #12110f; color: #ff7a45; font: .75rem/1.35 ui-monospace, monospace'
const HEADING = 'margin: 0; font: 400 2.5rem/1.1 Georgia, serif'
const LINK = 'display: inline-block; margin-right: 24px; padding: 10px 0; color: inherit'

interface Way {
  /** An encoded path of the site; '': this page. */
  to: string
  label: string
}

const HOME: Way = { to: '/', label: 'Go to the home page' }

/** Ways from a page that can be shown in a moment. */
export const AGAIN: Way[] = [{ to: '', label: 'Try again' }, HOME]

/**
 * A minimal page with one sentence, rendered without React. `sentence` is constant, never input.
 */
export function plainPage(
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
  ways: Way[] = [HOME],
): Response {
  const title = TITLES[status] ?? 'Not possible'
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<body style="${BODY}">
<p style="${FRAME}" aria-hidden="true">${status}</p>
<h1 style="${HEADING}">${title}</h1>
<p>${sentence}</p>
<p>${ways.map(({ to, label }) => `<a style="${LINK}" href="${to}">${label}</a>`).join('')}</p>
</body>
</html>
`
  return new Response(html, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}

/** For missing files, in place of a page. */
export const plainNotFound = (): Response =>
  new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
