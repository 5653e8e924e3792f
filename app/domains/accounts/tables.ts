import type { Generated } from 'kysely'

/**
 * Accounts, their sessions and credentials. See platform/db/schema.ts for how instants, flags, money and JSON
 * are stored.
 */
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
  /** When the person last proved their identity; null: when the session began. */
  proved_at: Generated<number | null>
  /** 1: a code or a passkey was used in this session, in addition to or instead of the first step. */
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
  /** Hash of the token in the link or cookie. */
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
  /** The time step (RFC 6238) of the last code that was used. */
  last_step: Generated<number>
}

/** Public keys of passkeys. The private keys never leave the devices. */
interface PasskeyTable {
  id: string
  user_id: string
  /** As named by its person. */
  name: string
  /** base64url */
  credential_id: string
  /** COSE, in base64 */
  public_key: string
  /** Number of uses, if the device counts them. A lower number than before means a copied key. */
  counter: number
  device_type: 'singleDevice' | 'multiDevice'
  backed_up: number
  /** How browsers can reach the device, such as "internal,hybrid". */
  transports: string | null
  /** The device's model, if it discloses it. */
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
  /** Rounded to the day. */
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
  /** null: written by the previous version. */
  id: string | null
  /** Name of the owner who sent it by email; null: printed by a command or at the first start. */
  invited_by: string | null
  invited_by_id: Generated<string | null>
  withdrawn_at: number | null
}
