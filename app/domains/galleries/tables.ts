import type { Generated } from 'kysely'
import type { PeopleAnswer } from './uploads/model'

/** Galleries. See platform/db/schema.ts for how instants, flags, money and JSON are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    galleries: GalleryTable
    gallery_presets: GalleryPresetTable
    gallery_sets: { id: string; gallery_id: string; title: string; position: number }
    gallery_items: GalleryItemTable
    gallery_undos: GalleryUndoTable
    uploads: UploadTable
    gallery_shares: GalleryShareTable
    gallery_expiration_emails: ExpirationEmailTable
    favorite_lists: FavoriteListTable
    favorites: { list_id: string; item_id: string; created_at: number }
    photo_comments: PhotoCommentTable
    proofs: ProofTable
    download_files: DownloadFileTable
    download_faults: DownloadFaultTable
    downloads: DownloadTable
    /** Photos contained in a completed download of this content. */
    download_photos: { gallery_id: string; etag: string; photo_id: string }
    releases: ReleaseTable
    signed_releases: SignedReleaseTable
    release_photos: { release_id: string; photo_id: string }
    withdrawn_release_photos: WithdrawnReleasePhotoTable
  }
}

interface GalleryTable {
  id: string
  slug: string
  /** `client`: only for the gallery's clients. */
  kind: 'public' | 'portfolio' | 'client'
  title: string
  /** Such as "Wedding". */
  category: string
  summary: string
  /** Place and date of the photos, such as "June 2026". */
  dateline: string
  position: number
  cover_photo_id: string | null
  /** null: a draft. */
  published_at: number | null
  archived_at: Generated<number | null>
  /** The last day of access in the studio’s zone, YYYY-MM-DD. */
  expires_on: Generated<string | null>
  expired_at: Generated<number | null>
  /** Set if the gallery should have expired, but waits for the studio’s decision. */
  expiry_paused_at: Generated<number | null>
  /** Encrypted, so that the Studio can show it. */
  pin: Generated<string | null>
  /** Raised with each new PIN, so that people who entered an earlier one are asked again. */
  pin_version: Generated<number>
  /** json: DownloadSize[] that can be downloaded; empty: none. */
  sizes: Generated<string>
  /** 1: photos have a watermark. */
  proofing: Generated<number>
  /** Maximum photos on a favorites list without its own limit. */
  pick_limit: Generated<number | null>
  /** json: Watermark; null: the default. Proofs always carry one. */
  watermark: Generated<string | null>
  /** A message to the gallery's clients. */
  note: Generated<string>
  created_at: number
  /** Raised by each change of this row, not of its photos. */
  version: Generated<number>
  /** 1: the gallery of photos uploaded for the website. There is at most one. */
  for_website: Generated<number>
}

/** What a new client gallery starts with. Existing galleries don't refer to it. */
interface GalleryPresetTable {
  id: string
  name: string
  /** 1: chosen for new galleries unless the studio chooses another; at most one. */
  is_default: Generated<number>
  /** json: DownloadSize[] */
  sizes: Generated<string>
  proofing: Generated<number>
  pick_limit: number | null
  /** json: Watermark; null: the default. */
  watermark: string | null
  /** Days from creation to the last day of access; null: no expiration. */
  expires_after_days: number | null
  /** 1: the gallery gets a PIN when it is created. */
  has_pin: Generated<number>
  /** Becomes the gallery's message to its clients, which the email with the link quotes. */
  note: Generated<string>
  version: Generated<number>
}

interface GalleryItemTable {
  id: string
  gallery_id: string
  position: number
  photo_id: string | null
  caption: string
  /** A text between photos, as Markdown. */
  body: string
  /** The same as a document, JSON; null: only the Markdown. */
  document: Generated<string | null>
  /** 1: the photo marked by the photographer. */
  featured: number
  set_id: Generated<string | null>
  /** Name of the uploaded file, also used in archives and exports of favorites. */
  file_name: Generated<string>
  hidden_at: Generated<number | null>
  /** Removed items can be restored until a job deletes them. */
  removed_at: Generated<number | null>
}

/** Changes in the editor that can be undone for a while. */
interface GalleryUndoTable {
  id: string
  gallery_id: string
  kind: 'arranged' | 'removed'
  /** json: [item, set or null][] in order, before a sorting; or item[] of a removal */
  before: string
  created_at: number
}

interface UploadTable {
  /** 128 random bits, hexadecimal. Part of the upload's URL. */
  id: string
  gallery_id: string
  by_user: string
  file_name: string
  /** Path of its folder within the selection, without the file; '' for none. */
  folder: string
  bytes: number
  /** `arrived`: all bytes are stored, and the file is being examined. */
  state: 'arriving' | 'arrived' | 'taken' | 'refused'
  /** Why it was refused, for people. */
  refusal: string | null
  photo_id: string | null
  created_at: number
  updated_at: number
  /** Files selected together in one browser share this id; '' for a single file. */
  batch: Generated<string>
  /** Its future position in the gallery. */
  position: Generated<number>
  /** Position from which its batch is counted. */
  first_position: Generated<number>
  /** The content's hash as announced, hexadecimal. Other content is refused. */
  sha256: Generated<string | null>
  /** Who can be recognized, as confirmed for the website; null: the photo stays private. */
  people: Generated<PeopleAnswer | null>
  /** Name of the account that confirmed it; '' for none. */
  confirmed_by: Generated<string>
}

