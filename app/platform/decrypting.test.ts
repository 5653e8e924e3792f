import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DamagedAge, encryptAge, newAgeKey } from './age.server'
import { inDecryptingThread } from './decrypting.server'

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'decrypting-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const key = await newAgeKey()
  const encrypt = async (name: string, content: Uint8Array) => {
    const path = join(folder, name)
    await writeFile(path, encryptAge(key, [content]))
    return path
  }
  return { folder, key, encrypt }
}

test('a thread decrypts files, one after the other', async () => {
  const { folder, key, encrypt } = await setUp()
  await inDecryptingThread(key, async (decrypt) => {
    for (const size of [0, 1, 65_536, 70_000, 3_000_000]) {
      const content = randomBytes(size)
      const [from, to] = [await encrypt(`from-${size}`, content), join(folder, `to-${size}`)]
      const found = await decrypt({ from, to, atMost: size })
      expect(found).toMatchObject({
        bytes: size,
        sha256: createHash('sha256').update(content).digest('hex'),
      })
      expect(content.subarray(0, found.head.length).equals(found.head)).toBe(true)
      expect(found.head).toHaveLength(Math.min(size, 4_096))
      expect((await readFile(to)).equals(content)).toBe(true)
    }
  })
})

test('it refuses files that are damaged, cut off, too long or of another key, and goes on', async () => {
  const { folder, key, encrypt } = await setUp()
  const content = randomBytes(200_000)
  const from = await encrypt('whole', content)
  const file = await readFile(from)
  const [flipped, cut] = [join(folder, 'flipped'), join(folder, 'cut')]
  await writeFile(cut, file.subarray(0, 150_000))
  file[180_000] = (file[180_000] ?? 0) ^ 1
  await writeFile(flipped, file)
  let count = 0
  const to = () => join(folder, `to-${++count}`)
  await inDecryptingThread(key, async (decrypt) => {
    for (const path of [flipped, cut])
      await expect(decrypt({ from: path, to: to(), atMost: 200_000 })).rejects.toThrow(DamagedAge)
    await expect(decrypt({ from, to: to(), atMost: 199_999 })).rejects.toThrow(DamagedAge)
    expect(await decrypt({ from, to: to(), atMost: 200_000 })).toMatchObject({ bytes: 200_000 })
  })
  await inDecryptingThread(await newAgeKey(), async (decrypt) => {
    await expect(decrypt({ from, to: to(), atMost: 200_000 })).rejects.toThrow(DamagedAge)
  })
})

test('a fault of the disk is no damage, and keeps its code', async () => {
  const { folder, key, encrypt } = await setUp()
  const from = await encrypt('whole', Buffer.from('content'))
  await inDecryptingThread(key, async (decrypt) => {
    const nowhere = decrypt({ from, to: join(folder, 'nowhere', 'to'), atMost: 7 })
    await expect(nowhere).rejects.toMatchObject({ name: 'Error', code: 'ENOENT' })
  })
})
