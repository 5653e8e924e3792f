export const BACKUP_KINDS = ['daily', 'manual', 'before-upgrade', 'before-restore'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

export const KIND_LABELS: Record<BackupKind, string> = {
  daily: 'Daily',
  manual: 'On request',
  'before-upgrade': 'Before an upgrade',
  'before-restore': 'Before a restore',
}

export const BACKUP_NAME = new RegExp(
  `^(\\d{4}-\\d{2}-\\d{2})-(\\d{2})(\\d{2})(\\d{2})-(${BACKUP_KINDS.join('|')})$`,
)

/** The name of a backup: its time in UTC and its kind, such as `2026-11-27-080000-daily`. */
export const backupName = (at: number, kind: BackupKind): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}-${kind}`

/** The time (milliseconds since 1970) and the kind in a name; undefined: it isn’t one. */
export function readName(name: string): { at: number; kind: BackupKind } | undefined {
  const [, date, hour, minute, second, kind] = BACKUP_NAME.exec(name) ?? []
  const at = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : { at, kind: kind as BackupKind }
}

/** Files of the backup target. All except the keys are encrypted to one key. */
export const BACKUPS = 'backups/'
/** Exists since the backup began, so that no other one has its name. */
export const begunPath = (name: string): string => `${BACKUPS}${name}/begun`
export const manifestPath = (name: string): string => `${BACKUPS}${name}/manifest.age`
export const databasePath = (name: string): string => `${BACKUPS}${name}/database.sqlite.zst.age`
/** Exists since the whole backup was read back. */
export const verifiedPath = (name: string): string => `${BACKUPS}${name}/verified`
export const FILES = 'files/'
/** A file, stored once for all backups. @param sha256 of its content */
export const storedPath = (sha256: string): string => `${FILES}${sha256.slice(0, 2)}/${sha256}.age`

/** Groups of four characters, without those that look alike: 160 random bits. */
const PASSPHRASE_GROUPS = 8
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz023456789'

/** @param random 32 random bytes */
export function passphraseOf(random: Uint8Array): string {
  const characters = Array.from(random.subarray(0, PASSPHRASE_GROUPS * 4), (byte) => CHARACTERS[byte % 32])
  return Array.from({ length: PASSPHRASE_GROUPS }, (_, n) =>
    characters.slice(n * 4, n * 4 + 4).join(''),
  ).join('-')
}

/** A passphrase as it was made, from one typed with other spaces, dashes or capitals. */
export function readPassphrase(typed: string): string {
  const characters = typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
  return characters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/**
 * Why a target can’t be used. `other-key`: it contains backups of another installation, or with a secret that is no
 * longer accepted. `emptied`: the installation has made backups, but the target has none.
 */
export type UnusableTarget = 'other-key' | 'emptied'

/** @param place the target, as the operator knows it */
export const unusableSentence = (reason: UnusableTarget, place: string): string =>
  reason === 'other-key'
    ? `${place} contains backups of another installation, or with another secret.`
    : `${place} has no backups, but your site has made some before. If it’s a disk, check that it’s mounted.`

export const DAILY_BACKUP = 'daily-backup'
export const MAKE_BACKUP = 'make-backup'

/** Age of the last verified backup at which Today says so, in milliseconds: 26 hours. */
export const LATE_MS = 26 * 3_600_000

/** What the Studio says about the backups. */
export interface BackupsShown {
  /** The folder or bucket. */
  place: string
  isBucket: boolean
  /** Why the folder or bucket can’t be read; '': it can. */
  trouble: string
  isOnSameDisk: boolean
  hasPassphrase: boolean
  /** When the last verified one was complete; undefined: there is none. */
  lastVerified: string | undefined
  isMaking: boolean
  /** Backups were made, but the folder has none. */
  isEmptied: boolean
  runs: {
    id: string
    label: string
    began: string
    state: 'making' | 'verified' | 'failed'
    name: string
    note: string
    /** Files, while it is made. */
    done: number
    total: number
    /** What it added to the folder. */
    added: string
  }[]
}

export interface RestoreProgress {
  step: 'checking' | 'files' | 'rows'
  /** Files. */
  done: number
  total: number
}

/** What the owner’s link shows about a restore on a new installation. */
export type FirstRestore =
  | {
      state: 'ready'
      /** The folder or bucket. */
      place: string
      /** Newest first. */
      backups: { name: string; label: string }[]
      /** Why the folder or bucket can’t be read; '': it can. */
      trouble: string
      /** Why the last restore failed; '': there was none. */
      sentence: string
    }
  /** The link works, but the installation holds something. */
  | { state: 'in-use' }
  | ({ state: 'running' } & RestoreProgress)
  | {
      state: 'done'
      /** The site restarts by itself. */
      restarts: boolean
      sentence: string
    }
