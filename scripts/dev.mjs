import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, node, root } from './bootstrap.mjs'

ensureInstalled()
if (Number.parseInt(process.versions.node, 10) < 26) runOnPinnedNode()
else await serve()

function runOnPinnedNode() {
  const child = spawn(node, ['--enable-source-maps', fileURLToPath(import.meta.url)], {
    cwd: root,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 0))
}

async function serve() {
  await import('./fonts.mjs')
  const { createServer: createVite } = await import('vite')
  const { getRequestListener } = await import('@hono/node-server')
  const port = Number(process.env.PORT || 3000)
  const server = createServer()
  const vite = await createVite({
    root,
    appType: 'custom',
    // Several developers may run this at once: the hot-reload socket shares the site's port.
    cacheDir: join(root, 'node_modules', `.vite-${port}`),
    server: {
      middlewareMode: true,
      hmr: { server },
      watch: { ignored: ['**/data/**', '**/build/**', '**/content/photos/**'] },
    },
  })
  const { runner } = vite.environments.ssr
  const loadBuild = () => runner.import('virtual:react-router/server-build')
  const opened = await (await runner.import('/server.ts')).openDevelopment()
  // A changed module is loaded again. An unchanged one stays the same object, and so does its site.
  const sites = new WeakMap()
  const fetch = async (request, env) => {
    const program = await runner.import('/server.ts')
    if (!sites.has(program)) sites.set(program, program.composeDevelopment(opened, loadBuild))
    return sites.get(program).fetch(request, env)
  }
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => listener(request, response)),
  )
  server.listen(port, process.env.HOST || '127.0.0.1', () => console.log(`Open http://localhost:${port}`))
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      server.closeAllConnections()
      await opened.stop()
      await vite.close()
      process.exit(0)
    })
}
