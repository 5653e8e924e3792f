import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairQueue, QueueFull } from './fair-queue.server'

/** Work that ends when the test ends it. */
function controlled(queue: ReturnType<typeof createFairQueue>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (who: string, name: string, signal?: AbortSignal) =>
    queue.run(
      who,
      () => {
        begun.push(name)
        return new Promise<string>((done) => ends.set(name, () => done(name)))
      },
      signal,
    )
  return { begun, ask, end: (name: string) => ends.get(name)?.() }
}

const turns = async (count = 10) => {
  for (let n = 0; n < count; n += 1) await new Promise((next) => setImmediate(next))
}

describe('a fair queue', () => {
  it('runs as many at once as its limit allows, and the rest in turn', async () => {
    const { begun, ask, end } = controlled(createFairQueue({ atOnce: 2, line: 10 }))
    const all = ['1', '2', '3'].map((name) => ask('a', name))
    await expect.poll(() => begun).toEqual(['1', '2'])
    await turns()
    expect(begun).toEqual(['1', '2'])
    end('2')
    await expect.poll(() => begun).toEqual(['1', '2', '3'])
    end('1')
    end('3')
    expect(await Promise.all(all)).toEqual(['1', '2', '3'])
  })

  it('runs one at a time while the process is busy, and more once it only waits', async () => {
    let idle = 0
    const { begun, ask, end } = controlled(createFairQueue({ atOnce: 3, line: 10, idleMs: () => idle }))
    const all = ['1', '2', '3', '4'].map((name) => ask('a', name))
    await turns()
    expect(begun).toEqual(['1'])
    end('1')
    await expect.poll(() => begun).toEqual(['1', '2'])
    idle += 5
    await expect.poll(() => begun).toEqual(['1', '2', '3'])
    for (const name of ['2', '3']) end(name)
    await expect.poll(() => begun).toHaveLength(4)
    end('4')
    await Promise.all(all)
  })

  it('takes turns between clients', async () => {
    const { begun, ask, end } = controlled(createFairQueue({ atOnce: 1, line: 100 }))
    for (let n = 0; n < 50; n += 1) void ask('flood', `flood ${n}`)
    void ask('ann', 'ann 0')
    void ask('ben', 'ben 0')
    void ask('ann', 'ann 1')
    for (let n = 0; n < 6; n += 1) {
      await turns()
      end(begun.at(-1) ?? '')
    }
    expect(begun).toEqual(['flood 0', 'ann 0', 'ben 0', 'flood 1', 'ann 1', 'flood 2'])
  })

  it('when full, refuses the client with the most queued requests, and admits a new one', async () => {
    const { ask, begun } = controlled(createFairQueue({ atOnce: 1, line: 3 }))
    void ask('flood', 'runs')
    await turns()
    void ask('flood', 'flood 1')
    void ask('flood', 'flood 2')
    const last = ask('flood', 'flood 3')
    await expect(ask('flood', 'flood 4')).rejects.toThrow(QueueFull)
    void ask('ann', 'ann 1')
    await expect(last).rejects.toThrow(QueueFull)
    expect(begun).toEqual(['runs'])
  })

  it('passes the turn on when a client leaves, and continues after a failure', async () => {
    const queue = createFairQueue({ atOnce: 1, line: 2 })
    const { ask, begun, end } = controlled(queue)
    void ask('a', 'runs')
    await turns()
    const gone = new AbortController()
    const left = ask('b', 'left', gone.signal)
    void ask('c', 'stays')
    gone.abort()
    await expect(left).rejects.toThrow('abort')
    const next = queue.run('d', () => Promise.reject(new Error('broken')))
    end('runs')
    await turns()
    end('stays')
    await expect(next).rejects.toThrow('broken')
    expect(begun).toEqual(['runs', 'stays'])
    await expect(queue.run('e', async () => 'goes on')).resolves.toBe('goes on')
  })

  it('lets others run while work waits for something else, which then goes on at once', async () => {
    const queue = createFairQueue({ atOnce: 1, line: 10 })
    const { ask, begun, end } = controlled(queue)
    const answer = Promise.withResolvers<string>()
    const waits = queue.run('a', async (aside) => `${await aside(() => answer.promise)}, and went on`)
    const other = ask('b', 'other')
    await expect.poll(() => begun).toEqual(['other'])
    answer.resolve('answered')
    expect(await waits).toBe('answered, and went on')
    const last = ask('c', 'last')
    await turns()
    expect(begun).toEqual(['other'])
    end('other')
    await expect.poll(() => begun).toEqual(['other', 'last'])
    end('last')
    await Promise.all([other, last])
    const fails = queue.run('d', (aside) => aside(() => Promise.reject(new Error('no answer'))))
    await expect(fails).rejects.toThrow('no answer')
    await expect(queue.run('e', async () => 'goes on')).resolves.toBe('goes on')
  })

  it('never exceeds its limit, and starves no one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(3)), { maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        async (asked, atOnce) => {
          const queue = createFairQueue({ atOnce, line: 40 })
          let running = 0
          const done = await Promise.all(
            asked.map(([who, ticks]) =>
              queue.run(who, async () => {
                running += 1
                expect(running).toBeLessThanOrEqual(atOnce)
                await turns(ticks)
                running -= 1
              }),
            ),
          )
          expect(done).toHaveLength(asked.length)
        },
      ),
    )
  })
})
