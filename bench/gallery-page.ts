import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliDecompressSync } from 'node:zlib'
import { sealToken } from '../app/platform/sealed-token.server.ts'
import { startBenchSite } from './site.ts'

const PORT = 3195
const WARM_UP = 30
const TIMES = 200
const SIZES = [50, 5_000]

/** A client gallery of 50 photos and one of 5,000, requested alternately in one run. */
export async function benchGalleryPage(): Promise<object[]> {
  const site = await startBenchSite(PORT)
  try {
    const pages = SIZES.map((count) => ({
      count,
      ...fill(site.dataDir, count),
      taken: [] as number[],
      bytes: 0,
    }))
    for (let n = 0; n < WARM_UP + TIMES; n++)
      for (const page of pages) {
        const { ms, body } = await ask(`/download/${page.gallery}`, page.cookie)
        if (n >= WARM_UP) page.taken.push(ms)
        page.bytes = body.byteLength
        if (n === 0 && !brotliDecompressSync(body).includes('480.avif'))
          throw new Error('The page shows nothing.')
      }
    const medians = pages.map(({ taken }) => taken.toSorted((a, b) => a - b)[TIMES / 2] ?? 0)
    return pages.map(({ count, bytes }, at) => ({
      photos: count.toLocaleString('en-US'),
      'first HTML, brotli (≤ 60 KB)': `${(bytes / 1024).toFixed(1)} KB`,
      'median time': `${medians[at]?.toFixed(1)} ms`,
      'against 50 (≤ 1.5)': ((medians[at] ?? 0) / (medians[0] ?? 1)).toFixed(2),
    }))
  } finally {
    await site.stop()
  }
}

function ask(path: string, cookie: string): Promise<{ ms: number; body: Buffer }> {
  const begun = performance.now()
  return new Promise((done, fail) => {
    request({ port: PORT, path, headers: { cookie, 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        if (answer.statusCode !== 200) fail(new Error(`${path} answered ${answer.statusCode}.`))
        else done({ ms: performance.now() - begun, body: Buffer.concat(chunks) })
      })
    })
      .on('error', fail)
      .end()
  })
}

/** Adds a published gallery with finished renditions to the site. */
function fill(dataDir: string, count: number): { gallery: string; cookie: string } {
  const db = new DatabaseSync(join(dataDir, 'studio.sqlite'))
  db.exec('pragma busy_timeout = 10000; begin immediate')
  const insert = (table: string, row: Record<string, string | number | null>) =>
    db
      .prepare(
        `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...Object.values(row))
  const [gallery, share, now] = [randomUUID(), randomUUID(), Date.now()]
  insert('galleries', {
    ...{ id: gallery, slug: gallery, kind: 'client', title: 'Whitfield & Cole', category: 'Wedding' },
    ...{
      summary: '',
      dateline: 'June 2026',
      position: 1,
      published_at: now,
      created_at: now,
      sizes: '["web"]',
    },
  })
  const sets = ['Morning', 'Ceremony', 'Dinner', 'Dancing'].map((title, position) => {
    const id = randomUUID()
    insert('gallery_sets', { id, gallery_id: gallery, title, position })
    return id
  })
  for (let position = 0; position < count; position++) {
    const photo = addPhoto(insert, now)
    const set = sets[Math.floor((position / count) * sets.length)] ?? null
    insert('gallery_items', {
      ...{ id: randomUUID(), gallery_id: gallery, position, photo_id: photo, caption: '', body: '' },
      ...{ featured: 0, set_id: set, file_name: `IMG_${position}.jpg` },
    })
  }
  insert('gallery_shares', {
    ...{
      id: share,
      gallery_id: gallery,
      name: 'Ann Lee',
      email: 'ann@example.com',
      email_key: 'ann@example.com',
    },
    ...{ can_favorite: 1, sizes: '["web"]', token_version: 1, created_at: now },
  })
  db.exec('commit')
  db.close()
  const name = `studio_gallery_${gallery.replaceAll('-', '')}`
  const secret = process.env.SECRET ?? readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  return {
    gallery,
    cookie: `${name}=${sealToken(secret, 'open a shared gallery', { id: share, version: 1 })}`,
  }
}

function addPhoto(
  insert: (table: string, row: Record<string, string | number | null>) => unknown,
  now: number,
): string {
  const [id, hash] = [randomUUID(), randomBytes(32).toString('hex')]
  const [width, height] = Math.random() < 0.3 ? [4000, 6000] : [6000, 4000]
  insert('photos', {
    ...{ id, slug: id, sha256: hash, media_hash: hash.slice(0, 20), original_name: 'a.jpg', format: 'jpeg' },
    ...{ bytes: 9_000_000, width, height, tone: `#${hash.slice(0, 6)}`, state: 'ready', created_at: now },
    placeholder: `data:image/webp;base64,${randomBytes(150).toString('base64')}`,
    ...{ title: 'IMG', alt: 'IMG', focal_x: 0.5, focal_y: 0.5, had_gps: 0 },
  })
  for (const made of [480, 800, 1200, 1800, 2600])
    for (const format of ['avif', 'jpg'])
      insert('renditions', {
        ...{ photo_id: id, format, width: made, height: Math.round((made * height) / width), bytes: 9_000 },
        ...{ sha256: hash, created_at: now },
      })
  insert('download_files', {
    ...{ photo_id: id, size: 'web', bytes: 900_000, crc32: 1, sha256: hash, width: 2048, height: 1365 },
    created_at: now,
  })
  return id
}
