import { isPersonalPath } from '~/platform/http/special-paths'
import { isCleanLine } from '~/platform/text'

/** The attribute that tells a script which site it counts. */
export const ANALYTICS_ATTRIBUTES = ['data-domain', 'data-website-id', 'data-goatcounter'] as const

export interface AnalyticsSettings {
  enabled: boolean
  script: string
  attribute: (typeof ANALYTICS_ATTRIBUTES)[number]
  siteId: string
  collectsAt: string
}

/** The script added to public pages, and the origins that the policy allows for it. */
export interface PageAnalytics {
  src: string
  attribute: AnalyticsSettings['attribute']
  siteId: string
  scriptFrom: string
  connectTo: string[]
}

/** The analytics of a page by its path; null: none, as by default and always on private pages. */
export function analyticsFor(settings: AnalyticsSettings, pathname: string): PageAnalytics | null {
  const { enabled, script, attribute, siteId, collectsAt } = settings
  const scriptFrom = originOf(script)
  if (!enabled || !scriptFrom || Object.keys(analyticsErrors(settings)).length > 0) return null
  if (isPersonalPath(pathname)) return null
  // GoatCounter's attribute contains the address that its script sends to.
  const others = [collectsAt, attribute === 'data-goatcounter' ? siteId : ''].flatMap(
    (address) => originOf(address) ?? [],
  )
  return { src: script, attribute, siteId, scriptFrom, connectTo: [...new Set([scriptFrom, ...others])] }
}

/** The sentence about analytics in the terms, for both states. */
export function measuringSentence(settings: AnalyticsSettings): string {
  const page = analyticsFor(settings, '/')
  if (!page) return UNMEASURED
  const hosts = [...new Set([page.scriptFrom, ...page.connectTo])].map((origin) => new URL(origin).host)
  return `There is no advertising. To see which pages are read, our public pages load one script from ${hosts.join(' and ')}, which receives the page you view. Your account and private links are left out, and browsers that send Global Privacy Control or Do Not Track don’t load it. Nothing else on these pages comes from another site.`
}

const UNMEASURED =
  'There are no trackers, no advertising, and no third-party analytics. Nothing on these pages comes from another site.'

const FIELD_OF_SCRIPT = 'Enter the script’s full URL, such as https://stats.example.com/script.js.'
const FIELD_OF_COLLECTOR = 'Enter a full URL that starts with https://, or leave this blank.'

/** Errors of the form, by field. Addresses are validated even while analytics is off. */
export function analyticsErrors(draft: object): Record<string, string> {
  const { enabled, script, attribute, siteId, collectsAt } = draft as Record<string, string> & {
    enabled?: unknown
  }
  const errors: Record<string, string> = {}
  if (script ? !originOf(script) : enabled) errors.script = FIELD_OF_SCRIPT
  if (collectsAt && !originOf(collectsAt)) errors.collectsAt = FIELD_OF_COLLECTOR
  if (enabled && !siteId) errors.siteId = 'Enter the value the service gave your site.'
  else if (siteId && (/["<>\s]/.test(siteId) || !isCleanLine(siteId)))
    errors.siteId = 'Enter only the value, without spaces or quotation marks.'
  else if (siteId && attribute === 'data-goatcounter' && !originOf(siteId))
    errors.siteId = 'For GoatCounter, enter a URL, such as https://you.goatcounter.com/count.'
  return errors
}

/**
 * The origin of an https address, safe for a Content-Security-Policy: URLs allow `;`, `,` and `*` in host
 * names, which would start another directive or allow every host.
 */
function originOf(address: string): string | undefined {
  if (!isCleanLine(address) || !URL.canParse(address)) return undefined
  const { protocol, hostname, origin, username, password } = new URL(address)
  const isPlain = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname)
  return protocol === 'https:' && isPlain && username === '' && password === '' ? origin : undefined
}
