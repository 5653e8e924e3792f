import { openBytes, sealBytes, uuidOf } from '~/platform/sealed-token.server'
import type { Secret } from '~/platform/secret'
import type { CountedLink } from './model'

const PURPOSE = 'newsletter link'
const ID_BYTES = 16
const NUMBER_BYTES = 4
const LINK_BYTES = 2

/** The token of a counted link. Nothing is stored for it. */
export function linkToken(secret: Secret, { campaign, recipient, link }: CountedLink): string {
  const body = Buffer.alloc(ID_BYTES + NUMBER_BYTES + LINK_BYTES)
  body.write(campaign.replaceAll('-', ''), 'hex')
  body.writeUInt32BE(recipient, ID_BYTES)
  body.writeUInt16BE(link, ID_BYTES + NUMBER_BYTES)
  return sealBytes(secret, PURPOSE, body)
}

/** What a token stands for, if we made it. The rows decide whether it still leads anywhere. */
export function openLinkToken(secret: Secret, token: string): CountedLink | undefined {
  const body = openBytes(secret, PURPOSE, token, ID_BYTES + NUMBER_BYTES + LINK_BYTES)
  return (
    body && {
      campaign: uuidOf(body),
      recipient: body.readUInt32BE(ID_BYTES),
      link: body.readUInt16BE(ID_BYTES + NUMBER_BYTES),
    }
  )
}
