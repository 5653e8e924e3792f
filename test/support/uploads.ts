import { openDatabase } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { rows } from './forms'
import type { Site } from './site'

/** Adds a gallery to a running site (on SQLite), by default a draft for a client. @returns its id */
export async function makeSiteGallery(site: Site, given: Partial<Row<'galleries'>> = {}): Promise<string> {
  const db = openDatabase({ databaseUrl: undefined, dataDir: site.dataDir })
  try {
    const id = newId()
    await db
      .insertInto('galleries')
      .values({
        id,
        slug: `gallery-${id}`,
        kind: 'client',
        title: 'Whitfield & Cole',
        category: '',
        summary: '',
        dateline: '',
        position: 1,
        cover_photo_id: null,
        published_at: null,
        created_at: Date.now(),
        ...given,
      })
      .execute()
    return id
  } finally {
    await db.destroy()
  }
}

export const TUS = { 'Tus-Resumable': '1.0.0' }

/** Encodes an `Upload-Metadata` header. */
export const metadataHeader = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** A tus client for a gallery of a running site. */
export function uploader(site: Site, gallery: string, cookie: string) {
  const base = `/studio/galleries/${gallery}/uploads`
  const ask = (path: string, method: string, headers: Record<string, string> = {}, body?: Buffer) =>
    fetch(site.url + path, {
      method,
      redirect: 'manual',
      headers: { ...TUS, Cookie: cookie, ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
  const create = (bytes: number, metadata: Record<string, string>) =>
    ask(base, 'POST', { 'Upload-Length': String(bytes), 'Upload-Metadata': metadataHeader(metadata) })
  const patch = (path: string, offset: number, body: Buffer) =>
    ask(
      path,
      'PATCH',
      { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body,
    )
  return {
    base,
    ask,
    create,
    patch,
    head: (path: string) => ask(path, 'HEAD'),
    /** Uploads a whole file. @returns the upload's address */
    send: async (content: Buffer, metadata: Record<string, string>): Promise<string> => {
      const created = await create(content.length, metadata)
      const path = created.headers.get('location') ?? ''
      const sent = await patch(path, 0, content)
      if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`)
      return path
    },
    progress: async () => {
      const answer = await fetch(site.url + base, { headers: { Cookie: cookie } })
      return await answer.json()
    },
  }
}

/** The photos of a gallery, in order. */
export const itemsOf = (site: Site, gallery: string) =>
  rows(
    site,
    `select i.file_name as name, s.title as folder, p.sha256 as sha256, p.published_at as published
     from gallery_items i join photos p on p.id = i.photo_id left join gallery_sets s on s.id = i.set_id
     where i.gallery_id = ? order by i.position`,
    gallery,
  )

/** Number of JPEGs of each photo in a gallery, by the hash in their address. */
export const jpegsOf = (site: Site, gallery: string) =>
  rows(
    site,
    `select p.media_hash as media, count(r.width) as pictures
     from gallery_items i join photos p on p.id = i.photo_id left join renditions r
       on r.photo_id = p.id and r.format = 'jpg'
     where i.gallery_id = ? group by p.id`,
    gallery,
  )
