import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface Challenge {
  challenge: string
  origin: string
}

/** Deviations of a faulty device. */
interface Odd {
  /** False: it didn't verify its user by finger, face or PIN. */
  isUnlocked?: boolean
  counter?: number
  /** Host that it uses instead of the site's. */
  rpId?: string
}

/** A device that creates and uses passkeys in memory (WebAuthn, sections 6 and 7). */
export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let counter = 0
  const id = credentialId.toString('base64url')
  const credential = { id, rawId: id, type: 'public-key' }

  /** What a browser posts for a new passkey, as JSON. */
  const create = (challenge: Challenge, odd: Odd = {}): string => {
    const attested = Buffer.concat([Buffer.alloc(16), uint16(32), credentialId, coseKey(publicKey)])
    const authData = authenticatorData(challenge, { attested, ...odd, counter: 0 })
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
      ...[text('authData'), bytes(authData)],
    ])
    return JSON.stringify({
      ...credential,
      response: {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    })
  }

  /** What a browser posts when a passkey is used, as JSON. */
  const use = (challenge: Challenge, odd: Odd = {}): string => {
    counter = odd.counter ?? counter + 1
    const data = clientData('webauthn.get', challenge)
    const authData = authenticatorData(challenge, { ...odd, counter })
    const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
    return JSON.stringify({
      ...credential,
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    })
  }

  return { create, use }
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

const clientData = (type: string, { challenge, origin }: Challenge) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

function authenticatorData(
  { origin }: Challenge,
  { attested, isUnlocked = true, counter = 0, rpId = new URL(origin).hostname }: Odd & { attested?: Buffer },
): Buffer {
  const flags = PRESENT | (isUnlocked ? VERIFIED : 0) | (attested ? ATTESTED : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16BE(value)
  return buffer
}

/** CBOR (RFC 8949): a text of up to 23 bytes, and bytes of 24 to 255. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value])

/** COSE (RFC 9053): an ES256 key on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  const [first, second] = [bytes(Buffer.from(x, 'base64url')), bytes(Buffer.from(y, 'base64url'))]
  return Buffer.concat([head, first, Buffer.from([0x22]), second])
}
