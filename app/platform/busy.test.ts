import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchLoad } from './busy.server'

test('a process is busy while its work leaves it little time, and not anymore when it waits', async () => {
  const isBusy = watchLoad()
  await sleep(300)
  expect(isBusy()).toBe(false)
  const before = process.threadCpuUsage()
  while (process.threadCpuUsage(before).user < 400_000);
  expect(isBusy()).toBe(true)
  // A moment is too short to judge by.
  expect(isBusy()).toBe(true)
  await expect.poll(isBusy).toBe(false)
})
