import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Asked,
  type Fault,
  failingOnce,
  isSigned,
  type S3Server,
  startS3,
} from '../../../test/support/s3-server'
import { openBucket } from './open-storage.server'
import { s3Client, s3Storage } from './s3-storage.server'
import type { Storage } from './storage.server'

let folder: string
let s3: S3Server
let storage: Storage
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-test-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  count += 1
  storage = s3Storage({ ...s3.settings, prefix: prefix() })
  s3.asked.length = 0
})
afterEach(() => {
  s3.fault = undefined
})

const data = randomBytes(20_000_000)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const prefix = () => `store-${count}/`

/** Keys of incomplete uploads since the test began, and those of others. */
async function uploads(): Promise<(string | undefined)[]> {
  const listing = new ListMultipartUploadsCommand({ Bucket: s3.settings.bucket })
  const { Uploads = [] } = await s3Client(s3.settings).send(listing)
  return Uploads.map(({ Key }) => Key).filter((key) => !key?.startsWith('store-') || key.startsWith(prefix()))
}

/** Every second of the first eight requests of a kind fails. */
function failing(fault: Fault, isHit?: (asked: Asked) => boolean): void {
  s3.fault = failingOnce([fault], isHit)
}

async function sourceFile(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'source')
  await writeFile(path, bytes)
  return path
}

test.each<Fault>(['unavailable', 'slow', 'cut-before-request', 'cut-before-answer', 'cut'])(
  'stores and reads a file in spite of a store that is %s',
  async (fault) => {
    const source = await sourceFile(data)
    failing(fault)
    expect(await storage.putFile('originals/x', source, sha256(data))).toBe(true)
    expect(data.equals((await storage.read('originals/x')) ?? Buffer.alloc(0))).toBe(true)
    expect(await storage.putNew('id', Buffer.from('1'))).toBe(true)
    expect(await storage.putNew('id', Buffer.from('2'))).toBe(false)
    expect(await Array.fromAsync(storage.list(''))).toEqual(['id', 'originals/x'])
  },
  60_000,
)

test.each<Fault | undefined>([undefined, 'unavailable', 'cut-before-answer'])(
  'overwrites nothing where it only appends, with a store that is %s',
  async (fault) => {
    const adding = s3Storage({ ...s3.settings, prefix: prefix() }, { isAppendOnly: true })
    const source = await sourceFile(data)
    if (fault) failing(fault)
    expect(await adding.putFile('x', source, sha256(data))).toBe(true)
    await adding.put('y', Buffer.from('1'))
    expect(await adding.putFile('x', await sourceFile(data.toReversed()), sha256(data.toReversed()))).toBe(
      true,
    )
    await adding.put('y', Buffer.from('2'))
    expect(data.equals((await adding.read('x')) ?? Buffer.alloc(0))).toBe(true)
    expect(Buffer.from((await adding.read('y')) ?? []).toString()).toBe('1')
    if (!fault) expect(await uploads()).toEqual([])
  },
  60_000,
)

test('reads all of a file that once arrives with a wrong length, or not at all', async () => {
  await storage.putFile('x', await sourceFile(data), sha256(data))
  failing('wrong-length', ({ method }) => method === 'GET')
  expect(data.equals((await storage.read('x')) ?? Buffer.alloc(0))).toBe(true)
  s3.fault = ({ method }) => (method === 'GET' ? 'wrong-length' : undefined)
  await expect(storage.read('x')).rejects.toThrow('another length')
  await expect(storage.openToRead('x')).rejects.toThrow('another length')
}, 60_000)

test('a stream that can’t be continued fails, and one that isn’t read to its end asks for no more', async () => {
  await storage.putFile('x', await sourceFile(data), sha256(data))
  const broken = await storage.open('x')
  s3.fault = ({ method }) => (method === 'GET' ? 'cut' : undefined)
  await expect(broken?.stream().toArray()).rejects.toThrow()
  s3.fault = undefined
  const replaced = await storage.open('x')
  await storage.put('x', randomBytes(10_000_000))
  await expect(replaced?.stream().toArray()).rejects.toThrow()
  s3.asked.length = 0
  const reader = await storage.openToRead('x')
  await reader?.read(new Uint8Array(1_000), 0)
  await reader?.close()
  expect(s3.asked.length).toBeLessThanOrEqual(2)
}, 60_000)

