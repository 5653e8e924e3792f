/**
 * Programs that fetch a link to show a card of it, by the names in their User-Agent and in robots.txt. Apple's messages
 * use the first three.
 */
export const CARD_PROGRAMS = [
  ...[
    'facebookexternalhit',
    'Facebot',
    'Twitterbot',
    'WhatsApp',
    'Slackbot',
    'Slack-ImgProxy',
    'TelegramBot',
  ],
  ...['Discordbot', 'LinkedInBot', 'SkypeUriPreview', 'Pinterestbot', 'Redditbot', 'Mastodon'],
]

const PREVIEWS = new RegExp(`(${CARD_PROGRAMS.join('|')})([/ -]|$)`, 'i')

/** Whether a request comes from a program that shows a card of a link, and not from a person who opens it. */
export const isLinkPreview = (request: Request): boolean =>
  PREVIEWS.test(request.headers.get('User-Agent') ?? '')
