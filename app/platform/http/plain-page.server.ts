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
  'margin: 0 auto; max-width: 34rem; padding: 12vh 20px; background: #f2f1ed; color: #151411; font: 1.0625rem/1.55 system-ui, sans-serif'
const HEADING = 'margin: 0; font: 400 2.5rem/1.1 Georgia, serif'

const HOME = { to: '/', label: 'Go to the home page' }

/**
 * A minimal page with one sentence, rendered without React. `sentence` is constant, never input.
 * @param way a link; `to` is an encoded path of the site
 */
export function plainPage(
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
  way: { to: string; label: string } = HOME,
): Response {
  const title = TITLES[status] ?? 'Not possible'
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<body style="${BODY}">
<h1 style="${HEADING}">${title}</h1>
<p>${sentence}</p>
<p><a style="color: inherit" href="${way.to}">${way.label}</a></p>
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
