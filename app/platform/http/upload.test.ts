import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readParts } from './multipart'
import { readUpload } from './upload.server'

const read = (body: BodyInit, headers: Record<string, string> = {}, maxBytes = 1_000) =>
  readUpload(new Request('https://photos.example.com/x', { method: 'POST', body, headers }), {
    field: 'picture',
    maxBytes,
  })

function form(files: Uint8Array<ArrayBuffer>[], fields: Record<string, string> = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const file of files) data.append('picture', new Blob([file]), 'a "b".png')
  return data
}

const raw = (lines: string) => ({
  body: Buffer.from(lines.replaceAll('\n', '\r\n'), 'latin1'),
  headers: { 'content-type': 'multipart/form-data; boundary=XX' },
})

describe('a form with a file', () => {
  it('returns its fields and its file byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 900 }), async (bytes) => {
        const got = await read(form([new Uint8Array(bytes)], { slot: 'logo', name: 'Zoë' }))
        if (!got.ok) throw new Error(got.sentence)
        expect([...(got.file ?? [])]).toEqual([...bytes])
        expect([got.form.get('slot'), got.form.get('name'), got.form.get('picture')]).toEqual([
          'logo',
          'Zoë',
          '',
        ])
      }),
      { numRuns: 40 },
    )
  })

  it('is refused when the file is too large, missing, in another field, or one of two', async () => {
    expect(await read(form([new Uint8Array(1_001)]))).toMatchObject({ ok: false, status: 413 })
    expect(await read(form([], { slot: 'logo' }))).toMatchObject({
      status: 422,
      sentence: 'Choose an image first.',
    })
    expect(await read(form([new Uint8Array(1), new Uint8Array(1)]))).toMatchObject({ status: 422 })
    const other = new FormData()
    other.append('another', new Blob(['x']), 'x.png')
    expect(await read(other)).toMatchObject({ status: 422 })
  })

  it('stops reading a body without a length at the limit', async () => {
    let sent = 0
    const endless = async function* () {
      for (;;) {
        sent += 65_536
        yield new Uint8Array(65_536)
      }
    }
    const request = new Request('https://photos.example.com/x', {
      method: 'POST',
      body: Readable.toWeb(Readable.from(endless())),
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=XX' },
    } as RequestInit)
    expect(await readUpload(request, { field: 'picture', maxBytes: 1_000 })).toMatchObject({ status: 413 })
    expect(sent).toBeLessThan(3_000_000)
  })

  it('is refused when it isn’t multipart', async () => {
    expect(await read(new URLSearchParams({ a: 'b' }))).toMatchObject({ status: 415 })
    expect(await read('x', { 'content-type': 'multipart/form-data' })).toMatchObject({ status: 415 })
  })

  it('is refused when it is cut off, or a field isn’t UTF-8 or contains control characters', async () => {
    const file = '--XX\nContent-Disposition: form-data; name="picture"; filename="p"\n\nPNG\n'
    const field = (value: string) => `--XX\nContent-Disposition: form-data; name="slot"\n\n${value}\n`
    for (const [body, status] of [
      [`${file}${field('logo')}--XX--\n`, undefined],
      [`${file}${field('logo')}`, 400],
      [`${file}${field('\xff\xfe')}--XX--\n`, 400],
      [`${file}${field('a\0b')}--XX--\n`, 400],
      [`--XX\nContent-Disposition: form-data\n\nx\n--XX--\n`, 400],
      ['', 400],
    ] as const) {
      const { body: bytes, headers } = raw(body)
      const got = await read(bytes, headers)
      expect([body, got.ok ? undefined : got.status]).toEqual([body, status])
    }
  })

  it('never throws for any body', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ maxLength: 5 }), (bytes, boundary) => {
        readParts(Buffer.from(bytes), boundary)
      }),
    )
  })
})