interface GalleryShareTable {
  id: string
  gallery_id: string
  name: string
  email: string
  /** The email address in lower case. */
  email_key: string
  can_favorite: number
  /** json: DownloadSize[]; limited to the gallery's sizes. */
  sizes: string
  expires_at: number | null
  revoked_at: number | null
  /** Raised to revoke all links sent before. */
  token_version: number
  pin_failures: Generated<number>
  pin_wait_until: Generated<number | null>
  sent_at: number | null
  first_opened_at: number | null
  last_opened_at: number | null
  created_at: number
  version: Generated<number>
}

/** A reminder that was sent to a client. */
interface ExpirationEmailTable {
  gallery_id: string
  share_id: string
  /** Days before the last day. */
  step: number
  /** The last day named in it, YYYY-MM-DD. Another one has its own reminders. */
  expires_on: string
  written_at: number
}

interface FavoriteListTable {
  id: string
  gallery_id: string
  share_id: string
  /** Such as "Album". */
  purpose: string
  pick_limit: number | null
  note: Generated<string>
  /** Locked since then; null: open. */
  submitted_at: number | null
  /** When the studio marked it as completed. */
  completed_at: Generated<number | null>
  created_at: number
  version: Generated<number>
}

interface PhotoCommentTable {
  id: string
  gallery_id: string
  item_id: string
  /** null: the studio’s own. */
  share_id: string | null
  /** The client who can read the studio's comment; null: everyone. */
  to_share_id: Generated<string | null>
  /** The writer's name at that time. */
  author: string
  body: string
  created_at: number
}

interface ProofTable {
  gallery_id: string
  photo_id: string
  /** Identifies the watermark and how it is drawn. */
  watermark: string
  format: 'avif' | 'jpg'
  width: number
  height: number
  bytes: number
  sha256: string
  created_at: number
}

interface DownloadFileTable {
  photo_id: string
  size: 'web' | 'print' | 'original'
  bytes: number
  /** Unsigned. */
  crc32: number
  /** Hexadecimal. */
  sha256: string
  width: number
  height: number
  created_at: number
  /** The DOWNLOAD_RECIPE that it was made with. Means nothing for an original. */
  recipe: Generated<string>
}

/** A photo that can't be downloaded. The row is deleted when it can be again. */
interface DownloadFaultTable {
  photo_id: string
  size: 'web' | 'print' | 'original'
  /** What is wrong, for people. */
  sentence: string
  found_at: number
}

interface DownloadTable {
  id: string
  gallery_id: string
  share_id: string | null
  /** Name and address of the client at that time. */
  who: string
  what: 'photo' | 'set' | 'favorites' | 'everything'
  /** The item, set or list; null: everything. */
  of_id: string | null
  size: 'web' | 'print' | 'original'
  /** ETag: identifies the content, so that the download can be resumed. */
  etag: string
  files: number
  bytes: number
  /** json: [first, last][] of the bytes that the network accepted, sorted and disjoint */
  sent: string
  started_at: number
  updated_at: number
  /** When every byte had been sent, in any number of requests. */
  completed_at: number | null
}

interface ReleaseTable {
  id: string
  gallery_id: string
  /** The person in the photos. */
  name: string
  email: string
  email_key: string
  /** YYYY-MM-DD; null: an adult. */
  born_on: string | null
  /** Guardian who signs for a person under 18; '' for none. */
  guardian: string
  /** json: ReleaseUse[] */
  uses: string
  /** How it was given, such as "Signed on paper, June 13". */
  basis: string
  given_at: number
  recorded_by: string
  withdrawn_at: number | null
  version: Generated<number>
  /**
   * Common to the rows of a release that was given once for all galleries of a client, one per gallery;
   * null: for this gallery only.
   */
  joint_id: Generated<string | null>
  /** `photos`: covers the photos in `release_photos` only, and names no person. */
  covers: Generated<'gallery' | 'photos'>
}

/** A release that a client gave in a contract. Its entries in `releases` have its id as `joint_id`. */
interface SignedReleaseTable {
  id: string
  /** The signer of the contract's version; one release each. */
  signer_id: string
  /** null: the contract was deleted. */
  contract_id: string | null
  name: string
  email: string
  email_key: string
  /** json: ReleaseUse[] */
  uses: string
  /** Such as "Signed in the contract “Wedding agreement”". */
  basis: string
  given_at: number
  withdrawn_at: number | null
}

/** A photo of a deleted gallery, for a person who had withdrawn their release there. */
interface WithdrawnReleasePhotoTable {
  id: string
  /** SHA-256 of the original, hexadecimal. */
  sha256: string
  name: string
  email: string
  email_key: string
  /** The title of the gallery. */
  gallery: string
  withdrawn_at: number
}
