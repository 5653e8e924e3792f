import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endProgram, launchProgram } from '../support/program'

test('800 visitors can connect while the program is busy, and are then served', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'busy-program-test-'))
  const { program, url } = await launchProgram(dataDir, { DEMO: '0' })
  const { hostname, port } = new URL(url)
  // It accepts nothing until it goes on.
  program.kill('SIGSTOP')
  const visitors = Array.from({ length: 800 }, () => connect(Number(port), hostname))
  try {
    await Promise.all(visitors.map((visitor) => once(visitor, 'connect')))
    const last = visitors.at(-1)
    last?.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    program.kill('SIGCONT')
    const [answer] = last ? await once(last, 'data') : []
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  } finally {
    program.kill('SIGCONT')
    for (const visitor of visitors) visitor.destroy()
    await endProgram(program)
    await rm(dataDir, { recursive: true, force: true })
  }
}, 60_000)
