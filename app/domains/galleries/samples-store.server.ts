import type { Db } from '~/platform/db/database.server'
import type { NewRow } from '~/platform/db/schema'
import { indexTerms } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import { gallerySearchTexts } from './model'

export async function insertSampleGallery(
  tx: Db,
  gallery: Omit<NewRow<'galleries'>, 'id' | 'kind' | 'summary'>,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('galleries')
    .values({ ...gallery, id, kind: 'client', summary: '' })
    .execute()
  await indexTerms(tx, 'gallery', id, gallerySearchTexts(gallery))
  return id
}

export async function insertSampleSet(
  tx: Db,
  { galleryId, title, position }: { galleryId: string; title: string; position: number },
): Promise<string> {
  const id = newId()
  await tx.insertInto('gallery_sets').values({ id, gallery_id: galleryId, title, position }).execute()
  return id
}

/** @returns the item's id */
export async function insertSampleItem(
  tx: Db,
  item: { galleryId: string; photoId: string; position: number; setId: string | null; fileName: string },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('gallery_items')
    .values({
      id,
      gallery_id: item.galleryId,
      photo_id: item.photoId,
      position: item.position,
      set_id: item.setId,
      file_name: item.fileName,
      caption: '',
      body: '',
      featured: 0,
    })
    .execute()
  return id
}

export async function insertSampleShare(
  tx: Db,
  share: { galleryId: string; name: string; email: string; canFavorite: boolean; sizes: string; at: number },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('gallery_shares')
    .values({
      id,
      gallery_id: share.galleryId,
      name: share.name,
      email: share.email,
      email_key: share.email.toLowerCase(),
      can_favorite: share.canFavorite ? 1 : 0,
      sizes: share.sizes,
      expires_at: null,
      revoked_at: null,
      token_version: 1,
      sent_at: share.at,
      first_opened_at: null,
      last_opened_at: null,
      created_at: share.at,
    })
    .execute()
  return id
}

export async function insertSampleFavorites(
  tx: Db,
  choices: {
    galleryId: string
    shareId: string
    purpose: string
    itemIds: string[]
    comment: { itemId: string; author: string; body: string } | undefined
    at: number
  },
): Promise<void> {
  const { galleryId: gallery_id, shareId: share_id, purpose, itemIds, comment, at } = choices
  const list = newId()
  await tx
    .insertInto('favorite_lists')
    .values({ id: list, gallery_id, share_id, purpose, pick_limit: null, submitted_at: null, created_at: at })
    .execute()
  for (const item_id of itemIds)
    await tx.insertInto('favorites').values({ list_id: list, item_id, created_at: at }).execute()
  if (!comment) return
  const { itemId: item_id, author, body } = comment
  await tx
    .insertInto('photo_comments')
    .values({ id: newId(), gallery_id, item_id, share_id, author, body, created_at: at })
    .execute()
}
