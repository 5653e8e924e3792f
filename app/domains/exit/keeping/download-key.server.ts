import type { Config } from '~/platform/config.server'
import { openToken, sealToken } from '~/platform/sealed-token.server'

/** Long enough for a slow line to break off and resume. */
const KEY_LASTS_MS = 86_400_000

interface Download {
  config: Pick<Config, 'secret'>
  /** The archive’s id, 32 hexadecimal digits. */
  id: string
  /** The key works in this session alone. */
  sessionId: string
  /** Milliseconds since 1970. */
  now: number
}

const purposeOf = (sessionId: string) => `download of an export in session ${sessionId}`

/** Lets one session resume a download for a day, though the proof that it took is valid for minutes. */
export const downloadKey = ({ config, id, sessionId, now }: Download): string =>
  sealToken(config.secret, purposeOf(sessionId), { id, version: Math.floor(now / 1_000) })

export function isDownloadKey(key: string, { config, id, sessionId, now }: Download): boolean {
  const opened = openToken(config.secret, purposeOf(sessionId), key)
  return opened?.id.replaceAll('-', '') === id && now < opened.version * 1_000 + KEY_LASTS_MS
}
