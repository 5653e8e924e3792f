// Makes test/fixtures/ anew from the baseline: only as long as no version was released.
import { createServer } from 'vite'
import { root } from './bootstrap.mjs'

const vite = await createServer({
  configFile: false,
  root,
  resolve: { tsconfigPaths: true },
  server: { middlewareMode: true },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
})
try {
  const { makeFixture } = await vite.ssrLoadModule('/test/support/baseline-fixture.ts')
  await makeFixture()
} finally {
  await vite.close()
}
