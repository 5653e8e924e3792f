import type { Generated } from 'kysely'

/** Galleries; see platform/db/schema.ts for how instants, flags, money and json are kept. */
declare module '~/platform/db/schema' {
  interface Database {
    galleries: GalleryTable
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
    /** Photos that a completed download of this content held. */
    download_photos: { gallery_id: string; etag: string; photo_id: string }
    releases: ReleaseTable
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
  /** What kind of work it is, such as "Wedding". */
  category: string
  summary: string
  /** Where and when, such as "June 2026". */
  dateline: string
  position: number
  cover_photo_id: string | null
  /** null: a draft. */
  published_at: number | null
  archived_at: Generated<number | null>
  /** YYYY-MM-DD, its last day in the studio’s zone. */
  expires_on: Generated<string | null>
  expired_at: Generated<number | null>
  /** It would have expired, and waits for the photographer’s word. */
  expiry_paused_at: Generated<number | null>
  /** Sealed, so that the studio can say it again. */
  pin: Generated<string | null>
  /** Raised with each new PIN, so that people who entered an earlier one are asked again. */
  pin_version: Generated<number>
  /** json: DownloadSize[] that can be downloaded at all; empty: none. */
  sizes: Generated<string>
  /** 1: photos are shown with the watermark, to be chosen from. */
  proofing: Generated<number>
  /** Most photos on one favorite list, where the list says nothing else. */
  pick_limit: Generated<number | null>
  /** json: Watermark; null: the usual one. Proofs always carry one. */
  watermark: Generated<string | null>
  /** A message to the gallery's clients. */
  note: Generated<string>
  created_at: number
  /** Raised by each edit of what stands here, not by its photos. */
  version: Generated<number>
}

interface GalleryItemTable {
  id: string
  gallery_id: string
  position: number
  photo_id: string | null
  caption: string
  /** Markdown; a text between photos. */
  body: string
  /** 1: the photo marked by the photographer. */
  featured: number
  set_id: Generated<string | null>
  /** As it was on the photographer’s disk, and is in an archive and an export of choices. */
  file_name: Generated<string>
  hidden_at: Generated<number | null>
  /** Can be put back until a job clears it away. */
  removed_at: Generated<number | null>
}

/** What the editor can take back for a while. */
interface GalleryUndoTable {
  id: string
  gallery_id: string
  kind: 'arranged' | 'removed'
  /** json: [item, set or null][] in their order, of an arrangement; item[] of a removal */
  before: string
  created_at: number
}

interface UploadTable {
  /** 128 random bits, hexadecimal: part of the upload's address. */
  id: string
  gallery_id: string
  by_user: string
  file_name: string
  /** Path of its folder within what was dropped, without the file; '' for none. */
  folder: string
  bytes: number
  /** `arrived`: all bytes are there and are being examined. */
  state: 'arriving' | 'arrived' | 'taken' | 'refused'
  /** For people: why it was refused. */
  refusal: string | null
  photo_id: string | null
  created_at: number
  updated_at: number
  /** What was chosen together in one browser; '' for what came alone. */
  batch: Generated<string>
  /** Position in the gallery that it will have. */
  position: Generated<number>
  /** Position from which its batch is counted. */
  first_position: Generated<number>
  /** What its sender says the content is, hexadecimal: what arrives otherwise is refused. */
  sha256: Generated<string | null>
}

interface GalleryShareTable {
  id: string
  gallery_id: string
  name: string
  email: string
  /** In lower case. */
  email_key: string
  can_favorite: number
  /** json: DownloadSize[]; what the gallery does not give, no share gives. */
  sizes: string
  expires_at: number | null
  revoked_at: number | null
  /** Raised to end the links that were sent so far. */
  token_version: number
  pin_failures: Generated<number>
  pin_wait_until: Generated<number | null>
  sent_at: number | null
  first_opened_at: number | null
  last_opened_at: number | null
  created_at: number
  version: Generated<number>
}

/** A reminder that was written to one person. */
interface ExpirationEmailTable {
  gallery_id: string
  share_id: string
  /** Days before the end. */
  step: number
  /** The last day in it, YYYY-MM-DD: another one has its own reminders. */
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
  /** The list is locked since. */
  submitted_at: number | null
  /** The studio has handled what was submitted. */
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
  /** Name of who wrote it, as it was then. */
  author: string
  body: string
  created_at: number
}

interface ProofTable {
  gallery_id: string
  photo_id: string
  /** Names the watermark and how it is drawn. */
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
}

/** What cannot be handed over; gone when it can be again. */
interface DownloadFaultTable {
  photo_id: string
  size: 'web' | 'print' | 'original'
  /** For people: what is wrong. */
  sentence: string
  found_at: number
}

interface DownloadTable {
  id: string
  gallery_id: string
  share_id: string | null
  /** Name and address of who fetched it, as they were then. */
  who: string
  what: 'photo' | 'set' | 'favorites' | 'everything'
  /** The item, set or list; null: everything. */
  of_id: string | null
  size: 'web' | 'print' | 'original'
  /** Identifies the content, so that a download of it can be resumed. */
  etag: string
  files: number
  bytes: number
  /** json: [first, last][] of the bytes that were handed to the network, in order, apart */
  sent: string
  started_at: number
  updated_at: number
  /** Every byte has been sent, in however many parts. */
  completed_at: number | null
}

interface ReleaseTable {
  id: string
  gallery_id: string
  /** Who can be seen. */
  name: string
  email: string
  email_key: string
  /** YYYY-MM-DD; null: of age. */
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
  /** `photos`: covers the photos in `release_photos` only, and names no person. */
  covers: Generated<'gallery' | 'photos'>
}

/** A photo of a deleted gallery, for a person who had withdrawn their release there. */
interface WithdrawnReleasePhotoTable {
  id: string
  /** Of the original, hexadecimal. */
  sha256: string
  name: string
  email: string
  email_key: string
  /** The title of the gallery. */
  gallery: string
  withdrawn_at: number
}