test('reads ahead: small reads one after the other are few requests', async () => {
  await storage.putFile('x', await sourceFile(data), sha256(data))
  s3.asked.length = 0
  const reader = await storage.openToRead('x')
  const into = new Uint8Array(10_000)
  let read = 0
  for (let at = 0; ; at += read) {
    read = (await reader?.read(into, at)) ?? 0
    if (read === 0) break
  }
  await reader?.close()
  // 512 KB, 1, 2, and four of up to 4 MB.
  expect(s3.asked.map(({ method }) => method)).toEqual(Array.from({ length: 7 }, () => 'GET'))
})

test('a file gets its name after its last part: what is left of an interrupted one is cleared', async () => {
  const source = await sourceFile(data)
  s3.fault = ({ method, path }) =>
    method === 'DELETE' || path.includes('partNumber=3') ? 'cut-before-request' : undefined
  await expect(storage.putFile('originals/x', source, sha256(data))).rejects.toThrow()
  s3.fault = undefined
  expect(await storage.exists('originals/x')).toBe(false)
  expect(await uploads()).toEqual([`${prefix()}originals/x`])
  const elsewhere = { Bucket: s3.settings.bucket, Key: 'another-studio/x' }
  await s3Client(s3.settings).send(new CreateMultipartUploadCommand(elsewhere))
  await storage.clearDrafts(Date.now() - 60_000)
  expect(await uploads()).toHaveLength(2)
  await storage.clearDrafts(Date.now() + 60_000)
  expect(await uploads()).toEqual(['another-studio/x'])
}, 60_000)

test('a file that differs from its checksum leaves neither a name nor parts', async () => {
  expect(await storage.putFile('originals/x', await sourceFile(data), sha256(Buffer.from('y')))).toBe(false)
  expect(await storage.exists('originals/x')).toBe(false)
  expect(await uploads()).not.toContain(`${prefix()}originals/x`)
})

test('leaves no local copies behind', async () => {
  await storage.putFile('x', await sourceFile(data), sha256(data))
  const copies = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('stored-'))
  const before = await copies()
  await expect(
    storage.withFile('x', async () => {
      throw new Error('stop')
    }),
  ).rejects.toThrow('stop')
  expect(await copies()).toEqual(before)
})

test('ignores what others keep in the bucket', async () => {
  const client = s3Client(s3.settings)
  for (const name of ['a b.txt', 'folder/', '.hidden'])
    await client.send(new PutObjectCommand({ Bucket: s3.settings.bucket, Key: prefix() + name, Body: 'x' }))
  await storage.put('mine', Buffer.from('x'))
  expect(await Array.fromAsync(storage.list(''))).toEqual(['mine'])
})

test('a start names what is wrong with the bucket', async () => {
  const open = (changes: object) => openBucket({ ...s3.settings, ...changes })
  await expect(open({ bucket: 'other' })).rejects.toThrow(
    /^There’s no bucket other at http.+ Create it, or correct/,
  )
  await expect(open({ secretAccessKey: 'wrong' })).rejects.toThrow(/rejected the access key\. Correct S3_/)
  await expect(open({ endpoint: 'http://127.0.0.1:9' })).rejects.toThrow(
    /can’t be read \(ECONNREFUSED\)\. Start the store, or correct S3_ENDPOINT\.$/,
  )
  await expect(open({})).resolves.toBeDefined()
}, 60_000)

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, which has these examples. */
test('the signatures that the server of these tests verifies are Amazon’s', () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const host = 'examplebucket.s3.amazonaws.com'
  const signed = (names: string, signature: string) =>
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`
  const shared = { host, 'x-amz-content-sha256': empty, 'x-amz-date': '20130524T000000Z' }
  const body = Buffer.alloc(0)
  const get = {
    method: 'GET',
    url: '/test.txt',
    headers: {
      ...shared,
      range: 'bytes=0-9',
      authorization: signed(
        'host;range;x-amz-content-sha256;x-amz-date',
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    },
    body,
  }
  expect(isSigned(get, secret)).toBe(true)
  expect(isSigned(get, 'another')).toBe(false)
  expect(isSigned({ ...get, url: '/other.txt' }, secret)).toBe(false)
  expect(isSigned({ ...get, body: Buffer.from('x') }, secret)).toBe(false)
  const list = {
    method: 'GET',
    url: '/?max-keys=2&prefix=J',
    headers: {
      ...shared,
      authorization: signed(
        'host;x-amz-content-sha256;x-amz-date',
        '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      ),
    },
    body,
  }
  expect(isSigned(list, secret)).toBe(true)
  const put = {
    method: 'PUT',
    url: '/test%24file.text',
    headers: {
      ...shared,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      authorization: signed(
        'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ),
    },
    body: Buffer.from('Welcome to Amazon S3.'),
  }
  expect(isSigned(put, secret)).toBe(true)
})
