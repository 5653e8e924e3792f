import type { Generated } from 'kysely'

/** Accounts, their sessions and what signs in to them; see platform/db/schema.ts for how instants, flags, money and json are kept. */
declare module '~/platform/db/schema' {
  interface Database {
    users: UserTable
    sessions: SessionTable
    credentials: CredentialTable
    verifications: VerificationTable
    two_factors: TwoFactorTable
    passkeys: PasskeyTable
    known_devices: KnownDeviceTable
    owner_links: OwnerLinkTable
  }
}

interface UserTable {
  id: string
  name: string
  /** In lower case. */
  email: string
  email_verified: number
  phone: string
  image: string | null
  role: 'owner' | 'assistant' | 'client'
  two_factor_enabled: number
  created_at: number
  updated_at: number
}

interface SessionTable {
  id: string
  user_id: string
  /** SHA-256 of the cookie's value, in hex. */
  token: string
  ip_address: string | null
  user_agent: string | null
  expires_at: number
  created_at: number
  updated_at: number
  /** When the person last proved who they are; null: when the session began. */
  proved_at: Generated<number | null>
  /** 1: besides the first proof, or in its place, a code or a passkey was given in this session. */
  two_steps: Generated<number>
}

interface CredentialTable {
  id: string
  user_id: string
  /** The user’s id. */
  account_id: string
  provider_id: 'credential'
  /** Argon2id, in PHC form. */
  password: string | null
  created_at: number
  updated_at: number
}

interface VerificationTable {
  id: string
  /** A hash of what the link or the cookie holds. */
  identifier: string
  value: string
  expires_at: number
  created_at: number
  updated_at: number
}

interface TwoFactorTable {
  id: string
  user_id: string
  /** Encrypted with the installation’s secret. */
  secret: string
  /** json: string[], encrypted with the installation’s secret */
  backup_codes: string
  verified: number
  failed_verification_count: number
  locked_until: number | null
  /** The time step (RFC 6238) of the newest code that was used. */
  last_step: Generated<number>
}

/** What it proves is the device's: here is only what checks it. */
interface PasskeyTable {
  id: string
  user_id: string
  /** As its person calls it. */
  name: string
  /** base64url */
  credential_id: string
  /** COSE, in base64 */
  public_key: string
  /** Of its uses, where the device counts them. Going backward means a copy. */
  counter: number
  device_type: 'singleDevice' | 'multiDevice'
  backed_up: number
  /** How browsers reach the device, such as "internal,hybrid". */
  transports: string | null
  /** The model of the device, where it says so. */
  aaguid: string | null
  created_at: number
  last_used_at: number | null
}

interface KnownDeviceTable {
  id: string
  user_id: string
  /** SHA-256 of the browser’s cookie, in hex. One browser may be known to several accounts. */
  token_hash: string
  /** Such as "Firefox on Windows". */
  name: string
  /** The first 24 bits of an IPv4 address or 48 of an IPv6 address; '' when unknown. */
  network: string
  first_seen_at: number
  /** To the day. */
  last_seen_at: number
}

interface OwnerLinkTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string
  role: 'owner' | 'assistant'
  /** The invited address; null: anyone with the link. */
  email: string | null
  expires_at: number
  created_at: number
  redeemed_at: number | null
  redeemed_by: string | null
  /** Null for what the version before this one wrote. */
  id: string | null
  /** Name of the owner who sent it to an address; null: a command printed it, or the first start where there's no email. */
  invited_by: string | null
  invited_by_id: Generated<string | null>
  withdrawn_at: number | null
}
