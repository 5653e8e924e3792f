// Regenerates test/fixtures/ from the baseline migration. Only allowed until a version is released.
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
