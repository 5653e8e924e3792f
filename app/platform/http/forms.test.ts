import { describe, expect, it } from 'vitest'
import { type FormFields, readForm } from './forms.server'

const URLENCODED = 'application/x-www-form-urlencoded'

const post = (body: BodyInit | null, type: string | null = URLENCODED) =>
  new Request('http://localhost/contact', {
    method: 'POST',
    body,
    headers: type === null ? {} : { 'Content-Type': type },
  })

async function fields(request: Request): Promise<FormFields> {
  const read = await readForm(request)
  if (!read.ok) throw new Error(read.sentence)
  return read.form
}

const multipart = (...parts: string[]) =>
  post(
    [...parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`), '--x--\r\n'].join(''),
    'multipart/form-data; boundary=x',
  )

describe('a posted form', () => {
  it('is read as browsers write it', async () => {
    const form = await fields(post('name=Ana+Mar%C3%ADa&email=a%40b.example&empty=&flag&name=second'))
    expect(form.get('name')).toBe('Ana María')
    expect(form.getAll('name')).toEqual(['Ana María', 'second'])
    expect(form.get('email')).toBe('a@b.example')
    expect([form.has('empty'), form.get('empty')]).toEqual([true, ''])
    expect([form.has('flag'), form.get('flag')]).toEqual([true, ''])
    expect([form.has('none'), form.get('none')]).toEqual([false, ''])
  })

  it('has line feeds as line breaks, and isn’t trimmed', async () => {
    expect((await fields(post('m=%20a%0D%0Ab%0Dc%09'))).get('m')).toBe(' a\nb\nc\t')
  })

  it('may be multipart, with file inputs left empty', async () => {
    const form = await fields(multipart('name="name"\r\n\r\nZoë', 'name="photo"; filename=""\r\n\r\n'))
    expect(form.get('name')).toBe('Zoë')
    expect(form.has('photo')).toBe(false)
  })

  it('may be empty without a type, and may declare UTF-8', async () => {
    expect(await readForm(post(null, null))).toMatchObject({ ok: true })
    expect((await fields(post('a=1', `${URLENCODED};charset=UTF-8`))).get('a')).toBe('1')
  })

  it.each([
    ['bytes that are not UTF-8', post('name=%FF%FE')],
    ['raw bytes that are not UTF-8', post(new Uint8Array([0x61, 0x3d, 0xff]))],
    ['an overlong spelling of a slash', post('name=%C0%AF')],
    ['half of a surrogate pair', post('name=%ED%A0%80')],
    ['a NUL', post('name=a%00b')],
    ['a NUL in a name', post('na%00me=a')],
    ['an escape', post('name=%1B[31m')],
    [
      'a multipart form in Latin-1',
      post(
        new Uint8Array([
          ...Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
          0xe9,
          ...Buffer.from('\r\n--x--\r\n'),
        ]),
        'multipart/form-data; boundary=x',
      ),
    ],
    [
      'a multipart form that ends early',
      post('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb', 'multipart/form-data; boundary=x'),
    ],
    ['a multipart form without a boundary', post('--x--', 'multipart/form-data')],
  ])('with %s is refused', async (_, request) =>
    expect(await readForm(request)).toMatchObject({ ok: false, status: 400, sentence: expect.any(String) }),
  )

  it.each([
    ['JSON', post('{"name":"a"}', 'application/json')],
    ['plain text', post('name=a', 'text/plain')],
    ['bytes of no type', post(new Uint8Array([1]), null)],
    ['another character set', post('name=a', `${URLENCODED}; charset=iso-8859-1`)],
    ['a file', multipart('name="f"; filename="a.txt"\r\n\r\nhello')],
  ])('that is %s is refused', async (_, request) =>
    expect(await readForm(request)).toMatchObject({ ok: false, status: 415 }),
  )

  it.each([
    ['10,000 fields', post(Array.from({ length: 10_000 }, (_, n) => `f=${n % 10}`).join('&'))],
    ['201 fields', post(Array.from({ length: 201 }, () => 'f=1').join('&'))],
    ['201 multipart fields', multipart(...Array.from({ length: 201 }, () => 'name="f"\r\n\r\n1'))],
    ['more than 64 KB', post(`m=${'a'.repeat(64 * 1024)}`)],
  ])('with %s is refused', async (_, request) =>
    expect(await readForm(request)).toMatchObject({ ok: false, status: 413 }),
  )

  it('isn’t read past its limit', async () => {
    let pulled = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(16 * 1024).fill(97))
      },
    })
    const request = new Request('http://localhost/', {
      method: 'POST',
      body: endless,
      headers: { 'Content-Type': URLENCODED },
      duplex: 'half',
    } as RequestInit)
    expect(await readForm(request)).toMatchObject({ ok: false, status: 413 })
    expect(pulled).toBeLessThan(12)
  })
})
