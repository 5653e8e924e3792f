/** Field values that none of our forms sends: invalid numbers, names of object properties, invalid dates. */
export const ODD_VALUES = [
  '',
  ' ',
  '-1',
  '0',
  '-0',
  '0.5',
  '1e308',
  '1e15',
  '1e999',
  'NaN',
  'Infinity',
  '-Infinity',
  '2147483648',
  '9007199254740992',
  '9223372036854775808',
  '99999999999999999999999999999999999999',
  '0x10',
  '1;2',
  '1,2',
  "1' or '1'='1",
  '١٢',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '{"__proto__":{"isOwner":true}}',
  '[object Object]',
  '[1,2',
  '[null]',
  '["x","x"]',
  '../../etc/passwd',
  '%',
  '%00',
  '_',
  '\\',
  '0000-00-00',
  '9999-12-31',
  '2026-02-30',
  '+275760-09-14',
  '-000001-01-01',
  '2026-11-01T06:30:00Z',
  '2026-11-01T99:99',
  '24:60',
  '00:00',
  'https://[::1',
  'javascript:alert(1)',
  'a@b',
  `${'a'.repeat(400)}@${'b'.repeat(400)}.example`,
  '\u202egnp.exe',
  '\ufeff',
  '\ufffe\uffff',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(40),
  'Z\u0335\u0321'.repeat(300),
  '\n\n\n',
  'a\r\nBcc: everyone@example.com',
  'x'.repeat(20_000),
  '\u{10ffff}',
  '<script>alert(1)</script>',
]

/** Path segments that name no record of ours, already percent-encoded. */
export const ODD_SEGMENTS = [
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '0',
  'NaN',
  '1;2',
  '1e308',
  '9007199254740993',
  'null',
  'undefined',
  'new',
  '%2F',
  'a%2Fb',
  '%252F',
  '%C0%AE',
  '%FF',
  '%E2%80%AE',
  '%EF%BF%BE',
  "'%20or%201=1--",
  '%25',
  '_',
  '%5B%5D',
  '%7B%7D',
  'x'.repeat(1_500),
  'A'.repeat(32),
  '0'.repeat(32),
  '%F0%9F%98%80',
  '.data',
  'x.data',
]

/** A pseudo-random generator from 0 to below 1, the same in each run. */
export function fromSeed(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Values that are no record's version; undefined: without the field. */
export const NO_VERSIONS = [
  undefined,
  '',
  '-1',
  '0.5',
  'NaN',
  '1;2',
  '2147483648',
  '9007199254740992',
  '1e308',
  'Infinity',
]

const boundary = 'multipart/form-data; boundary=x'
const part = (head: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}`

/** Request bodies that none of our forms sends, without an intent. */
export const ODD_BODIES: { title: string; body: BodyInit; type: string }[] = [
  { title: 'nothing', body: '', type: 'application/x-www-form-urlencoded' },
  { title: 'no type', body: new Uint8Array([1, 2, 3]), type: '' },
  { title: 'JSON', body: '{"intent":"remove","version":1}', type: 'application/json' },
  { title: 'text', body: 'intent=remove', type: 'text/plain' },
  { title: 'broken percents', body: '%=%&%zz=%FF', type: 'application/x-www-form-urlencoded' },
  { title: 'NUL', body: 'a%00b=c%00d', type: 'application/x-www-form-urlencoded' },
  {
    title: 'names that objects have',
    body: '__proto__=1&constructor=2&__proto__[isOwner]=3&toString=4',
    type: 'application/x-www-form-urlencoded',
  },
  {
    title: 'lists',
    body: 'version[]=1&version[0]=1&id=a&id=b&id=c',
    type: 'application/x-www-form-urlencoded',
  },
  { title: '10,000 fields', body: 'a=1&'.repeat(10_000), type: 'application/x-www-form-urlencoded' },
  { title: '1 MB', body: `a=${'b'.repeat(1_048_576)}`, type: 'application/x-www-form-urlencoded' },
  { title: 'a multipart form that breaks off', body: part('name="intent"', 'rem'), type: boundary },
  { title: 'a multipart form without a boundary', body: part('name="a"', 'b'), type: 'multipart/form-data' },
  {
    title: 'a file where text is expected',
    body: `${part('name="version"; filename="a.exe"', 'MZ')}\r\n--x--\r\n`,
    type: boundary,
  },
  {
    title: 'text where a file is expected',
    body: `${part('name="logo"', 'not a picture')}\r\n${part('name="file"', 'neither')}\r\n--x--\r\n`,
    type: boundary,
  },
]
